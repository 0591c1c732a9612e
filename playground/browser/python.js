// Starts Python with Cardwright in it, in a worker of a browser, or in Node for tests.

/** Where the packages lie in the files of Python. */
const HOME = "/cardwright";

/** What a spec may take of memory before it is refused more; a browser gives a page at most 4 GB. */
const MOST_BYTES = 1 << 30;

/** What Pyodide wants to know of a list of further packages, which is empty. */
const INFO = { arch: "wasm32", platform: "emscripten", version: "314.0.7", abi_version: "2026_0", python: "3.14" };

const ask = globalThis.fetch;

/**
 * Starts Python from the files beside this one.
 * @param {(options: object) => Promise<any>} loadPyodide
 * @returns {Promise<any>} Pyodide, which can `import cardwright`
 */
export function startInBrowser(loadPyodide) {
  const bundle = unpacked("packages").then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
  globalThis.fetch = (url) => unpacked(/** @type {string | URL} */ (url));
  return startPython(loadPyodide, { stdLibURL: "python_stdlib.zip" }, bundle);
}

/**
 * A file that was packed, unpacked on the way.
 * @param {string | URL} name
 * @returns {Promise<Response>}
 */
async function unpacked(name) {
  const address = new URL(name, import.meta.url).href;
  const answer = await ask(`${address}.packed`);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

/**
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {object} options of Pyodide: where its own files are
 * @param {Promise<Uint8Array>} bundle the packages, as they are built
 * @returns {Promise<any>} Pyodide, which can `import cardwright`
 */
export async function startPython(loadPyodide, options, bundle) {
  boundMemory();
  const env = { PYTHONDONTWRITEBYTECODE: "1", HOME: "/home" };
  const lockFileContents = JSON.stringify({ info: INFO, packages: {} });
  const python = await loadPyodide({ lockFileContents, packageBaseUrl: HOME, env, ...options });
  const folders = new Set();
  for (const [path, content] of unbundled(await bundle)) {
    const folder = `${HOME}/${path}`.replace(/\/[^/]*$/, "");
    if (!folders.has(folder)) {
      folders.add(folder);
      python.FS.mkdirTree(folder);
    }
    python.FS.writeFile(`${HOME}/${path}`, content);
  }
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  return python;
}

/** A memory that would grow beyond the bound does not: Python then raises MemoryError. */
function boundMemory() {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + 65536 * Number(pages) > MOST_BYTES) throw new RangeError("too much memory");
    return grow.call(this, pages);
  };
}

/**
 * The files of a bundle (`bundle` in build.py): the length of a list, the list (`[[path, length], …]` as JSON), then the
 * contents one after the other.
 * @param {Uint8Array} bytes
 * @returns {Generator<[string, Uint8Array]>}
 */
function* unbundled(bytes) {
  const start = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  let at = start;
  for (const [path, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)))) {
    yield [path, bytes.subarray(at, (at += length))];
  }
}
