// The worker in which the interpreter runs: it starts Python, then answers requests of the studio one after the other.
import { loadPyodide } from "./pyodide.mjs";
import { startPython } from "./python.js";

/** What a spec may take of memory before it is refused more; a browser gives a page at most 4 GB. */
const MOST_BYTES = 1 << 30;

/** A worker that has taken so much does not give it back: another one takes its place. */
const FULL = 3 << 28;

/** What nothing here needs once Python runs: whatever goes wrong in a game, it can neither send nor keep anything. */
const DROPPED = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts", "indexedDB", "caches"],
  ...["Worker", "SharedWorker", "BroadcastChannel", "RTCPeerConnection", "Notification", "navigator"],
];

const ask = self.fetch.bind(self);

/**
 * A file of the playground that was packed, unpacked on the way.
 * @param {string | URL} name
 * @returns {Promise<Response>}
 */
async function unpacked(name) {
  const answer = await ask(new URL(`${name}.packed`, import.meta.url));
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const type = `${name}`.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

/** A memory that would grow beyond the bound does not: Python then raises MemoryError. */
function boundMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + 65536 * Number(pages) > MOST_BYTES) throw new RangeError("too much memory");
    return grow.call(this, pages);
  };
}

/** @param {Record<string, string>} files texts by their names */
async function start(files) {
  const packages = unpacked("packages").then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
  self.fetch = (url) => unpacked(new URL(url, import.meta.url));
  boundMemory();
  const python = await startPython(loadPyodide, { stdLibURL: "python_stdlib.zip" }, packages);
  const begun = python.pyimport("in_browser").begin(JSON.stringify(files));
  for (const name of DROPPED) Object.defineProperty(self, name, { value: undefined });
  return (asked) => {
    const answer = JSON.parse(begun(JSON.stringify(asked)));
    return python._module.HEAP8.length > FULL ? { ended: "too_large" } : answer;
  };
}

let answer;

self.onmessage = async ({ data }) => {
  try {
    if (data.files) {
      answer = await start(data.files);
      self.postMessage({ started: true });
    } else self.postMessage(answer(data));
  } catch (error) {
    self.postMessage({ ended: data.files ? "no_start" : "too_large", why: String(error) });
  }
};
