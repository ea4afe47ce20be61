// The tab of programs: files, runs, and their results.

import { Engine, isCancelled } from "./engine.js";
import { load, save } from "./store.js";

const $ = (id) => document.getElementById(id);
const engine = new Engine("programs");
let files = [];
let current = 0;
let examples = [];
let run = null;
let isStarted = false;
/** The shown symbols of the answers on the page, and the place of the one that questions are about; null if none. */
let answers = [];
let asked = null;
/** Whether the person has changed the program since it was opened. */
let isOwn = false;

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/* Files. */

function showFiles() {
  const buttons = files.map((file, place) => {
    const button = element("button", { textContent: file.name, title: "Double click or F2 renames" });
    button.setAttribute("aria-pressed", place === current);
    button.addEventListener("click", () => select(place));
    button.addEventListener("dblclick", () => rename(place));
    button.addEventListener("keydown", (event) => event.key === "F2" && rename(place));
    return button;
  });
  if (files.length > 1) {
    const remove = element("button", { textContent: "✕", title: "Close this file" });
    remove.setAttribute("aria-label", `Close ${files[current].name}`);
    remove.addEventListener("click", () => {
      files.splice(current, 1);
      select(0);
    });
    buttons.push(remove);
  }
  $("files").replaceChildren(...buttons);
}

function select(place) {
  current = Math.min(place, files.length - 1);
  $("text").value = files[current].text;
  $("text").setAttribute("aria-label", `Program ${files[current].name}`);
  showFiles();
  showLines();
}

function rename(place) {
  const name = prompt("Name of the file", files[place].name)?.trim();
  if (name && !files.some((file) => file.name === name)) {
    files[place].name = name;
    isOwn = true;
  }
  edited();
  showFiles();
}

/** Keeps the program of the person when an example takes its place; the list of examples brings it back. */
function keepOwn() {
  if (!isOwn) return;
  save("own-program", { files, models: $("models").value });
  showOwn();
}

function showOwn() {
  const own = load("own-program", null);
  if (!own || $("examples").querySelector("[value=own]")) return;
  $("examples").options[0].after(new Option("your last program", "own"));
}

function open(all, models) {
  isOwn = false;
  files = all.map(({ name, text }) => ({ name, text }));
  if (models !== undefined) $("models").value = models ?? 1;
  select(0);
  marks([]);
}

function edited() {
  files[current].text = $("text").value;
  save("program", { files, models: $("models").value, isOwn });
  showLines();
}

/* The numbers of lines, with marks for diagnostics. */

let marked = [];

function marks(diagnostics) {
  marked = diagnostics;
  const items = diagnostics.map((diagnostic) => {
    const button = element("button", { textContent: diagnostic.text });
    button.addEventListener("click", () => goTo(diagnostic));
    return element("li", { className: diagnostic.severity }, button);
  });
  $("diagnostics").replaceChildren(...items);
  showLines();
}

function showLines() {
  const count = $("text").value.split("\n").length;
  const here = marked.filter((diagnostic) => diagnostic.file === files[current].name);
  const severity = new Map(here.toReversed().map((diagnostic) => [diagnostic.begin[0], diagnostic.severity]));
  // Beyond some thousands of lines, numbers are of no use and take long.
  const lines = Array.from({ length: Math.min(count, 5000) }, (_, line) =>
    severity.has(line + 1) ? element("span", { className: severity.get(line + 1), textContent: `${line + 1}\n` }) : `${line + 1}\n`);
  $("lines").replaceChildren(...lines);
  $("lines").scrollTop = $("text").scrollTop;
}

/** The offset of a place of a text; columns count characters, not units of UTF-16. */
function offset(text, [line, column]) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, other) => sum + other.length + 1, 0);
  return before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

function goTo(diagnostic) {
  const place = files.findIndex((file) => file.name === diagnostic.file);
  if (place < 0) return;
  select(place);
  const text = $("text");
  text.focus();
  text.setSelectionRange(offset(text.value, diagnostic.begin), offset(text.value, diagnostic.end));
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (diagnostic.begin[0] - 4) * height);
}

/* Runs. */

const number = (id) => Number($(id).value);

function request() {
  const what = $("what").value;
  const program = { files, seconds: number("seconds") };
  const all = { ...program, models: number("models") };
  switch (what) {
    case "ground": return ["program.ground", program];
    case "aspif": return ["program.ground", { ...program, aspif: true }];
    case "draw": return ["program.draw", all];
    case "optimal": return ["program.solve", { ...all, models: 0, all_optimal: true }];
    case "brave": case "cautious": return ["program.solve", { ...all, models: 0, consequences: what }];
    // One answer is asked for as on the command line: with an objective, an optimal one.
    default: return ["program.solve", all.models === 1 ? program : all];
  }
}

