// The tab of Snake: connects the game, the board and the elements of the page.

import { BANDS } from "./bands.js";
import { Board } from "./board.js";
import { Engine, isCancelled } from "./engine.js";
import { Game } from "./game.js";
import { listenToKeys, listenToPads, listenToSwipes } from "./input.js";
import { addGame, beaten, exported, games, imported, load, percentile, quantile, save } from "./store.js";

const $ = (id) => document.getElementById(id);
const PLANNERS = ["conservative", "relaxed", "splice", "cells", "foresight", "dynamic", "zig-zag"];
const LIGHTS = {
  none: ["", "No light"],
  safe: ["●", "Provably safe"],
  "not-proven": ["▲", "Not proven"],
  unknown: ["◌", "Not known"],
};
const FIELDS = ["size", "rows", "cols", "seed", "mode", "speed", "practice", "start", "growth", "start-growth", "delayed",
  "lenient", "rival", "pilot"];

const helper = new Engine("helper");
const rivals = new Engine("rivals");
const board = new Board($("board"));
export const game = new Game(new Engine("snake"), helper, changed);
let rival = null;
let search = null;
let spoken = "";

/** Names of cells: row and column from 1. */
const name = (cell) => {
  const { cols } = game.shown.game;
  return `${Math.floor(cell / cols) + 1},${(cell % cols) + 1}`;
};

/* The game that the form describes. */

function described() {
  const number = (id) => Number($(id).value);
  const [rows, cols] = $("size").value === "other" ? [number("rows"), number("cols")] : $("size").value.split("×").map(Number);
  return { rows, cols, seed: number("seed"), rules: { start: $("start").value, start_growth: number("start-growth"),
    growth: number("growth"), delayed: $("delayed").checked, lenient_tail: $("lenient").checked } };
}

export async function begin() {
  try {
    await game.begin(described(), { practice: $("practice").checked, mode: $("mode").value });
    showTable();
  } catch (error) {
    say(error.message);
  }
}

/** Leads the keys and the eye to the board, which on a narrow screen stands above the form. */
function showTable() {
  $("board").focus({ preventScroll: true });
  $("table").scrollIntoView({ block: "nearest" });
}

export async function open(link) {
  try {
    await game.open(link, { mode: $("mode").value });
    say(`A shared game of ${counted(game.state.moves, "step")}.`);
  } catch (error) {
    // The sentence stands below the game that is played instead.
    if (!game.state) await begin();
    say(error.step ? `The link is wrong at step ${error.step}: ${error.message}.` : `The link cannot be opened: ${error.message}.`);
  }
}

/* Rivals. */

async function startRival() {
  search?.abort();
  rival = null;
  const planner = $("rival").value;
  $("race-name").textContent = planner || "Rival";
  showRace();
  if (!planner || !game.state) return;
  const { seat } = game;
  search = new AbortController();
  try {
    const found = await rivals.call("snake.rival", { game: game.state.game, planner }, { signal: search.signal });
    if (game.seat !== seat || $("rival").value !== planner) return;
    rival = found;
    if (found.stopped) say(`${planner} was stopped after ${found.heads.length - 1} steps.`);
  } catch (error) {
    if (!isCancelled(error)) say(`${planner}: ${error.message}`);
  }
  showRace();
  showBoard();
}

