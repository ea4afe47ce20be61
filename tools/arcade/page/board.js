// Draws a board of Snake: pictures of layers, each a list of the primitives of `drawing.js`. A cell has side 1. Only
// layers that have changed since the last picture are drawn anew.

import { WAYS, blend, canvas, group } from "./drawing.js";

/** The strokes of a snake: more shades are indistinguishable on a small board. */
const SHADES = 24;
/** The colours of a heat map. */
const LEVELS = 16;

/** The direction from a cell to a neighbouring cell, cells counted row by row; null if they are no neighbours. */
export function direction(from, to, cols) {
  const [dx, dy] = [(to % cols) - (from % cols), Math.floor(to / cols) - Math.floor(from / cols)];
  return Object.keys(WAYS).find((name) => WAYS[name][0] === dx && WAYS[name][1] === dy) ?? null;
}

export class Board {
  constructor(frame) {
    this.frame = frame;
    this.picture = null;
    this.isDue = false;
    /** By name of a layer: its primitives as text, and its group. */
    this.drawn = new Map();
    this.side = 40;
    new ResizeObserver(([{ contentRect }]) => {
      this.width = contentRect.width;
      this.show(this.picture);
    }).observe(frame);
  }

  /**
   * Shows a picture at the next frame: `{rows, cols, snake, apple, isLost, heading, layers}`, where `layers` has
   * any of `heat`, `plan`, `cycle`, `tree`, `unreachable`, `ghost`, `why` and `hint`.
   */
  show(picture) {
    this.picture = picture;
    if (!picture || this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  draw() {
    const { rows, cols, snake, apple, layers = {}, isLost, heading } = this.picture;
    if (this.rows !== rows || this.cols !== cols) this.clear(rows, cols);
    /** The least width of a line: a little more than a pixel. */
    this.least = 1.3 * (cols / (this.width || 400));
    this.layer("grid", () => this.grid());
    this.layer("heat", () => (layers.heat ? heat(layers.heat, cols) : []));
    this.layer("unreachable", () => (layers.unreachable?.length ? [this.stripes(layers.unreachable)] : []));
    this.layer("cycle", () => (layers.cycle?.length ? [this.line([...layers.cycle, layers.cycle[0]], "cycle", 0.07)] : []));
    this.layer("tree", () => (layers.tree?.length ? [this.tree(layers.tree)] : []));
    this.layer("ghost", () => (layers.ghost?.length ? this.ghost(layers.ghost) : []));
    this.layer("snake", () => this.snake(snake));
    this.layer("plan", () => (layers.plan?.length ? [this.line(layers.plan, "plan", 0.13, "0.02 0.22")] : []));
    this.layer("apple", () => (apple === null ? [] : this.apple(apple)));
    this.layer("head", () => this.head(snake, heading, isLost));
    this.layer("why", () => (layers.why ? this.conflict(layers.why) : []));
    this.layer("hint", () => (layers.hint ? [this.arrow(snake[0], layers.hint)] : []));
  }

  /** An empty board. */
  clear(rows, cols) {
    [this.rows, this.cols] = [rows, cols];
    this.drawn.clear();
    const made = canvas(cols, rows);
    made.setAttribute("aria-hidden", "true");
    this.frame.replaceChildren(made);
    this.frame.parentElement.style.maxWidth = rows > cols ? `${Math.round((40 * cols) / rows)}rem` : "";
  }

  /** Draws a layer, if it differs from the last picture. Layers are drawn from bottom to top. */
  layer(name, primitives) {
    const all = primitives();
    const key = JSON.stringify(all);
    const before = this.drawn.get(name);
    if (before?.key === key) return;
    const made = group(all, SHADES);
    if (before) before.made.replaceWith(made);
    else this.frame.firstChild.append(made);
    this.drawn.set(name, { key, made });
  }

  middle(cell) {
    return [(cell % this.cols) + 0.5, Math.floor(cell / this.cols) + 0.5];
  }

  grid() {
    const { rows, cols } = this;
    let d = "";
    for (let col = 0; col <= cols; col++) d += `M${col} 0V${rows}`;
    for (let row = 0; row <= rows; row++) d += `M0 ${row}H${cols}`;
    return [["l", d, Math.max(0.02, this.least), "grid"]];
  }

  /** A line through cells, broken between cells that are no neighbours. */
  line(cells, ink, width, dash) {
    const d = cells.map((cell, place) => {
      const isNear = place > 0 && direction(cells[place - 1], cell, this.cols);
      return `${isNear ? "L" : "M"}${this.middle(cell).join(" ")}`;
    });
    return ["l", d.join(""), Math.max(this.least, width), ink, dash];
  }

  tree(lines) {
    const corner = (cell) => this.middle(cell).map((place) => place + 0.5).join(" ");
    const d = lines.map(([from, to]) => `M${corner(from)}L${corner(to)}`).join("");
    return ["l", d, Math.max(this.least, 0.1), "tree"];
  }

  /** Diagonals of cells, each cut off at the sides of its cell. */
  stripes(cells) {
    const stripe = (cell) => {
      const [x, y] = this.middle(cell).map((place) => place - 0.5);
      return `M${x} ${y + 0.5}L${x + 0.5} ${y}M${x} ${y + 1}L${x + 1} ${y}M${x + 0.5} ${y + 1}L${x + 1} ${y + 0.5}`;
    };
    return ["l", cells.map(stripe).join(""), Math.max(this.least, 0.08), "stripes"];
  }

  ghost(cells) {
    return [this.line(cells, "ghost", 0.16, "0.12 0.2"), ["o", ...this.middle(cells[0]), 0.3, 0.16, "ghost"]];
  }

  /** Thick and strong at the head, thin and pale at the tail: two pieces never look like one. */
  snake(cells) {
    if (cells.length < 2) return [];
    // A short snake has several strokes in each cell.
    const parts = Math.ceil(SHADES / (2 * cells.length));
    const steps = cells.slice(1).map((cell, place) => direction(cells[place], cell, this.cols).repeat(parts));
    return [["w", ...this.middle(cells[0]), 1 / parts, steps.join(""), 0.72, 0.36, ["snake", "tail"]]];
  }

  apple(cell) {
    const [x, y] = this.middle(cell);
    return [["c", x, y, 0.3, "apple"], ["l", `M${x + 0.02} ${y - 0.24}L${x + 0.12} ${y - 0.42}`, 0.08, "stalk"]];
  }

  head(cells, heading, isLost) {
    const [x, y] = this.middle(cells[0]);
    const looks = cells.length > 1 && direction(cells[1], cells[0], this.cols);
    const [ax, ay] = WAYS[looks || heading || "R"];
    const at = (ahead, aside) => [x + ax * ahead - ay * aside, y + ay * ahead + ax * aside];
    const eye = (aside) => {
      if (!isLost) return [["c", ...at(0.13, aside), 0.12, "eye"], ["c", ...at(0.18, aside), 0.06, "pupil"]];
      const [ex, ey] = at(0.13, aside);
      return [["l", `M${ex - 0.08} ${ey - 0.08}l0.16 0.16m0 -0.16l-0.16 0.16`, 0.05, "eye"]];
    };
    return [["c", x, y, 0.4, "snake"], ...eye(-0.18), ...eye(0.18)];
  }

  /** The cells of a conflict: crosses on those that cannot be together, rings on those entered once,
   *  dots on those whose way is fixed. */
  conflict({ cut_off, forced, held }) {
    const cross = (cell) => {
      const [x, y] = this.middle(cell);
      return ["l", `M${x - 0.24} ${y - 0.24}l0.48 0.48m0 -0.48l-0.48 0.48`, 0.16, "error"];
    };
    const ring = (cell) => ["o", ...this.middle(cell), 0.27, 0.07, "why"];
    const dot = (cell) => ["c", ...this.middle(cell), 0.12, "why"];
    return [...held.map(dot), ...forced.map(ring), ...cut_off.map(cross)];
  }

  /** An arrow from the head into the next cell. */
  arrow(from, to) {
    const [x, y] = this.middle(from);
    const [ax, ay] = WAYS[to];
    const at = (ahead, aside) => `${x + ax * ahead - ay * aside} ${y + ay * ahead + ax * aside}`;
    return ["l", `M${at(0.5, 0)}L${at(1.15, 0)}M${at(0.88, -0.25)}L${at(1.15, 0)}L${at(0.88, 0.25)}`, 0.14, "plan"];
  }
}

/** Cells in colours from the least value to the greatest; cells without a value stay empty. */
function heat(values, cols) {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const paths = Array.from({ length: LEVELS }, () => "");
  values.forEach((value, cell) => {
    if (value === null) return;
    const level = most > least ? Math.min(LEVELS - 1, Math.floor((LEVELS * (value - least)) / (most - least))) : 0;
    paths[level] += `M${cell % cols} ${Math.floor(cell / cols)}h1v1h-1z`;
  });
  const inks = ["heat-low", "heat-middle", "heat-high"];
  // Mixed with the colour of the board, so that a snake on it stands out.
  const colour = (level) => `color-mix(in srgb, ${blend(inks, level / (LEVELS - 1))} 62%, var(--board))`;
  return paths.flatMap((d, level) => (d ? [["p", d, colour(level)]] : []));
}
