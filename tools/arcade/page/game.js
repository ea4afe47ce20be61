// A game of Snake as it runs: the clock of a running game, the queue of turns, the planner that takes over, replays.
// The rules are those of the engine; this file only decides when which call is sent. It knows no element of the page.

import { direction } from "./board.js";
import { isCancelled } from "./engine.js";

const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
/** Turns that wait for their steps. */
const QUEUE = 2;
/** Milliseconds for the light in the reply to a step; in a running game at most a quarter of a step. */
const LIGHT = 12;
/** Milliseconds for the light when nothing else happens. */
const LONG_LIGHT = 1500;
/** Milliseconds for the cells that exclude every round trip. */
const WHY = 10000;

export class Game {
  /**
   * `engine` has the game, `helper` searches the plans of planners. `onChange(what)` is called after each change:
   * `begin`, `step`, `undo`, `light`, `why`, `hint`, `pause`, `replay`, `planner`, `error`.
   */
  constructor(engine, helper, onChange) {
    Object.assign(this, { engine, helper, onChange });
    /** The end of all changes of the game so far: they happen one after another. */
    this.changes = Promise.resolve();
    this.speed = 6;
    this.isRunning = false;
    this.reset(null);
  }

  reset(state) {
    /** A new object for each game. */
    this.seat = {};
    this.state = state;
    this.light = state?.light ?? null;
    this.lastSafe = this.light?.kind === "safe" ? state.snake.length : null;
    this.queue = [];
    this.heading = null;
    this.isPaused = true;
    this.hint = null;
    /** The cells that exclude every round trip, if they are shown. */
    this.why = null;
    this.pilot = null;
    this.replay = null;
    this.helped = false;
    this.error = null;
    clearTimeout(this.timer);
    this.cancelLight();
  }

  get isOver() {
    return !this.state || this.state.status !== "running";
  }

  /** Begins a game; `mode` is `turn` or `run`. */
  async begin(game, { practice, mode }) {
    await this.start("snake.begin", { game, practice }, mode);
    this.onChange("begin");
  }

  /** Opens the game of a link as a replay from its beginning. */
  async open(link, { mode }) {
    await this.start("snake.open", { link, practice: true }, mode);
    this.helped = true;
    this.onChange("begin");
    await this.startReplay(0);
    this.replay.isShared = true;
    this.onChange("replay");
  }

  start(call, args, mode) {
    this.cancelLight();
    return this.change(async () => {
      const state = await this.engine.call(call, { ...args, light_ms: 100 });
      this.reset(state);
      this.isRunning = mode === "run";
    });
  }

  /** Runs a change of the game after all earlier ones. */
  change(action) {
    const result = this.changes.then(action);
    this.changes = result.catch(() => {});
    return result;
  }

  /** A turn by key, swipe, pad or game pad. */
  press(to) {
    if (this.isOver || this.replay) return;
    this.stopPilot();
    const last = this.queue.at(-1) ?? this.direction();
    const isReverse = to === OPPOSITE[last] && (this.state.snake.length > 1 || this.queue.length > 0);
    if (!this.isRunning) {
      if (isReverse && this.queue.length === 0) return this.fail("a snake cannot turn back into its neck");
      if (this.queue.length < QUEUE) this.queue.push(to);
      this.work();
      return;
    }
    if (isReverse) return;
    if (to !== last && this.queue.length < QUEUE) this.queue.push(to);
    this.resume();
  }

  /** The direction of the snake; null for a snake of one cell that has not moved. */
  direction() {
    const { snake, game } = this.state;
    return this.heading ?? (snake.length > 1 ? direction(snake[1], snake[0], game.cols) : null);
  }

  resume() {
    if (!this.isPaused || this.isOver || this.replay) return;
    this.isPaused = false;
    this.onChange("pause");
    if (this.isRunning) this.tick();
  }

  pause() {
    if (this.isPaused) return;
    this.isPaused = true;
    clearTimeout(this.timer);
    this.stopPilot();
    this.onChange("pause");
    this.improveLight();
  }

