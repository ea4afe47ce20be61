"use strict";
// Plays `film`: see the documentation of `Film::data` for its shape.

const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);
const last = film.frames.length - 1;
const hidden = new Set(film.layers.flatMap(([, shown], layer) => (shown ? [] : [layer])));
let now = 0;
let timer = null;

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function drawn([kind, ...of]) {
  switch (kind) {
    case "r": return element("rect", { x: of[0], y: of[1], width: of[2], height: of[3], fill: of[4] });
    case "c": return element("circle", { cx: of[0], cy: of[1], r: of[2], fill: of[3] });
    case "o": return element("circle",
      { cx: of[0], cy: of[1], r: of[2], "stroke-width": of[3], stroke: of[4] });
    case "l": return element("path", { d: of[0], "stroke-width": of[1], stroke: of[2] });
    case "t": return element("text", { x: of[0], y: of[1], "font-size": of[2], fill: of[3],
      "font-weight": of[4] ? "bold" : "normal" }, of[5]);
    // A drawing of its own.
    case "s": return document.importNode(
      new DOMParser().parseFromString(of[0], "image/svg+xml").documentElement, true);
  }
}

// Groups are drawn when they are first seen, and kept while they are among the last.
const kept = new Map();
function group(number) {
  let made = kept.get(number);
  if (!made) {
    made = element("g", {});
    made.append(...film.groups[number][1].map(drawn));
    kept.set(number, made);
    if (kept.size > 200) kept.delete(kept.keys().next().value);
  }
  return made;
}

const isDrawn = film.width === 0;
const stage = isDrawn ? $("stage") : element("svg", {
  viewBox: `0 0 ${film.width} ${film.height}`, "text-anchor": "middle", fill: "none", role: "img",
  "stroke-linecap": "round", "stroke-linejoin": "round", "font-family": "DejaVu Sans, Verdana, sans-serif",
});
if (!isDrawn) $("stage").append(stage);

function show(number) {
  now = Math.max(0, Math.min(last, number));
  const groups = film.frames[now].filter((place) => !hidden.has(film.groups[place][0])).map(group);
  stage.replaceChildren(...(isDrawn ? groups.flatMap((made) => [...made.cloneNode(true).childNodes]) : groups));
  $("place").value = now;
  $("number").value = `${now + 1} of ${last + 1}`;
  const begun = film.chapters.filter(([frame]) => frame <= now).length - 1;
  $("chapter").selectedIndex = begun;
}

const speed = () => Number($("speed").value);
function tick() {
  if (now >= last) return pause();
  // What is faster than the screen leaves pictures out.
  const wait = film.delay / speed();
  const leap = Math.max(1, Math.round(16 / wait));
  show(now + leap);
  timer = setTimeout(tick, Math.max(16, wait));
}
function play() {
  if (now >= last) show(0);
  $("play").textContent = "Pause";
  timer = setTimeout(tick, Math.max(16, film.delay / speed()));
}
function pause() {
  clearTimeout(timer);
  timer = null;
  $("play").textContent = "Play";
}
function go(number) { pause(); show(number); }

function chapter(way) {
  const frames = film.chapters.map(([frame]) => frame);
  const to = way > 0 ? frames.find((frame) => frame > now) ?? last : frames.findLast((frame) => frame < now) ?? 0;
  go(to);
}
function faster(way) {
  const choice = $("speed");
  choice.selectedIndex = Math.max(0, Math.min(choice.options.length - 1, choice.selectedIndex + way));
}

const actions = {
  "play": () => (timer === null ? play() : pause()), "back": () => go(now - 1), "on": () => go(now + 1),
  "first": () => go(0), "last": () => go(last), "chapter-back": () => chapter(-1), "chapter-on": () => chapter(1),
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
const keys = { " ": "play", "ArrowLeft": "back", "ArrowRight": "on", "Home": "first", "End": "last",
  "PageUp": "chapter-back", "PageDown": "chapter-on" };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target instanceof HTMLSelectElement) return;
  // A layer's box is switched with the space bar.
  if (event.key === " " && event.target.type === "checkbox") return;
  if (event.key === "+" || event.key === "-") faster(event.key === "+" ? 1 : -1);
  else if (keys[event.key]) actions[keys[event.key]]();
  else return;
  event.preventDefault();
});

$("place").max = last;
$("place").addEventListener("input", (event) => go(Number(event.target.value)));
$("chapter-choice").hidden = film.chapters.length === 0;
for (const id of ["chapter-back", "chapter-on"]) $(id).hidden = film.chapters.length === 0;
$("chapter").append(...film.chapters.map(([frame, name]) => new Option(name, frame)));
$("chapter").addEventListener("change", (event) => go(Number(event.target.value)));
film.layers.forEach(([name], layer) => {
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: !hidden.has(layer) });
  box.addEventListener("change", () => {
    box.checked ? hidden.delete(layer) : hidden.add(layer);
    show(now);
  });
  const label = document.createElement("label");
  label.append(box, " ", name);
  $("layers").append(label);
});
show(0);
