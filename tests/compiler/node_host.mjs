// Runs modules for the tests of the interpreter, which asks over a pipe: see node_host.py.
import fs from "node:fs";

let memory, functions;

function read(many) {
  const found = Buffer.alloc(many);
  for (let at = 0; at < many; ) {
    const got = fs.readSync(0, found, at, many - at, null);
    if (!got) process.exit(0);
    at += got;
  }
  return found;
}

function write(bytes) {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(1, bytes, at, bytes.length - at);
}

function tried(act) {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return false;
    throw error;
  }
}

const numbers = (...some) => Buffer.from(new Uint32Array(some).buffer);

for (;;) {
  const [what, first, second] = new Uint32Array(read(12).buffer.slice(0, 12));
  switch (String.fromCharCode(what)) {
    case "m": {
      const started = new WebAssembly.Instance(new WebAssembly.Module(read(first)));
      functions = started.exports;
      memory = functions.memory;
      break;
    }
    case "r":
      write(Buffer.from(memory.buffer, first, second - first));
      break;
    case "w":
      new Uint8Array(memory.buffer).set(read(second), first);
      break;
    case "c": {
      const name = read(first).toString();
      write(numbers(tried(() => functions[name]())));
      break;
    }
    case "g":
      write(numbers(tried(() => memory.grow(first))));
      break;
    case "s":
      write(numbers(memory.buffer.byteLength));
      break;
  }
}
