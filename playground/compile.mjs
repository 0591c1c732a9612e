// Compiles all modules in a folder with Pyodide's Python, as files beside them: compile.mjs FOLDER OPTIMISATION.
import { loadPyodide } from "pyodide";

const [folder, optimisation] = process.argv.slice(2);
// Where in a line something stands is only shown in tracebacks, and takes a third of the bytecode.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/stage", folder);
python.runPython(`
import compileall, py_compile
kind = py_compile.PycInvalidationMode.UNCHECKED_HASH
made = compileall.compile_dir(
    "/stage", maxlevels=50, quiet=1, legacy=True, stripdir="/stage", invalidation_mode=kind, optimize=${optimisation}
)
assert made
`);
