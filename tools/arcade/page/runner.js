// Runs calls of the WebAssembly module in a worker, one after another, and replaces the worker if it does not end.
//
// A call that is cancelled ends softly, where workers can be reached while they run: by a shared flag, or because the
// module is suspended now and then. A worker that has not ended within a second is ended from outside, and a new one
// begins with the same module; calls that changed the state of the old one are repeated.

/** Milliseconds for a soft end. */
const GRACE = 800;
/** The same where workers cannot be reached: only calls that end by themselves do. */
const SHORT_GRACE = 100;
/** A worker that has grown beyond this number of bytes, or half of its limit, is replaced: a module's memory never shrinks. */
const LARGE = 256 << 20;
/** The usual limits of a call: milliseconds and bytes. */
const TIME = 60_000;
const MEMORY = 1 << 30;

const aborted = () => new DOMException("the call was cancelled", "AbortError");

/** An error of a worker: `code` is `bug`, `memory` or `time`. */
export class WorkerError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export class Runner {
  /**
   * `module()` returns a promise of the compiled module; `connect(onMessage, onError)` starts a worker and returns
   * `{post, end}`, possibly with `busy(isBusy)`, which is called when a call begins and ends.
   */
  constructor({ module, connect, memory = MEMORY, grace = GRACE }) {
    Object.assign(this, { module, connect, memory, grace });
    this.number = 0;
    /** The end of the last call. */
    this.turn = Promise.resolve();
    /** Calls that changed the state of the worker, by group. */
    this.journal = new Map();
    /** The number of workers that were replaced. */
    this.replaced = 0;
    this.worker = null;
  }

  /**
   * Runs a call; its result is `{reply, effect}`. `onParts` receives lists of texts. The signal `signal` cancels the
   * call; the signal `stopper` ends it early, and the reply states what was found. With a `group`, the call is kept if
   * it changed the state of the worker, in the form `kept`.
   */
  async run(call, request, { onParts, signal, stopper, milliseconds = TIME, group, kept = request } = {}) {
    const before = this.turn;
    let end;
    this.turn = new Promise((done) => (end = done));
    await before;
    if (signal?.aborted) {
      end();
      throw aborted();
    }
    let result;
    try {
      await this.ready();
      if (signal?.aborted) throw aborted();
      result = this.send({ call, request, milliseconds }, { onParts, signal, stopper, group, kept });
    } catch (error) {
      end();
      throw error;
    }
    // The next call begins when the worker is free, not when the caller stops waiting.
    result.free.then(end);
    return result.reply;
  }

  /** Keeps a call that changed the state of the worker. */
  keep({ group, kept, call, milliseconds }, effect) {
    if (!group || !effect) return;
    if (effect === 1) this.journal.set(group, []);
    this.journal.get(group)?.push({ call, request: kept, milliseconds });
  }

  /** A worker with the state that all kept calls make. */
  async ready() {
    if (this.worker) return;
    const module = await this.module();
    const flag = typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated !== false
      ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const worker = (this.worker = { flag, soft: false });
    await new Promise((done, fail) => {
      const onMessage = (message) => {
        if (message.ready) {
          worker.soft = message.soft;
          worker.busy?.(false);
          done();
        } else if (message.number === undefined) fail(new WorkerError("bug", message.trap));
        else this.receive(worker, message);
      };
      const onError = (error) => {
        fail(error);
        this.receive(worker, { number: this.pending?.number, parts: [], trap: `the worker failed: ${error.message}` });
      };
      Object.assign(worker, this.connect(onMessage, onError));
      worker.post({ start: module, flag, memory: this.memory });
    }).catch((error) => {
      this.drop();
      throw error;
    });
    await this.restore();
  }

  async restore() {
    try {
      for (const call of [...this.journal.values()].flat()) await this.send(call).reply;
    } catch (error) {
      this.journal.clear();
      throw new WorkerError("lost", `the worker was replaced, and its state could not be restored: ${error.message}`);
    }
  }

  /** Sends a call to the worker: promises of its reply, and of the time when the worker is free. */
  send({ call, request, milliseconds }, { onParts, signal, stopper, group, kept } = {}) {
    const number = ++this.number;
    const pending = (this.pending = { number, call, milliseconds, onParts, group, kept, timers: [], signals: [] });
    const free = new Promise((done) => (pending.free = done));
    const reply = new Promise((done, fail) => Object.assign(pending, { done, fail }));
    const { worker } = this;
    const stop = () => {
      if (worker.flag) Atomics.store(worker.flag, 0, number);
      else worker.post({ cancel: number });
      this.endAfter(worker.soft ? this.grace : Math.min(this.grace, SHORT_GRACE));
    };
    const cancel = () => {
      pending.onParts = null;
      pending.fail(aborted());
      stop();
    };
    for (const [from, action] of [[signal, cancel], [stopper, stop]]) {
      if (from?.aborted) queueMicrotask(action);
      from?.addEventListener("abort", action, { once: true });
      pending.signals.push(() => from?.removeEventListener("abort", action));
    }
    // The worker ends the call at its limit; if it does not, it hangs.
    if (milliseconds < Infinity) this.endAfter(milliseconds + this.grace);
    worker.busy?.(true);
    worker.post({ number, call, request, milliseconds });
    return { reply, free };
  }

  /** Ends the worker if the present call has not ended in time. */
  endAfter(milliseconds) {
    const { pending } = this;
    const timer = setTimeout(() => {
      if (this.pending !== pending) return;
      this.drop();
      this.settle(pending, () => pending.fail(new WorkerError("time", "the call did not end in time and was ended")));
    }, milliseconds);
    pending.timers.push(timer);
  }

  receive(worker, message) {
    const { pending } = this;
    if (worker !== this.worker || pending?.number !== message.number) return;
    if (message.parts.length > 0) pending.onParts?.(message.parts);
    if (message.trap !== undefined) {
      this.drop();
      const code = message.trap.includes("memory") ? "memory" : "bug";
      this.settle(pending, () => pending.fail(new WorkerError(code, message.trap)));
    } else if (message.reply !== undefined) {
      this.keep(pending, message.effect);
      if (message.bytes > Math.min(LARGE, this.memory / 2)) this.drop();
      this.settle(pending, () => pending.done(message));
    }
  }

  settle(pending, action) {
    this.pending = null;
    pending.timers.forEach(clearTimeout);
    pending.signals.forEach((forget) => forget());
    this.worker?.busy?.(false);
    action();
    pending.free();
  }

  /** Ends the worker; the next call starts another one. */
  drop() {
    this.worker?.end?.();
    this.worker = null;
    this.replaced++;
  }

  /** Ends the worker and the call that it runs. */
  close() {
    const { pending } = this;
    this.drop();
    if (pending) this.settle(pending, () => pending.fail(aborted()));
  }
}
