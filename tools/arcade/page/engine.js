// The connection to the engine: calls of one session of the server, each a request whose reply is a stream of lines.

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
    const random = crypto.getRandomValues(new Uint32Array(2));
    this.session = `${name}-${random[0].toString(36)}${random[1].toString(36)}`;
    this.calls = 0;
  }

  /** Sends a call; `onPart` receives parts of the result, and `signal` cancels the call. */
  async call(name, args = {}, { onPart, signal } = {}) {
    const id = ++this.calls;
    const response = await fetch("api/call", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Hamadryad-Session": this.session },
      body: JSON.stringify({ id, call: name, ...args }),
      signal,
    });
    if (!response.ok) {
      const text = await response.text();
      throw new CallError({ code: `http-${response.status}`, message: text || response.statusText });
    }
    let reply = null;
    for await (const line of lines(response.body)) {
      const message = JSON.parse(line);
      if (message.part !== undefined) onPart?.(message.part);
      else reply = message;
    }
    if (!reply) throw new CallError({ code: "lost", message: "the connection ended before the reply" });
    if (reply.error) throw new CallError(reply.error);
    return reply.value;
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