/** The snake of the rival after as many steps as the person has made. */
function ghost(step) {
  if (!rival) return null;
  const place = Math.min(step, rival.heads.length - 1);
  const cells = rival.heads.slice(0, place + 1).reverse();
  return cells.slice(0, rival.lengths[place]);
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const difference = (steps) => (steps === 0 ? "even" : `${Math.abs(steps)} ${steps < 0 ? "ahead" : "behind"}`);

function showRace() {
  const own = game.shown?.apples ?? [];
  $("race").hidden = !rival || own.length === 0;
  if (!rival) return;
  const rows = own.map(({ total }, apple) => {
    const other = rival.apples[apple]?.total;
    const row = document.createElement("tr");
    const cells = [apple + 1, total, other ?? "–", other === undefined ? "–" : difference(total - other)];
    row.append(...cells.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
    return row;
  });
  $("race").tBodies[0].replaceChildren(...rows.reverse());
}

/* Maps of values. */

const MAPS = {
  search: (least, most) => [`the head is there in ${counted(least, "step")},`, `in ${counted(most, "step")}`],
  worth: (least, most) => ["a good place for the next apple,",
    `a place that costs about ${Math.round(most - least)} more steps later on (an estimate of foresight)`],
};

/** The map that is shown, of this state. */
let map = null;
let mapSearch = null;

/** Computes the map of the present position, unless it is known. */
async function updateMap() {
  const kind = Object.keys(MAPS).find((kind) => document.querySelector(`[data-layer="${kind}"]`).checked);
  const { state, replay } = game;
  if (map && (map.kind !== kind || map.state !== state || replay)) map = null;
  if (!kind || !state || replay || game.isOver) {
    mapSearch?.abort();
    $("scale").hidden = true;
    return;
  }
  if (map || mapSearch?.state === state && mapSearch.kind === kind) return;
  mapSearch?.abort();
  const control = (mapSearch = Object.assign(new AbortController(), { state, kind }));
  try {
    const { values } = await game.engine.call("snake.map", { kind }, { signal: control.signal });
    if (mapSearch !== control || game.state !== state || game.replay) return;
    map = { kind, state, values };
    const known = values.filter((value) => value !== null);
    $("scale").hidden = known.length === 0;
    [$("scale-low").textContent, $("scale-high").textContent] = MAPS[kind](Math.min(...known), Math.max(...known));
    showBoard();
  } catch (error) {
    if (!isCancelled(error)) say(error.message);
  } finally {
    if (mapSearch === control) mapSearch = null;
  }
}

/* Statistics. */

/** The table of planners for the present board, if the game has the usual rules. */
function planners({ rows, cols, rules }) {
  const isUsual = rules.growth === 1 && !rules.start_growth && !rules.delayed && !rules.lenient_tail;
  return isUsual ? (BANDS[`${rows}x${cols}`] ?? BANDS[`${cols}x${rows}`] ?? null) : null;
}

/** A row for each planner: its steps, and the share of its games that the best game of the person beats. */
function showPlanners(state, best) {
  const table = planners(state.game);
  $("planners").hidden = !table;
  if (!table) return;
  const all = Object.entries(table.planners).sort(([, one], [, other]) => one.totals[10] - other.totals[10]);
  const rows = all.map(([name, { totals }]) => {
    const row = document.createElement("tr");
    const share = best === undefined ? "–" : `${beaten(totals, best)} %`;
    row.append(...[name, totals[2], totals[10], totals[18], share].map((text) =>
      Object.assign(document.createElement("td"), { textContent: text })));
    return row;
  });
  $("planners").tBodies[0].replaceChildren(...rows);
}

function exportGames() {
  const url = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: url, download: "hamadryad-games.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function importGames() {
  const [file] = $("import").files;
  if (!file) return;
  try {
    say(`${counted(imported(await file.text()), "new game")}.`);
    showGames();
  } catch (error) {
    say(`Nothing is imported: ${error.message}.`);
  }
  $("import").value = "";
}

function showGames() {
  const { state } = game;
  if (!state) return;
  const all = games(state.game);
  const won = all.filter((one) => one.won);
  const best = won.map((one) => one.totals.at(-1)).sort((a, b) => a - b)[0];
  const most = Math.max(0, ...all.map((one) => one.totals.length));
  $("games").textContent = all.length === 0 ? "None yet. Games with hints, undone steps or a planner do not count." :
    `${all.length} finished, ${won.length} won${best === undefined ? "" : `, best in ${best} steps`}; most apples ${most}.`;
  showPlanners(state, best);
  drawChart(all, state);
}

/** Steps at each apple: yours as a line over the bands of your games, and the rival's. */
function drawChart(all, state) {
  const own = state.apples.map((apple) => apple.total);
  const lines = [own, rival?.apples.map((apple) => apple.total) ?? []];
  const band = (share) => Array.from({ length: Math.max(0, ...all.map((one) => one.totals.length)) }, (_, apple) => quantile(all, apple, share));
  const [low, high] = [band(0.1), band(0.9)];
  const table = planners(state.game);
  const other = table?.planners[$("rival").value];
  const longest = Math.max(...lines.map((line) => line.length), low.length, other ? table.apples.at(-1) : 0);
  const highest = Math.max(1, ...lines.flat(), ...high, ...(other?.high ?? []));
  const chart = $("chart");
  // Elements of SVG have no property `hidden`.
  chart.toggleAttribute("hidden", longest < 2);
  if (longest < 2) return;
  const x = (apple) => 30 + (280 * apple) / Math.max(1, longest - 1);
  const y = (steps) => 140 - (125 * steps) / highest;
  const points = (line) => line.map((steps, apple) => `${x(apple).toFixed(1)},${y(steps).toFixed(1)}`);
  const element = (tag, attributes, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  };
  const parts = [];
  if (other) {
    const at = (line) => table.apples.map((apple, place) => `${x(apple - 1).toFixed(1)},${y(line[place]).toFixed(1)}`);
    parts.push(element("polygon", { points: [...at(other.high), ...at(other.low).reverse()].join(" "), class: "planner" }));
  }
  if (low.length > 1) {
    parts.push(element("polygon", { points: [...points(high), ...points(low).reverse()].join(" "), class: "band" }));
  }
  lines.forEach((line, which) => {
    parts.push(element("polyline", { points: points(line).join(" "), class: which === 0 ? "own" : "other" }));
  });
  parts.push(element("text", { x: 2, y: 12 }, `${highest} steps`));
  parts.push(element("text", { x: 318, y: 156, "text-anchor": "end" }, `apple ${longest}`));
  parts.push(element("text", { x: 30, y: 156 }, `— you${rival ? `  ┄ ${rival.planner}` : ""}${low.length > 1 ? "  ▒ your games" : ""}${other ? `  ▤ its ${other.games} games` : ""}`));
  chart.replaceChildren(...parts);
}

/* The page after a change. */

function changed(what) {
  if (what === "begin") {
    say("");
    spoken = "";
    startRival();
  }
  if (what === "step" && game.isOver) finished();
  else if (what === "step") say("");
  if (what === "error") say(game.error);
  if (what === "hint") {
    const { hint } = game;
    const certainty = { cycle: "along a round trip", "cycle-at-apple": "a round trip begins at the apple", guess: "a guess: nothing proves it" };
    say(hint ? `Hint: ${{ U: "up", R: "right", D: "down", L: "left" }[hint.to]} – ${certainty[hint.certainty]}` +
      (hint.path.length > 1 ? `, ${counted(hint.path.length - 1, "step")} to the apple.` : ".") : "The game is over.");
  }
  updateMap();
  showBoard();
  showNumbers();
  showLight();
  showWhy();
  showControls();
  // The table changes with the apples only.
  if (what === "begin" || what === "undo" || what === "replay" || game.state.outcome === "ate") showRace();
  if (what === "begin" || (what === "step" && (game.isOver || game.state.outcome === "ate"))) showGames();
}

function finished() {
  const { state, helped } = game;
  const all = games(state.game);
  const totals = state.apples.map((apple) => apple.total);
  const end = state.status === "won" ? `Won in ${totals.at(-1)} steps.` : `Over: ${state.death}.`;
  const rank = helped || totals.length === 0 ? null : percentile(all, totals);
  const beats = rank === null ? "" : ` Better than ${rank} % of your games on this board.`;
  const table = state.status === "won" && !helped ? planners(state.game) : null;
  const name = table?.planners[$("rival").value] ? $("rival").value : "splice";
  const places = table?.planners[name] ? ` Fewer steps than ${beaten(table.planners[name].totals, totals.at(-1))} % of the games of ${name}.` : "";
  if (!helped) addGame(state.game, state);
  say(end + beats + places + (state.status === "lost" && state.practice ? " Undo takes the step back." : ""));
}

function showBoard() {
  const { shown, replay } = game;
  if (!shown) return;
  const has = (layer) => document.querySelector(`[data-layer="${layer}"]`).checked;
  const light = replay ? null : game.light;
  const plan = replay ? null : (game.hint ?? light);
  board.show({
    rows: shown.game.rows, cols: shown.game.cols, snake: shown.snake, apple: shown.apple, isLost: shown.status === "lost",
    heading: game.heading,
    layers: {
      heat: map?.state === game.state && !replay ? map.values : null,
      plan: has("plan") || game.hint ? plan?.path : null,
      cycle: has("cycle") ? plan?.cycle : null,
      tree: has("tree") ? plan?.tree : null,
      unreachable: has("unreachable") ? shown.unreachable : null,
      ghost: has("ghost") ? ghost(shown.moves) : null,
      why: replay ? null : game.why,
      hint: game.hint && !replay ? game.hint.to : null,
    },
  });
  $("board").setAttribute("aria-label", description(shown));
}

/** The position in words. */
function description(shown) {
  const { cols, rows } = shown.game;
  const place = `Snake on ${rows} by ${cols}. Head ${name(shown.snake[0])}`;
  if (shown.apple === null) return `${place}; the board is full.`;
  const [dy, dx] = [Math.floor(shown.apple / cols) - Math.floor(shown.snake[0] / cols), (shown.apple % cols) - (shown.snake[0] % cols)];
  const way = [dy && `${Math.abs(dy)} ${dy < 0 ? "up" : "down"}`, dx && `${Math.abs(dx)} ${dx < 0 ? "left" : "right"}`];
  const light = game.replay || !game.light ? "" : `; ${LIGHTS[game.light.kind][1].toLowerCase()}`;
  const end = shown.status === "lost" ? "; the snake is dead" : "";
  return `${place}; apple ${name(shown.apple)}, ${way.filter(Boolean).join(" and ")}; length ${shown.snake.length}${light}${end}.`;
}

function showNumbers() {
  const { shown } = game;
  if (!shown) return;
  const { apples, snake } = shown;
  const steps = (apples.at(-1)?.total ?? 0) + shown.since;
  $("length").textContent = `${snake.length} of ${shown.game.rows * shown.game.cols}`;
  $("steps").textContent = steps;
  $("since").textContent = shown.since;
  $("average").textContent = apples.length ? (apples.at(-1).total / apples.length).toFixed(1) : "–";
  // People who do not see the board hear of apples, and of changes of the light.
  const words = `Length ${snake.length}. ${shown.status === "running" ? LIGHTS[game.light?.kind ?? "none"][1] : shown.status}.`;
  if (words !== spoken && !game.replay && !(game.light?.kind === "unknown")) {
    spoken = words;
    const behind = rival?.apples[apples.length - 1];
    const race = behind ? ` ${difference(apples.at(-1).total - behind.total)} of ${rival.planner}.` : "";
    $("live").textContent = `${words}${race} ${description(shown)}`;
  }
}

function showLight() {
  const { light, state, replay, lastSafe } = game;
  const kind = replay || !light ? "none" : light.kind;
  $("light").dataset.kind = kind;
  $("light-sign").textContent = LIGHTS[kind][0];
  $("light-title").textContent = replay ? "Replay" : state?.status === "won" ? "Won" : state?.status === "lost" ? "Lost" : LIGHTS[kind][1];
  const last = lastSafe && lastSafe !== state.snake.length ? ` Last proven at length ${lastSafe}.` : "";
  $("light-text").textContent = {
    none: "",
    safe: `– a round trip of the board runs through the snake: ${counted(light?.steps, "step")} to the apple${light?.is_least ? ", none shorter" : ""}.`,
    "not-proven": `– no round trip runs through the snake: nothing proves that it wins.${last}`,
    unknown: `– the search for a round trip goes on, or had no time.${last}`,
  }[kind];
}

/** The reason why no round trip runs through the snake, below the board. */
function showWhy() {
  const { light, why, whyControl, replay, pilot, isOver } = game;
  $("light-why").hidden = light?.kind !== "not-proven" || isOver || Boolean(replay) || Boolean(pilot);
  $("light-why").textContent = whyControl ? "Stop" : why ? "Hide" : "Why?";
  if (replay || (!why && !whyControl)) return $("why").replaceChildren();
  const made = (tag, ...content) => {
    const element = document.createElement(tag);
    element.append(...content);
    return element;
  };
  if (whyControl) return $("why").replaceChildren(made("p", "Searching for the reason…"));
  if (why.kind !== "cells") {
    const text = why.kind === "none" ? "A round trip runs through the snake." : "The reason is not known: the time was over.";
    return $("why").replaceChildren(made("p", text));
  }
  const end = why.is_minimal ? "" : " Perhaps not all of them are needed.";
  const legend = `× not all on one round trip, ○ entered and left once, • the snake's way is fixed.${end}`;
  return $("why").replaceChildren(made("p", "No round trip runs through the snake, because"),
    made("ul", ...why.sentences.map((sentence) => made("li", `${sentence}.`))), made("p", legend));
}

function showControls() {
  const { replay, pilot, isOver, isPaused, isRunning, state } = game;
  $("pause").hidden = !(isRunning || pilot);
  $("pause").disabled = isOver || Boolean(replay);
  $("pause").textContent = pilot ? "Stop planner" : isPaused ? "Go on" : "Pause";
  $("hint").disabled = $("finish").disabled = isOver || Boolean(replay) || Boolean(pilot);
  $("undo").disabled = !state?.practice || state.moves === 0 || Boolean(replay);
  $("show-replay").disabled = !state?.moves || Boolean(replay);
  $("share").disabled = !state;
  $("replay").hidden = !replay;
  $("pad").hidden = Boolean(replay);
  if (replay) {
    $("replay-place").max = replay.last;
    $("replay-place").value = Math.max(0, replay.step);
    $("replay-number").value = `${Math.max(0, replay.step)} of ${replay.last}`;
    $("replay-play").textContent = replay.isPlaying ? "Pause" : "Play";
  }
  const waits = isRunning && isPaused && !isOver && !replay && !pilot;
  $("notice").hidden = !waits;
  $("notice").textContent = game.direction?.call && state && game.direction() ? "Paused – a turn or P goes on" : "Any direction starts";
}

/** A sentence below the board. */
export function say(text, node) {
  $("message").replaceChildren(text ?? "", ...(node ? [" ", node] : []));
}

/* Controls. */

async function share() {
  const { link } = await game.engine.call("snake.link");
  const url = `${location.href.split("#")[0]}#${link}`;
  const anchor = Object.assign(document.createElement("a"), { href: url, textContent: "Link to this game" });
  try {
    await navigator.clipboard.writeText(url);
    say("The link is on the clipboard:", anchor);
  } catch {
    say("Copy this link:", anchor);
  }
}

const commands = {
  begin,
  pause: () => game.togglePause(),
  hint: () => game.showHint(),
  explain: () => game.explain(),
  finish: () => game.takeOver($("pilot").value),
  undo: () => game.undo(),
};
for (const layer of ["plan", "cycle", "tree", "worth", "search", "unreachable", "ghost"]) {
  commands[layer] = () => {
    const box = document.querySelector(`[data-layer="${layer}"]`);
    box.checked = !box.checked;
    layersChanged(box);
  };
}

function layersChanged(changed) {
  // The board has one map at a time.
  for (const kind of Object.keys(MAPS)) {
    if (changed?.checked && changed.dataset.layer in MAPS && kind !== changed.dataset.layer) {
      document.querySelector(`[data-layer="${kind}"]`).checked = false;
    }
  }
  const boxes = [...document.querySelectorAll("[data-layer]")];
  save("layers", boxes.filter((box) => box.checked).map((box) => box.dataset.layer));
  updateMap();
  showBoard();
}

function formChanged() {
  for (const other of document.querySelectorAll(".other")) other.hidden = $("size").value !== "other";
  game.speed = Number($("speed").value);
  $("speed-number").value = $("speed").value;
  const value = (id) => ($(id).type === "checkbox" ? $(id).checked : $(id).value);
  save("settings", Object.fromEntries(FIELDS.map((id) => [id, value(id)])));
}

function restoreForm() {
  for (const [id, value] of Object.entries(load("settings", {}))) {
    if (!FIELDS.includes(id)) continue;
    if ($(id).type === "checkbox") $(id).checked = value;
    else $(id).value = value;
  }
  const layers = load("layers", null);
  for (const box of document.querySelectorAll("[data-layer]")) {
    if (layers) box.checked = layers.includes(box.dataset.layer);
    box.addEventListener("change", () => layersChanged(box));
  }
}

/** Prepares the tab; the hash of the address may have a game. */
export async function start() {
  const option = (text, value = text) => new Option(text, value);
  $("rival").append(option("none", ""), ...PLANNERS.map((planner) => option(planner)));
  $("pilot").append(...PLANNERS.filter((planner) => !["zig-zag", "dynamic"].includes(planner)).map((planner) => option(planner)));
  $("rival").value = "splice";
  $("pilot").value = "splice";
  restoreForm();
  formChanged();
  for (const id of FIELDS) $(id).addEventListener("change", formChanged);
  $("speed").addEventListener("input", formChanged);
  $("rival").addEventListener("change", () => startRival().then(showGames));
  $("mode").addEventListener("change", () => {
    game.pause();
    game.isRunning = $("mode").value === "run";
    showControls();
  });
  $("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  $("dice").addEventListener("click", () => {
    $("seed").value = crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;
    formChanged();
    begin();
  });
  $("light-why").addEventListener("click", commands.explain);
  for (const id of ["pause", "hint", "finish", "undo"]) $(id).addEventListener("click", commands[id]);
  $("show-replay").addEventListener("click", () => game.startReplay(0).then(() => game.playReplay(true)));
  $("share").addEventListener("click", share);
  $("export").addEventListener("click", exportGames);
  $("import-games").addEventListener("click", () => $("import").click());
  $("import").addEventListener("change", importGames);
  $("replay-play").addEventListener("click", () => game.playReplay(!game.replay.isPlaying));
  $("replay-back").addEventListener("click", () => game.seek(game.replay.step - 1));
  $("replay-on").addEventListener("click", () => game.seek(game.replay.step + 1));
  $("replay-place").addEventListener("input", () => game.seek(Number($("replay-place").value)));
  $("replay-leave").addEventListener("click", () => game.leaveReplay());
  $("replay-same").addEventListener("click", async () => {
    const { game: same } = game.state;
    await game.begin(same, { practice: $("practice").checked, mode: $("mode").value });
    showTable();
  });
  const turn = (to) => game.press(to);
  listenToKeys($("snake"), turn, (command) => commands[command]());
  listenToSwipes($("board"), turn);
  listenToPads($("snake"), turn, (command) => commands[command]());
  for (const button of document.querySelectorAll("#pad button")) {
    // A turn begins when the finger goes down; a click by keyboard has no pointer.
    button.addEventListener("pointerdown", () => turn(button.dataset.to));
    button.addEventListener("click", (event) => event.detail === 0 && turn(button.dataset.to));
  }
  addEventListener("blur", () => game.pause());
  document.addEventListener("visibilitychange", () => document.hidden && game.pause());
  addEventListener("hashchange", () => location.hash.includes("g=snake") && open(location.hash));
  if (location.hash.includes("g=snake")) await open(location.hash);
  else await begin();
}

/** Draws anew, for example in other colours. */
export const redraw = showBoard;
