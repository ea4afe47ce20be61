// The WebAssembly module of an exported page, and workers that run it. The exporter adds the module to the document: as
// `<script id="module">` with compressed bytes in base64, or as `<meta name="module">` with the name of a file.

import { Runner } from "./runner.js";
import { serve } from "./worker.js";

const embedded = document.getElementById("module");
const file = document.querySelector("meta[name=module]");

/** Whether the page runs the engine itself. */
export const isEmbedded = Boolean(embedded || file);

let compiled = null;

/** The compiled module, which all workers share. */
function module() {
  compiled ??= embedded ? unpack() : load();
  return compiled;
}

async function unpack() {
  const binary = atob(embedded.textContent.trim());
  embedded.remove();
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place++) bytes[place] = binary.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

async function load() {
  const response = await fetch(file.content);
  if (!response.ok) throw new Error(`${file.content} cannot be loaded: ${response.statusText || response.status}`);
  // A server may not know the type of the file, which streams need.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A worker from the text of its function; a test may put a script before it. */
export function connect(onMessage, onError, before = "") {
  const script = `"use strict"; ${before} (${serve})((message) => postMessage(message), (receive) => { onmessage = ({ data }) => receive(data); });`;
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(url);
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onError(new Error(event.message));
  };
  const end = () => {
    worker.terminate();
    URL.revokeObjectURL(url);
  };
  return { post: (message) => worker.postMessage(message), end };
}

/** A session in a worker of its own, with the calls of a session of the server. */
export class WasmSession {
  constructor(settings = {}) {
    this.runner = new Runner({ module, connect, ...settings });
  }

  /** Sends a request; `onLine` receives the lines of its parts and of its reply. */
  async call(request, { onLine, signal }) {
    const { light_ms, ...kept } = request;
    const onParts = (lines) => lines.forEach(onLine);
    const group = request.call.split(".")[0];
    const { reply } = await this.runner.run("call", JSON.stringify(request), { onParts, signal, group, kept: JSON.stringify(kept) });
    onLine(reply);
  }
}
