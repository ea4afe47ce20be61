// Turns and commands from keys, touches and game pads.

const TURNS = { ArrowUp: "U", ArrowRight: "R", ArrowDown: "D", ArrowLeft: "L", w: "U", d: "R", s: "D", a: "L" };
const COMMANDS = { p: "pause", " ": "pause", "?": "hint", i: "hint", e: "explain", x: "finish", z: "undo", Backspace: "undo",
  n: "begin", h: "plan", c: "cycle", t: "tree", v: "worth", m: "search", u: "unreachable", g: "ghost" };
/** The shortest swipe in pixels. */
const SWIPE = 24;

/** Keys of the game, unless they belong to a field, or the part of the page is hidden. */
export function listenToKeys(section, turn, command) {
  addEventListener("keydown", (event) => {
    if (section.hidden || event.ctrlKey || event.altKey || event.metaKey) return;
    const field = event.target.closest?.("input, select, textarea, button, summary, [role=tab], a");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isTurn = key in TURNS;
    // Buttons keep the keys that press them; fields keep all keys.
    if (field && (field.matches("input:not([type=checkbox]), select, textarea, [role=tab]") || [" ", "Enter"].includes(key))) return;
    if (isTurn) turn(TURNS[key]);
    else if (key in COMMANDS && !event.repeat) command(COMMANDS[key]);
    else return;
    event.preventDefault();
  });
}

/** Swipes: each stretch of some length is a turn, so that one touch can draw a path. */
export function listenToSwipes(element, turn) {
  let from = null;
  element.addEventListener("pointerdown", (event) => {
    element.focus({ preventScroll: true });
    if (event.pointerType === "mouse") return;
    from = [event.clientX, event.clientY];
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from[0], event.clientY - from[1]];
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
    from = [event.clientX, event.clientY];
    turn(Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : y > 0 ? "D" : "U");
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (from = null));
}

/** Game pads: the cross or the left stick turns; a button counts when it goes down, while the part of the page is shown. */
export function listenToPads(section, turn, command) {
  const BUTTONS = { 0: "hint", 1: "undo", 2: "finish", 3: "begin", 9: "pause" };
  const CROSS = { 12: "U", 13: "D", 14: "L", 15: "R" };
  let before = new Set();
  let isPolling = false;
  const poll = () => {
    const pads = navigator.getGamepads().filter(Boolean);
    const now = new Set();
    for (const pad of pads) {
      pad.buttons.forEach((button, number) => button.pressed && now.add(CROSS[number] ?? BUTTONS[number]));
      const [x = 0, y = 0] = pad.axes;
      if (Math.max(Math.abs(x), Math.abs(y)) > 0.6) now.add(Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : y > 0 ? "D" : "U");
    }
    for (const name of now) {
      if (name && !before.has(name) && !section.hidden) (name.length === 1 ? turn : command)(name);
    }
    before = now;
    isPolling = pads.length > 0;
    if (isPolling) requestAnimationFrame(poll);
  };
  addEventListener("gamepadconnected", () => {
    if (!isPolling) poll();
  });
}
