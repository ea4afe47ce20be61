// Draws pictures as elements of SVG. The player of films and the arcade share this file.
//
// A picture is a list of primitives from bottom to top. A primitive is an array: a letter and its values.
//
//     r  x y width height ink round?             a rectangle
//     c  x y radius ink                          a disc
//     o  x y radius width ink                    a ring
//     l  path width ink dash?                    a line along a path of SVG
//     p  path ink                                an area
//     w  x y side steps broad narrow inks        a line whose width and colour change along it
//     t  x y size ink bold text                  text
//     s  file                                    a drawing of its own
//
// An ink is a variable of the style sheet, so that a theme needs no second drawing: the number 3 is `--c3`, the text
// `snake` is `--snake`. A text in brackets is a colour by itself.

const SVG = "http://www.w3.org/2000/svg";
/** The steps of a line by letter. */
export const WAYS = { U: [0, -1], R: [1, 0], D: [0, 1], L: [-1, 0] };

/** An element of SVG with its attributes and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The colour of an ink. */
export const paint = (ink) =>
  typeof ink === "number" ? `var(--c${ink})` : ink.includes("(") ? ink : `var(--${ink})`;

/** The colour at `share` from 0 to 1 of the way through these inks. */
export function blend(inks, share) {
  const place = share * (inks.length - 1);
  const from = Math.min(Math.floor(place), Math.max(0, inks.length - 2));
  const part = Math.round((place - from) * 1000) / 10;
  if (part === 0) return paint(inks[from]);
  return `color-mix(in srgb, ${paint(inks[from + 1])} ${part}%, ${paint(inks[from])})`;
}

/** The places of a ribbon: x, y, and whether a line joins the place to the one before. */
function places(x, y, side, steps) {
  const made = [[x, y, false]];
  for (const step of steps.match(/[URDL]|J-?\d+,-?\d+/g) ?? []) {
    const [dx, dy] = WAYS[step] ?? step.slice(1).split(",").map(Number);
    [x, y] = [x + dx * side, y + dy * side];
    made.push([x, y, step in WAYS]);
  }
  return made;
}

/** The strokes of a line whose width and colour change along it, the first cell on top: see `ribbon.rs`. */
function strokes(most, x, y, side, steps, broad, narrow, inks) {
  const all = places(x, y, side, steps);
  const count = all.length - 1;
  const shades = Math.min(inks.length === 1 && broad === narrow ? 1 : most, count);
  const made = [];
  for (let shade = shades - 1; shade >= 0; shade--) {
    const part = all.slice(Math.floor((shade * count) / shades), Math.floor(((shade + 1) * count) / shades) + 1);
    const d = part.map(([px, py, joined], place) => `${place > 0 && joined ? "L" : "M"}${px} ${py}`).join("");
    const share = (shade + 0.5) / shades;
    made.push(element("path", { d, "stroke-width": broad + (narrow - broad) * share, stroke: blend(inks, share) }));
  }
  return made;
}

/** The elements of a primitive; a ribbon has at most `shades` strokes. */
export function drawn([kind, ...of], shades) {
  switch (kind) {
    case "r": return [element("rect", { x: of[0], y: of[1], width: of[2], height: of[3], fill: paint(of[4]), rx: of[5] })];
    case "c": return [element("circle", { cx: of[0], cy: of[1], r: of[2], fill: paint(of[3]) })];
    case "o": return [element("circle", { cx: of[0], cy: of[1], r: of[2], "stroke-width": of[3], stroke: paint(of[4]) })];
    case "l": return [element("path", { d: of[0], "stroke-width": of[1], stroke: paint(of[2]), "stroke-dasharray": of[3] })];
    case "p": return [element("path", { d: of[0], fill: paint(of[1]) })];
    case "w": return strokes(shades, ...of);
    case "t": return [element("text", { x: of[0], y: of[1], "font-size": of[2], fill: paint(of[3]),
      "font-weight": of[4] ? "bold" : "normal" }, of[5])];
    case "s": return [document.importNode(new DOMParser().parseFromString(of[0], "image/svg+xml").documentElement, true)];
  }
  return [];
}

/** A group of primitives. */
export const group = (primitives, shades) =>
  element("g", {}, ...primitives.flatMap((primitive) => drawn(primitive, shades)));

/** An empty picture of this size, for groups. Its lines have round ends, its areas no colour of their own. */
export const canvas = (width, height) => element("svg", {
  viewBox: `0 0 ${width} ${height}`, "text-anchor": "middle", fill: "none",
  "stroke-linecap": "round", "stroke-linejoin": "round", "font-family": "DejaVu Sans, Verdana, sans-serif",
});
