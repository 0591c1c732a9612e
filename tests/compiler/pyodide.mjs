// Runs a program of Python under Pyodide, and prints what its last line is: pyodide.mjs FOLDER_OF_PYODIDE ZIP PROGRAM.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, zip, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide();
const packed = fs.readFileSync(zip);
python.unpackArchive(packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength), "zip", { extractDir: "/site" });
python.runPython("import sys; sys.path.insert(0, '/site')");
console.log(python.runPython(fs.readFileSync(program, "utf8")));
