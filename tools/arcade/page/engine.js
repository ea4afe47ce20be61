// The connection to the engine: calls of one session. A page of the server sends them there; an exported page has the
// engine as a WebAssembly module and runs each session in a worker. Both receive the same requests and give the same lines.

import { WasmSession, isEmbedded } from "./wasm.js";

/** An error of a call, with its code and, for links, its step. */
export class CallError extends Error {
  constructor(error) {
    super(error.message);
    Object.assign(this, error);
  }
}

/** A session. Its calls run one after another; calls of two sessions run side by side. */
export class Engine {
  constructor(name) {
    this.session = isEmbedded ? new WasmSession() : new ServerSession(name);
    this.calls = 0;
  }

  /** Sends a call; `onPart` receives parts of the result, and `signal` cancels the call. */
  async call(name, args = {}, { onPart, signal } = {}) {
    const id = ++this.calls;
    let reply = null;
    const onLine = (line) => {
      const message = JSON.parse(line);
      if (message.part !== undefined) onPart?.(message.part);
      else reply = message;
    };
    await this.session.call({ id, call: name, ...args }, { onLine, signal });
    if (!reply) throw new CallError({ code: "lost", message: "the connection ended before the reply" });
    if (reply.error) throw new CallError(reply.error);
    return reply.value;
  }
}

/** A session of the server: each call is a request whose reply is a stream of lines. */
class ServerSession {
  constructor(name) {
    const random = crypto.getRandomValues(new Uint32Array(2));
    this.name = `${name}-${random[0].toString(36)}${random[1].toString(36)}`;
  }

  async call(request, { onLine, signal }) {
    const response = await fetch("api/call", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Hamadryad-Session": this.name },
      body: JSON.stringify(request),
      signal,
    });
    if (!response.ok) {
      const text = await response.text();
      throw new CallError({ code: `http-${response.status}`, message: text || response.statusText });
    }
    for await (const line of lines(response.body)) onLine(line);
  }
}

/** The lines of a stream of bytes. */
async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    yield* parts;
  }
  if (rest) yield rest;
}

/** Whether an error is the consequence of a cancelled call. */
export const isCancelled = (error) => error?.name === "AbortError";