function onPart(part) {
  if (part.answer) {
    const { answer } = part;
    const costs = answer.costs ? `, cost ${answer.costs.join(" ")}${answer.optimal ? ", optimal" : ""}` : "";
    const title = element("h3", { textContent: `Answer ${answer.number}${costs}, ${answer.seconds.toFixed(3)} s` });
    answers.push(answer);
    $("output").append(element("article", {}, title, symbolsOf(answer, answers.length - 1)));
    $("verdict").textContent = `${counted(answer.number, "answer")} so far …`;
  } else if (part.picture) {
    const { picture } = part;
    // As an image, a picture cannot run scripts or load files.
    const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
    const label = `Answer ${picture.answer}${picture.name === "default" ? "" : `, ${picture.name}`}`;
    const image = element("img", { src: source, alt: `Picture of the graph: ${label}` });
    $("output").append(element("article", {}, element("h3", { textContent: label }), image));
  }
}

/** The number of symbols of an answer that can be clicked; more take long. */
const CLICKED = 2000;

/** The symbols of an answer; a click on one asks why it is in the answer. */
function symbolsOf(answer, place) {
  if (!answer.symbols.length) return element("pre", { textContent: "(no atoms)" });
  if (answer.symbols.length > CLICKED) return element("pre", { textContent: answer.symbols.join(" ") });
  const symbols = answer.symbols.flatMap((symbol) => {
    const button = element("button", { className: "atom", textContent: symbol, title: "Why?" });
    button.addEventListener("click", () => {
      asked = place;
      $("atom").value = symbol;
      explain();
    });
    return [button, " "];
  });
  return element("pre", {}, ...symbols);
}

/** Shows the question that can be asked: about an atom of an answer, or why there is none. */
function offer(verdict) {
  const isUnsatisfiable = verdict === "unsatisfiable";
  $("question").hidden = !isUnsatisfiable && !answers.length;
  $("atom").parentElement.hidden = isUnsatisfiable;
  asked = answers.length ? 0 : null;
}

/** Asks why there is no answer, or why the atom is in the answer or not. */
function explain() {
  const args = { files, seconds: number("seconds") };
  if (answers.length) {
    const { symbols, number: which } = answers[asked ?? 0];
    const atom = $("atom").value.trim();
    if (!atom) {
      $("atom").focus();
      return;
    }
    args[symbols.includes(atom) ? "why" : "why_not"] = atom;
    args.answer = symbols;
    startCall("program.explain", args, (result, time) => showExplanation(`${atom}, answer ${which}`, result, time));
    return;
  }
  startCall("program.explain", args, (result, time) => showExplanation("no answer", result, time));
}

