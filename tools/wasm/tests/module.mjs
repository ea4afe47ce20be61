// Runs requests in a module under node: `node module.mjs FILE call|solve` reads a request a line and writes the lines of
// its parts and of its reply, then an empty line. A line `restart` begins a new session. As in the scripts of the arcade,
// the clock advances by a millisecond at each look, from 0 at each request, so that both sides do the same work.

import { readFileSync } from "node:fs";

const [file, name] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
let looks = 0;
let exports;
const text = (address, length) => Buffer.from(exports.memory.buffer, address, length).toString();

function restart() {
  const imports = {
    now: () => ++looks,
    stop: () => 0,
    pause: () => 0,
    send: (address, length) => process.stdout.write(`${text(address, length)}\n`),
    panicked: (address, length) => process.stderr.write(`${text(address, length)}\n`),
  };
  ({ exports } = new WebAssembly.Instance(module, { hamadryad: imports }));
}

restart();
for (const request of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  looks = 0;
  if (request === "restart") {
    restart();
    continue;
  }
  const bytes = Buffer.from(request);
  const address = exports.reserve(bytes.length);
  Buffer.from(exports.memory.buffer, address, bytes.length).set(bytes);
  exports[name](bytes.length);
  process.stdout.write("\n");
}
