// Starts Python with Cardwright in it. A worker, Node and the tests do it alike: `files` says how to get at what was built.

/** Where the packages lie in the files of Python. */
const HOME = "/cardwright";

/** What Pyodide wants to know of a list of further packages, which is empty: its own version and Python's. */
const INFO = { arch: "wasm32", platform: "emscripten", version: "314.0.7", abi_version: "2026_0", python: "3.14" };

/**
 * The files of a bundle (`bundles` in build.py): the length of a list, the list (`[[path, length], …]` as JSON), then
 * the contents one after the other.
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

/**
 * Starts Python; what it prints goes to the console.
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {object} options of Pyodide: where its own files are
 * @param {Promise<Uint8Array>} bundle the packages, as they are built
 * @returns {Promise<any>} Pyodide, which can `import cardwright`
 */
export async function startPython(loadPyodide, options, bundle) {
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