  togglePause() {
    if (this.replay) return this.playReplay(!this.replay.isPlaying);
    if (this.pilot) return this.stopPilot();
    if (!this.isRunning || this.isOver) return;
    if (this.isPaused && this.direction()) this.resume();
    else this.pause();
  }

  /** A step of a running game; the next one is due an interval after this one was. */
  async tick() {
    clearTimeout(this.timer);
    if (this.isPaused || this.isOver || this.isTicking) return;
    this.isTicking = true;
    const due = performance.now() + 1000 / this.speed;
    const to = this.queue.shift() ?? this.direction();
    if (to) await this.step(to);
    this.isTicking = false;
    if (!this.isPaused && !this.isOver) {
      this.timer = setTimeout(() => this.tick(), Math.max(0, due - performance.now()));
    }
  }

  /** Steps of a game turn by turn, as long as turns wait. */
  async work() {
    if (this.isWorking) return;
    this.isWorking = true;
    while (this.queue.length > 0 && !this.isOver) await this.step(this.queue.shift());
    this.queue = [];
    this.isWorking = false;
  }

  /** Makes a step of the present game; nothing happens if another game begins before it. */
  step(to) {
    this.cancelLight();
    this.hint = null;
    const { seat } = this;
    return this.change(async () => {
      if (this.seat !== seat || this.isOver || this.replay) return;
      const time = this.isRunning || this.pilot ? Math.min(LIGHT, 250 / this.speed) : LIGHT;
      try {
        this.take(await this.engine.call("snake.step", { to, light_ms: time }));
        this.heading = to;
        this.error = null;
        this.onChange("step");
        this.improveLight();
      } catch (error) {
        this.queue = [];
        this.fail(error.message);
      }
    });
  }

  take(state) {
    this.state = state;
    this.why = null;
    this.light = state.light ?? null;
    if (this.light?.kind === "safe") this.lastSafe = state.snake.length;
    if (this.isOver) this.isPaused = true;
  }

  /** Searches on if the light is unknown and nothing else is to be done. */
  improveLight() {
    const isIdle = !this.pilot && (this.isPaused || !this.isRunning);
    if (isIdle && !this.isOver && !this.replay && this.light?.kind === "unknown") this.searchLight();
  }

  /** Searches for a round trip until one is found or the next step begins. */
  async searchLight() {
    this.cancelLight();
    const state = this.state;
    const control = (this.lightControl = new AbortController());
    try {
      const light = await this.engine.call("snake.light", { ms: LONG_LIGHT }, { signal: control.signal });
      if (this.state !== state || this.replay) return;
      this.light = light;
      if (light?.kind === "safe") this.lastSafe = state.snake.length;
      this.onChange("light");
    } catch (error) {
      if (!isCancelled(error)) this.fail(error.message);
    }
  }

  cancelLight() {
    for (const control of [this.lightControl, this.whyControl]) control?.abort();
    this.lightControl = this.whyControl = null;
  }

  /** Searches for cells that exclude every round trip; the next step, or a second call, ends the search. */
  async explain() {
    if (this.light?.kind !== "not-proven" || this.isOver || this.replay || this.pilot) return;
    if (this.isRunning) this.pause();
    if (this.why || this.whyControl) {
      this.cancelLight();
      this.why = null;
      this.onChange("why");
      return;
    }
    const state = this.state;
    const control = (this.whyControl = new AbortController());
    this.onChange("why");
    try {
      const why = await this.engine.call("snake.explain", { ms: WHY }, { signal: control.signal });
      if (this.state !== state || this.whyControl !== control) return;
      this.whyControl = null;
      this.why = why;
      this.onChange("why");
    } catch (error) {
      if (isCancelled(error)) return;
      this.whyControl = null;
      this.fail(error.message);
    }
  }

  async showHint() {
    if (this.isOver || this.replay) return;
    if (this.isRunning) this.pause();
    this.cancelLight();
    const state = this.state;
    try {
      const hint = await this.engine.call("snake.hint", { ms: 300 });
      if (this.state !== state) return;
      this.hint = hint;
      this.helped = true;
      this.onChange("hint");
      this.improveLight();
    } catch (error) {
      this.fail(error.message);
    }
  }

