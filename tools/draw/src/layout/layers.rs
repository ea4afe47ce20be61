//! Layered layout: edges lead down, and long edges pass between the nodes of the layers that they cross.
//!
//! An invisible slot reserves space where an edge crosses a layer. A label has a slot of its own, and so has
//! each of several parallel edges; in these cases the number of layers is doubled. Each slot moves towards
//! the mean of its neighbours as far as the order and the widths allow, which is exact for a single layer
//! (isotonic regression).

use super::geometry::Point;
use super::model::{Corner, Placed, Task};
use super::order::Layers;
use super::ranks::ranks;

/// Distance between the borders of nodes in a layer.
const BESIDE: f64 = 26.0;
/// Distance between the borders of layers.
const BELOW: f64 = 44.0;
/// The width of the slot of an edge.
const LANE: f64 = 16.0;

/// A node, or a segment of an edge, in a layer.
struct Slot {
    width: f64,
    height: f64,
    is_node: bool,
    /// The edge passes a slot with a label on the left side of the slot.
    label: f64,
}

/// Lays out a connected graph.
pub(super) fn places(task: &Task) -> Placed {
    let joined: Vec<(usize, usize)> = task.links.iter().map(|link| (link.from, link.to)).collect();
    let mut found = ranks(task.boxes.len(), &joined);
    let mut pairs: Vec<(usize, usize)> =
        joined.iter().map(|&(from, to)| (from.min(to), from.max(to))).collect();
    pairs.sort_unstable();
    let has_several = pairs.windows(2).any(|pair| pair[0] == pair[1]);
    let is_doubled = has_several || task.links.iter().any(|link| link.label.0 > 0.0);
    if is_doubled {
        found.ranks.iter_mut().for_each(|rank| *rank *= 2);
    }
    let mut slots: Vec<Slot> =
        task.boxes.iter().map(|&(width, height)| Slot { width, height, is_node: true, label: 0.0 }).collect();
    let mut edges = Vec::new();
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for (link, &(from, to)) in task.links.iter().zip(&found.edges) {
        let (first, last) = (found.ranks[from], found.ranks[to]);
        let mut chain = Vec::new();
        let mut before = from;
        for rank in first + 1..last {
            let has_label = link.label.0 > 0.0 && rank == usize::midpoint(first, last);
            let (width, height) = if has_label { (link.label.0 + LANE, link.label.1) } else { (LANE, 0.0) };
            let label = if has_label { link.label.0 } else { 0.0 };
            slots.push(Slot { width, height, is_node: false, label });
            found.ranks.push(rank);
            chain.push(slots.len() - 1);
            edges.push((before, slots.len() - 1));
            before = slots.len() - 1;
        }
        edges.push((before, to));
        chains.push(chain);
    }
    let layers = Layers::new(&found.ranks, &edges);
    let across = across(&slots, &layers);
    let down = down(&slots, &layers, &across, is_doubled);
    let middles = (0..task.boxes.len()).map(|node| (across[node], down[found.ranks[node]].0)).collect();
    let mut placed = Placed { middles, ways: Vec::new(), labels: Vec::new() };
    for ((link, chain), &(first, _)) in task.links.iter().zip(chains).zip(&found.edges) {
        let mut way: Vec<Corner> = Vec::new();
        let mut label = None;
        for slot in chain {
            let (middle, height) = down[found.ranks[slot]];
            let (x, is_label) = (lane(&slots, slot, across[slot]), slots[slot].label > 0.0);
            let half = if is_label { slots[slot].height } else { height } / 2.0;
            way.extend([-half, half].map(|by| Corner { at: (x, middle + by), is_fixed: is_label }));
            if is_label {
                label = Some((x + LANE / 4.0 + slots[slot].label / 2.0, middle));
            }
        }
        if first != link.from {
            way.reverse();
        }
        placed.ways.push(way);
        placed.labels.push(label);
    }
    placed
}

/// The horizontal position of the edge in a slot with this centre.
fn lane(slots: &[Slot], slot: usize, middle: f64) -> f64 {
    if slots[slot].label > 0.0 { middle - slots[slot].width / 2.0 + LANE / 2.0 } else { middle }
}

