// The script of a worker that runs the WebAssembly module. Workers are made from the text of this function, so that they
// need no file: pages from `file://` may not load one.

/**
 * Serves messages: `listen` registers a function that receives them, `post` sends one back. The function refers to
 * nothing outside of it.
 *
 * | message | replies |
 * |---|---|
 * | `{start: module, flag, memory}` | `{ready: true, soft}`: whether calls can be cancelled without ending the worker |
 * | `{number, call, request, milliseconds}` | `{number, parts}` any number of times, then `{number, parts, reply, effect, bytes}`, or `{number, parts, trap}` |
 * | `{cancel: number}` | none; the call ends soon |
 *
 * A worker runs one call at a time; after a trap it must not be used again.
 */
export function serve(post, listen) {
  const GO_ON = 0, TIME = 1, MEMORY = 2, CANCELLED = 3, ASK = 4;
  // Milliseconds between two looks at the messages, and between two messages with parts.
  const BETWEEN = 25;
  const canSuspend = typeof WebAssembly.Suspending === "function";
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let exports, memory, flag, most, isSuspending;
  let current = null;
  let texts = [];
  let panic = "";

  const text = (address, length) => decoder.decode(new Uint8Array(memory.buffer, address, length));

  function flush(time) {
    if (texts.length === 0 || time - current.posted < BETWEEN) return;
    post({ number: current.number, parts: texts });
    texts = [];
    current.posted = time;
  }

  function reason(time) {
    if (current.isCancelled || (flag && Atomics.load(flag, 0) === current.number)) return CANCELLED;
    if (memory.buffer.byteLength > most) return MEMORY;
    return time >= current.end ? TIME : GO_ON;
  }

  function stop() {
    const time = performance.now();
    flush(time);
    const found = reason(time);
    if (found !== GO_ON || !isSuspending || time - current.looked < BETWEEN) return found;
    return ASK;
  }

  // While the module is suspended, the worker receives its messages.
  async function pause() {
    await new Promise((done) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        done();
      };
      channel.port2.postMessage(0);
    });
    current.looked = performance.now();
    return reason(current.looked);
  }

  async function start(message) {
    ({ flag, memory: most } = message);
    // A shared flag is cheaper than suspending.
    isSuspending = canSuspend && !flag;
    const imports = {
      now: () => performance.now(),
      stop,
      pause: isSuspending ? new WebAssembly.Suspending(pause) : () => reason(performance.now()),
      send: (address, length) => texts.push(text(address, length)),
      panicked: (address, length) => (panic = text(address, length)),
    };
    ({ exports } = await WebAssembly.instantiate(message.start, { hamadryad: imports }));
    ({ memory } = exports);
    post({ ready: true, soft: Boolean(flag) || isSuspending });
  }

  /** The sentence for a trap. */
  function sentence(error) {
    if (error instanceof RangeError) return "the program is nested too deeply";
    if (panic) return `the call failed by an error in Hamadryad: ${panic}`;
    // A failed allocation ends the module without a message.
    return memory.buffer.byteLength > 64 << 20 ? "the memory of the page is used up" : `the module failed: ${error.message}`;
  }

  async function call({ number, call: name, request, milliseconds }) {
    const begin = performance.now();
    current = { number, isCancelled: false, end: begin + milliseconds, looked: begin, posted: begin };
    texts = [];
    const bytes = encoder.encode(request);
    try {
      const address = exports.reserve(bytes.length);
      new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
      const run = isSuspending ? WebAssembly.promising(exports[name]) : exports[name];
      const effect = await run(bytes.length);
      const reply = texts.pop();
      post({ number, parts: texts, reply, effect, bytes: memory.buffer.byteLength });
    } catch (error) {
      post({ number, parts: texts, trap: sentence(error) });
    }
  }

  listen((message) => {
    if (message.start) start(message).catch((error) => post({ trap: `the module cannot be started: ${error.message}` }));
    else if (message.cancel) {
      if (current?.number === message.cancel) current.isCancelled = true;
    } else call(message);
  });
}
