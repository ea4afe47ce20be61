// Draws puzzles as SVG, one drawing for each kind, in the colours of the style sheet. Cells are squares of side 1.

import { WAYS, element as draw } from "./drawing.js";

/** The sides that a piece joins. */
const SIDES = { ew: "LR", ns: "UD", ne: "UR", se: "DR", sw: "DL", nw: "UL", cross: "UDLR" };
/** The space around the board, for walls and gates. */
export const MARGIN = 0.24;

const column = (state, cell) => cell % state.cols;
const line = (state, cell) => Math.floor(cell / state.cols);
const middle = (state, cell) => [column(state, cell) + 0.5, line(state, cell) + 0.5];
const path = (d, kind) => draw("path", { d, class: kind });
const box = (x, y, width, height, kind, round = 0.08) => draw("rect", { x, y, width, height, rx: round, class: kind });
const disc = ([cx, cy], r, kind) => draw("circle", { cx, cy, r, class: kind });
const text = ([x, y], content, kind = "") => draw("text", { x, y, class: kind }, String(content));
const through = (state, cells) => cells.map((cell, place) => `${place ? "L" : "M"}${middle(state, cell)}`).join("");

function grid({ rows, cols }) {
  let d = "";
  for (let row = 1; row < rows; row++) d += `M0,${row}H${cols}`;
  for (let col = 1; col < cols; col++) d += `M${col},0V${rows}`;
  return [box(0, 0, cols, rows, "floor"), path(d, "grid")];
}

function minotaur(state, hint) {
  const { you, minotaur: beast, goal, walls, rows, cols } = state;
  const [gx, gy] = [column(state, goal), line(state, goal)];
  let d = `M0,0H${cols}V${rows}H0Z`;
  for (const [from, to] of walls) {
    const [x, y] = [column(state, to), line(state, to)];
    d += to === from + 1 ? `M${x},${y}v1` : `M${x},${y}h1`;
  }
  const [place, hunter] = [you.at(-1), beast.at(-1)];
  const parts = [...grid(state), box(gx + 0.08, gy + 0.08, 0.84, 0.84, "goal"), text([gx + 0.5, gy + 0.5], "exit", "small"),
    path(through(state, you), "trail"), path(through(state, beast.slice(-3)), "chase"), path(d, "wall")];
  if (!state.is_eaten) parts.push(disc(middle(state, place), 0.3, "you"));
  const [x, y] = middle(state, hunter);
  parts.push(path(`M${x - 0.32},${y - 0.36}Q${x - 0.3},${y - 0.1} ${x - 0.1},${y - 0.12}H${x + 0.1}Q${x + 0.3},${y - 0.1} ${x + 0.32},${y - 0.36}`, "horns"));
  parts.push(path(`M${x - 0.26},${y - 0.12}H${x + 0.26}L${x + 0.12},${y + 0.34}H${x - 0.12}Z`, "beast"));
  if (hint in WAYS) parts.push(arrow(middle(state, place), WAYS[hint]));
  else if (hint) parts.push(disc(middle(state, place), 0.42, "mark"));
  return parts;
}

function arrow([x, y], [ax, ay], reach = 1) {
  const at = (ahead, aside) => `${x + ax * ahead - ay * aside},${y + ay * ahead + ax * aside}`;
  return path(`M${at(0, 0)}L${at(reach, 0)}M${at(reach - 0.22, -0.2)}L${at(reach, 0)}L${at(reach - 0.22, 0.2)}`, "arrow");
}

function rogo(state, hint) {
  const { squares, cells, is_closed: isClosed } = state;
  const parts = grid(state);
  squares.forEach((points, cell) => {
    const [x, y] = [column(state, cell), line(state, cell)];
    if (points === null) parts.push(box(x, y, 1, 1, "blocked", 0));
    else if (points) parts.push(text([x + 0.5, y + 0.5], points));
  });
  if (cells.length) {
    parts.push(path(through(state, cells) + (isClosed ? "Z" : ""), "loop"));
    parts.push(disc(middle(state, cells[0]), 0.2, "first"), disc(middle(state, cells.at(-1)), 0.13, "last"));
    for (const cell of cells.filter((cell) => squares[cell])) parts.push(text(middle(state, cell), squares[cell], "taken"));
  }
  if (hint) parts.push(mark(state, hint === "close" ? cells[0] : cellOf(state, hint)));
  return parts;
}

const mark = (state, cell) => box(column(state, cell) + 0.06, line(state, cell) + 0.06, 0.88, 0.88, "mark");

/** The cell of a move such as `2,3` or `2,3,ew`. */
export function cellOf({ cols }, move) {
  const [row, col] = move.split(",").map(Number);
  return (row - 1) * cols + col - 1;
}