function showExplanation(title, result, time) {
  marks(result.diagnostics);
  const stopped = result.stopped ? ` – stopped: ${WHY[result.stopped]}` : "";
  $("verdict").textContent = `Explained in ${(time / 1000).toFixed(2)} s${stopped}.`;
  $("explanation")?.remove();
  const article = element("article", { id: "explanation" }, element("h3", { textContent: `Why: ${title}` }),
    element("pre", { textContent: result.text.trimEnd() }));
  $("output").prepend(article);
  $("output").scrollTop = 0;
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const WHY = { time: "the time was over", memory: "the memory limit was reached", cancelled: "it was stopped",
  length: "the text is longer than 4 MiB" };
const VERDICTS = { satisfiable: "Satisfiable", unsatisfiable: "Unsatisfiable", optimum: "Optimum found", unknown: "Unknown" };

function showResult(call, result, time) {
  const seconds = `${(time / 1000).toFixed(2)} s`;
  marks(result.diagnostics ?? []);
  if (call === "program.ground") {
    const cut = result.cut ? ` (incomplete: ${WHY[result.cut]})` : "";
    $("verdict").textContent = `Grounded in ${seconds}${cut}.`;
    $("output").append(element("pre", { textContent: result.text }));
    return;
  }
  const stopped = result.stopped ? ` – stopped${result.stage === "grounding" ? " while grounding" : ""}: ${WHY[result.stopped]}` : "";
  if (call === "program.draw") {
    $("verdict").textContent = `${counted(result.pictures, "picture")} in ${seconds}${stopped}.`;
    return;
  }
  const rest = result.models > result.sent ? ` (the first ${result.sent} are shown)` : "";
  const more = result.models === 0 ? "" : result.exhausted ? ", no more" : ", there may be more";
  $("verdict").textContent = `${VERDICTS[result.verdict]}: ${counted(result.models, "answer")}${rest}${more}, ${seconds}${stopped}.`;
  $("output").append(element("article", {}, element("pre", { textContent: result.summary })));
}

function startRun() {
  edited();
  const [call, args] = request();
  $("output").replaceChildren();
  answers = [];
  $("question").hidden = true;
  return startCall(call, args, (result, time) => {
    showResult(call, result, time);
    if (call === "program.solve" && !args.consequences) offer(result.verdict);
  });
}

/** Sends a call that can be stopped; one runs at a time. */
async function startCall(call, args, onResult) {
  run?.abort();
  const control = (run = new AbortController());
  $("verdict").textContent = "Running …";
  $("run").disabled = $("ask").disabled = true;
  $("stop").disabled = false;
  const begin = performance.now();
  try {
    const result = await engine.call(call, args, { onPart, signal: control.signal });
    onResult(result, performance.now() - begin);
  } catch (error) {
    marks(error.diagnostics ?? []);
    $("verdict").textContent = isCancelled(error) ? "Stopped." : `Error: ${error.message}.`;
    if (isCancelled(error) && call === "program.solve") offer(null);
  }
  if (run === control) {
    run = null;
    $("run").disabled = $("ask").disabled = false;
    $("stop").disabled = true;
  }
}

async function format() {
  try {
    const { text } = await engine.call("program.format", files[current]);
    $("text").value = text;
    edited();
    marks([]);
  } catch (error) {
    marks(error.diagnostics ?? []);
    $("verdict").textContent = `Error: ${error.message}.`;
  }
}

/* Links: the files as deflated JSON in letters of base64url. */

async function transformed(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function packed(text) {
  const bytes = await transformed(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(letters) {
  const binary = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  return new TextDecoder().decode(await transformed(bytes, new DecompressionStream("deflate-raw")));
}

/** The address of the page with the present program. */
export async function link() {
  const letters = await packed(JSON.stringify(files.map(({ name, text }) => [name, text])));
  return `${location.href.split("#")[0]}#g=program&p=${letters}`;
}

/** Opens the program of a link; the program runs only when the person wants it. */
export async function openLink(hash) {
  await start();
  keepOwn();
  try {
    const all = JSON.parse(await unpacked(new URLSearchParams(hash.slice(1)).get("p")));
    open(all.map(([name, text]) => ({ name: String(name), text: String(text) })));
    $("verdict").textContent = "A shared program.";
  } catch {
    $("verdict").textContent = "Error: the link of the program is incomplete or wrong.";
  }
}

async function share() {
  const url = await link();
  const anchor = element("a", { href: url, textContent: "Link to this program" });
  const isCopied = await navigator.clipboard.writeText(url).then(() => true, () => false);
  $("verdict").replaceChildren(isCopied ? "The link is on the clipboard: " : "Copy this link: ", anchor);
}

function addFile() {
  const names = new Set(files.map((file) => file.name));
  const name = Array.from({ length: files.length + 1 }, (_, place) => `file${place + 1}.lp`).find((free) => !names.has(free));
  files.push({ name, text: "" });
  select(files.length - 1);
  $("text").focus();
}

/** Prepares the tab when it is shown for the first time. */
export async function start() {
  if (isStarted) return;
  isStarted = true;
  const stored = load("program", null);
  open(stored?.files?.length ? stored.files : [{ name: "program.lp", text: "" }], stored?.models);
  isOwn = Boolean(stored?.isOwn);
  $("text").addEventListener("input", () => {
    isOwn = true;
    edited();
  });
  $("text").addEventListener("scroll", () => ($("lines").scrollTop = $("text").scrollTop));
  $("run").addEventListener("click", startRun);
  $("stop").addEventListener("click", () => run?.abort());
  $("format").addEventListener("click", format);
  $("question").addEventListener("submit", (event) => {
    event.preventDefault();
    explain();
  });
  $("share-program").addEventListener("click", share);
  $("add-file").addEventListener("click", addFile);
  $("playground").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      startRun();
    }
    if (event.key === "Escape") run?.abort();
  });
  $("examples").addEventListener("change", () => {
    const value = $("examples").value;
    const own = load("own-program", null);
    if (value === "own" && own) {
      open(own.files, own.models);
      isOwn = true;
      edited();
      return;
    }
    const example = examples[value];
    if (!example) return;
    keepOwn();
    open(example.files, example.models);
    $("what").value = example.files[0].name === "map.lp" ? "draw" : "solve";
    edited();
  });
  examples = await engine.call("program.examples");
  $("examples").append(new Option("choose …", ""), ...examples.map((example, place) => new Option(example.title, place)));
  showOwn();
  if (!stored) open(examples[0].files, examples[0].models);
}
