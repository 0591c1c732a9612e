// Runs a line of Python in a built playground, by Node, and prints its value: python.mjs PLAYGROUND FOLDER LINE.
// FOLDER is found by Python as /here. The stack is as small as in a worker of a browser: node --stack-size=480.
import fs from "node:fs";
import zlib from "node:zlib";
import { loadPyodide } from "../../playground/node_modules/pyodide/pyodide.mjs";
import { startPython } from "../../playground/browser/python.js";

const [playground, folder, line] = process.argv.slice(2);
const unpacked = (name) => zlib.gunzipSync(fs.readFileSync(`${playground}/${name}.packed`));
const library = `${playground}/python_stdlib.zip`;
fs.writeFileSync(library, unpacked("python_stdlib.zip"));
const python = await startPython(loadPyodide, { stdLibURL: library }, unpacked("packages"));
python.mountNodeFS("/here", folder);
python.runPython("import sys; sys.path.append('/here')");
fs.writeSync(1, `${python.runPython(line)}\n`);