/** The line of a piece around a point. */
function pipe([x, y], kind) {
  const half = [...SIDES[kind]].map((side) => WAYS[side].map((way) => way / 2));
  if (kind === "cross") return `M${x - 0.5},${y}h1M${x},${y - 0.5}v1`;
  const [from, to] = half.map(([dx, dy]) => `${x + dx},${y + dy}`);
  return `M${from}Q${x},${y} ${to}`;
}

/** A piece as a picture of its own, for the bag. */
export function pieceIcon(kind) {
  return draw("svg", { viewBox: "0 0 1 1", "aria-hidden": "true", class: "icon" }, path(pipe([0.5, 0.5], kind), "tube"));
}

function pipes(state, hint) {
  const { blocked, pieces, water, source, drain, is_drained: isDrained } = state;
  const parts = grid(state);
  for (const cell of blocked) parts.push(box(column(state, cell), line(state, cell), 1, 1, "blocked", 0));
  for (const { cell, kind } of pieces) {
    const d = pipe(middle(state, cell), kind);
    parts.push(path(d, "tube"));
    if (kind !== "cross" && water.includes(cell)) parts.push(path(d, "water"));
  }
  // The water may pass one way of a cross, or both.
  water.forEach((cell, place) => {
    if (pieces.find((piece) => piece.cell === cell)?.kind !== "cross") return;
    const isLevel = place ? line(state, water[place - 1]) === line(state, cell) : "LR".includes(source.side);
    parts.push(path(pipe(middle(state, cell), isLevel ? "ew" : "ns"), "water"));
  });
  for (const [{ cell, side }, isWet, isIn] of [[source, true, true], [drain, isDrained, false]]) {
    const [[x, y], [dx, dy]] = [middle(state, cell), WAYS[side]];
    const d = `M${x + dx * 0.5},${y + dy * 0.5}L${x + dx * 0.72},${y + dy * 0.72}`;
    parts.push(path(d, "tube"));
    if (isWet) parts.push(path(d, "water"));
    const [ax, ay] = isIn ? [-dx, -dy] : [dx, dy];
    const from = isIn ? 0.72 : 0.5;
    parts.push(arrow([x + dx * from, y + dy * from], [ax, ay], 0.22));
  }
  if (hint) {
    const cell = cellOf(state, hint);
    const kind = hint.split(",")[2];
    if (kind in SIDES) parts.push(path(pipe(middle(state, cell), kind), "ghost-tube"));
    parts.push(mark(state, cell));
  }
  return parts;
}

/** The rectangle of a car. */
export function carBox(state, { cell, along_row: alongRow, length }) {
  return [column(state, cell), line(state, cell), alongRow ? length : 1, alongRow ? 1 : length];
}

function rush(state, hint, drag) {
  const { cols, cars } = state;
  const exit = line(state, cars[0].cell);
  const parts = [...grid(state), path(`M${cols},${exit}V0H0V${state.rows}H${cols}V${exit + 1}`, "wall"),
    arrow([cols - 0.02, exit + 0.5], [1, 0], 0.22)];
  for (const car of cars) {
    let [x, y, width, height] = carBox(state, car);
    if (drag?.letter === car.letter) [x, y] = car.along_row ? [x + drag.shift, y] : [x, y + drag.shift];
    parts.push(box(x + 0.07, y + 0.07, width - 0.14, height - 0.14, `car ${car.letter === "X" ? "red" : car.length > 2 ? "truck" : ""}`, 0.22));
    parts.push(text([x + width / 2, y + height / 2], car.letter, "on-car"));
  }
  if (hint) {
    const car = cars.find(({ letter }) => letter === hint[0]);
    const [x, y, width, height] = carBox(state, car);
    const shift = Number(hint.slice(1)) - 1 - (car.along_row ? x : y);
    const [dx, dy] = car.along_row ? [shift, 0] : [0, shift];
    parts.push(box(x + dx + 0.06, y + dy + 0.06, width - 0.12, height - 0.12, "mark", 0.2));
    parts.push(arrow([x + width / 2, y + height / 2], [Math.sign(dx), Math.sign(dy)], Math.abs(shift)));
  }
  return parts;
}

const KINDS = { minotaur, rogo, pipes, rush };

/** The picture of a state, with a hint and the car that is dragged. */
export function picture(state, hint, drag) {
  const viewBox = [-MARGIN, -MARGIN, state.cols + 2 * MARGIN, state.rows + 2 * MARGIN].join(" ");
  return draw("svg", { viewBox, "aria-hidden": "true", class: `puzzle ${state.is_solved ? "solved" : ""}` }, ...KINDS[state.game](state, hint, drag));
}