  undo() {
    if (!this.state || this.replay) return undefined;
    this.pause();
    this.stopPilot();
    this.cancelLight();
    return this.change(async () => {
      try {
        this.take(await this.engine.call("snake.undo", { light_ms: LIGHT }));
        Object.assign(this, { hint: null, queue: [], heading: null, helped: true, error: null, isPaused: true });
        this.onChange("undo");
      } catch (error) {
        this.fail(error.message);
      }
    });
  }

  /** Lets a planner play on; a turn of the person, or a pause, ends it. */
  async takeOver(planner) {
    if (this.isOver || this.replay || this.pilot) return;
    this.pause();
    this.cancelLight();
    const control = new AbortController();
    const pilot = (this.pilot = { planner, moves: [], control, isComplete: false });
    this.helped = true;
    this.hint = null;
    this.onChange("planner");
    const play = this.playPilot(pilot);
    try {
      const onPart = (part) => pilot.moves.push(...part.moves);
      // Plans are searched in a session of their own engine, so that steps need not wait for them.
      const { link } = await this.engine.call("snake.link");
      await this.helper.call("snake.open", { link });
      const end = await this.helper.call("snake.finish", { planner }, { onPart, signal: control.signal });
      const known = pilot.taken + pilot.moves.length;
      pilot.moves.push(...[...end.moves].slice(known));
    } catch (error) {
      if (!isCancelled(error)) this.fail(error.message);
    }
    pilot.isComplete = true;
    await play;
  }

  async playPilot(pilot) {
    pilot.taken = 0;
    while (this.pilot === pilot && !this.isOver) {
      const due = performance.now() + 1000 / this.speed;
      const to = pilot.moves.shift();
      if (to) {
        pilot.taken++;
        await this.step(to);
      } else if (pilot.isComplete) break;
      await new Promise((done) => setTimeout(done, Math.max(to ? 0 : 10, due - performance.now())));
    }
    if (this.pilot === pilot) this.stopPilot();
  }

  stopPilot() {
    if (!this.pilot) return;
    this.pilot.control.abort();
    this.pilot = null;
    this.onChange("planner");
    this.improveLight();
  }

  /** Shows the game again, beginning at a step. */
  async startReplay(step) {
    if (!this.state || this.replay) return;
    this.pause();
    this.stopPilot();
    this.cancelLight();
    this.replay = { step: -1, state: this.state, last: this.state.moves, isPlaying: false };
    await this.seek(step);
  }

  async seek(step) {
    const { replay } = this;
    if (!replay) return;
    replay.wanted = Math.max(0, Math.min(replay.last, step));
    // Of several requests, only the last is sent.
    if (replay.isBusy) return;
    replay.isBusy = true;
    try {
      while (replay.wanted !== replay.step && this.replay === replay) {
        const wanted = replay.wanted;
        replay.state = await this.engine.call("snake.at", { step: wanted });
        replay.step = wanted;
        if (this.replay === replay) this.onChange("replay");
      }
    } catch (error) {
      this.fail(error.message);
    }
    replay.isBusy = false;
  }

  async playReplay(isPlaying) {
    const { replay } = this;
    if (!replay) return;
    replay.isPlaying = isPlaying;
    if (isPlaying && replay.step >= replay.last) await this.seek(0);
    this.onChange("replay");
    while (this.replay === replay && replay.isPlaying) {
      const due = performance.now() + 1000 / this.speed;
      await this.seek(replay.step + 1);
      if (replay.step >= replay.last) replay.isPlaying = false;
      await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    }
    if (this.replay === replay) this.onChange("replay");
  }

  leaveReplay() {
    this.replay = null;
    this.onChange("replay");
  }

  /** The state that is shown. */
  get shown() {
    return this.replay?.state ?? this.state;
  }

  fail(message) {
    this.error = message;
    this.onChange("error");
  }
}