/// Horizontal centres, layer by layer.
fn across(slots: &[Slot], layers: &Layers) -> Vec<f64> {
    let mut across = vec![0.0; slots.len()];
    for layer in &layers.layers {
        let mut at = 0.0;
        for pair in 0..layer.len() {
            at += if pair > 0 { apart(slots, layer[pair - 1], layer[pair]) } else { 0.0 };
            across[layer[pair]] = at;
        }
        layer.iter().for_each(|&slot| across[slot] -= at / 2.0);
    }
    let count = layers.layers.len();
    for round in 0..24 {
        for step in 0..count {
            let is_down = round % 2 == 0;
            let layer = &layers.layers[if is_down { step } else { count - 1 - step }];
            // Sweeps in one direction find the shape, sweeps in both directions refine it, and the last sweep
            // goes upwards and centres parents over their children.
            let sides: &[&Vec<Vec<usize>>] = match (round, is_down) {
                (12..=20, _) => &[&layers.above, &layers.below],
                (_, true) => &[&layers.above],
                (_, false) => &[&layers.below],
            };
            let wishes: Vec<(f64, f64)> = layer
                .iter()
                .map(|&slot| {
                    let (mut sum, mut total) = (0.0, 0.0);
                    for &other in sides.iter().flat_map(|side| &side[slot]) {
                        let weight = match (slots[slot].is_node, slots[other].is_node) {
                            (true, true) => 1.0,
                            (false, false) => 8.0,
                            _ => 2.0,
                        };
                        // A label is attached to the slot of its edge.
                        let lane = |slot: usize| lane(slots, slot, 0.0);
                        sum += weight * (across[other] + lane(other) - lane(slot));
                        total += weight;
                    }
                    if total > 0.0 { (sum / total, total) } else { (across[slot], 0.2) }
                })
                .collect();
            settle(slots, layer, &wishes, &mut across);
        }
    }
    across
}

/// The least distances between the centres of neighbours in a layer.
fn apart(slots: &[Slot], left: usize, right: usize) -> f64 {
    let (left, right) = (&slots[left], &slots[right]);
    let room = if left.is_node && right.is_node { BESIDE } else { BESIDE / 2.0 };
    (left.width + right.width) / 2.0 + room
}

/// Moves the slots of a layer as close to their targets as order and distances allow, by weighted least
/// squares.
fn settle(slots: &[Slot], layer: &[usize], wishes: &[(f64, f64)], across: &mut [f64]) {
    let mut offsets = Vec::with_capacity(layer.len());
    let mut at = 0.0;
    // Blocks of slots at minimal distance: mean, weight, number.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (place, &(wish, weight)) in wishes.iter().enumerate() {
        at += if place > 0 { apart(slots, layer[place - 1], layer[place]) } else { 0.0 };
        offsets.push(at);
        let mut block = (wish - at, weight, 1);
        while let Some(&(mean, before, count)) = blocks.last() {
            if mean < block.0 {
                break;
            }
            blocks.pop();
            let total = before + block.1;
            block = ((mean * before + block.0 * block.1) / total, total, count + block.2);
        }
        blocks.push(block);
    }
    let means = blocks.into_iter().flat_map(|(mean, _, count)| std::iter::repeat_n(mean, count));
    for ((&slot, offset), mean) in layer.iter().zip(offsets).zip(means) {
        across[slot] = mean + offset;
    }
}

/// The vertical centre and the height of each layer; flat edges widen the space above.
fn down(slots: &[Slot], layers: &Layers, across: &[f64], is_doubled: bool) -> Vec<Point> {
    let mut top = 0.0;
    let mut down = Vec::new();
    for layer in &layers.layers {
        let height = layer.iter().map(|&slot| slots[slot].height).fold(0.0, f64::max);
        down.push((top + height / 2.0, height));
        let reaches = layer.iter().flat_map(|&slot| {
            layers.below[slot].iter().map(move |&other| (across[other] - across[slot]).abs())
        });
        let wide = ((reaches.fold(0.0, f64::max) - 150.0) * 0.15).clamp(0.0, 70.0);
        top += height + BELOW / if is_doubled { 2.0 } else { 1.0 } + wide;
    }
    down
}
