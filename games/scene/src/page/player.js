// Plays `film`: see the documentation of `Film::data` for its shape. `drawing.js`, which stands before this file in the
// page, draws.

const $ = (id) => document.getElementById(id);
const last = film.frames.length - 1;
const hidden = new Set(film.layers.flatMap(([, shown], layer) => (shown ? [] : [layer])));
let now = 0;
/** The number of the present chapter, -1 before the first. */
let begun = -1;
let timer = null;

// Groups are drawn when they are first seen, and kept while they are among the last.
const kept = new Map();
function keptGroup(number) {
  let made = kept.get(number);
  if (!made) {
    const [, ...primitives] = film.groups[number];
    made = group(primitives.map((primitive) => film.primitives[primitive]), film.shades);
    kept.set(number, made);
    if (kept.size > 200) kept.delete(kept.keys().next().value);
  }
  return made;
}

const hasFiles = film.width === 0;
$("stage").classList.toggle("files", hasFiles);
const picture = hasFiles ? $("stage") : canvas(film.width, film.height);
if (!hasFiles) $("stage").append(picture);

function show(number) {
  now = Math.max(0, Math.min(last, number));
  const groups = film.frames[now].filter((place) => !hidden.has(film.groups[place][0])).map(keptGroup);
  picture.replaceChildren(...(hasFiles ? groups.flatMap((made) => [...made.cloneNode(true).childNodes]) : groups));
  const words = [film.captions[now], film.descriptions[now]].filter(Boolean);
  $("stage").setAttribute("aria-label", [`Picture ${now + 1} of ${last + 1}`, ...words].join(". "));
  $("caption").textContent = film.captions[now] ?? "";
  $("place").value = now;
  $("place").setAttribute("aria-valuetext", `${now + 1} of ${last + 1}`);
  $("number").textContent = `${now + 1} of ${last + 1}`;
  const before = begun;
  begun = film.chapters.filter(([frame]) => frame <= now).length - 1;
  $("chapter").selectedIndex = begun;
  // Screen readers read a new chapter only, not every picture.
  if (begun === before) return;
  $("news").textContent = [film.chapters[begun]?.[1], ...words].filter(Boolean).join(". ");
}

const speed = () => Number($("speed").value);
function tick() {
  if (now >= last) return pause();
  // At speeds above that of the screen, pictures are left out.
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

function dress(isDark) {
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  $("theme").setAttribute("aria-pressed", isDark);
}
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
dress(prefersDark.matches);
prefersDark.addEventListener("change", () => dress(prefersDark.matches));
$("theme").addEventListener("click", () => dress(document.documentElement.dataset.theme !== "dark"));

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
  // The space bar presses the button or switches the layer that has the focus.
  if (event.key === " " && (event.target.type === "checkbox" || event.target instanceof HTMLButtonElement)) return;
  if (event.key === "+" || event.key === "-") faster(event.key === "+" ? 1 : -1);
  else if (keys[event.key]) actions[keys[event.key]]();
  else return;
  event.preventDefault();
});

// A swipe to the left shows the next picture. A swipe of a finger is at least 30 pixels wide, and wider than
// high.
let touched = null;
$("stage").addEventListener("pointerdown", (event) => {
  touched = event.isPrimary && event.pointerType !== "mouse" ? [event.clientX, event.clientY] : null;
});
$("stage").addEventListener("pointercancel", () => { touched = null; });
$("stage").addEventListener("pointerup", (event) => {
  if (!touched) return;
  const [dx, dy] = [event.clientX - touched[0], event.clientY - touched[1]];
  touched = null;
  if (Math.abs(dx) >= 30 && Math.abs(dx) > 2 * Math.abs(dy)) go(now + (dx < 0 ? 1 : -1));
});

$("place").max = last;
$("place").addEventListener("input", (event) => go(Number(event.target.value)));
$("chapter-choice").hidden = film.chapters.length === 0;
for (const id of ["chapter-back", "chapter-on"]) $(id).hidden = film.chapters.length === 0;
$("chapter").append(...film.chapters.map(([frame, name]) => new Option(name, frame)));
$("chapter").addEventListener("change", (event) => go(Number(event.target.value)));
$("layers").hidden = film.layers.length === 0;
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
