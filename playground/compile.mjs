// Compiles all modules in a folder with Pyodide's Python, as files beside them: compile.mjs FOLDER [plain].
//
// Nobody reads docstrings in a page, and where in a line something stands is only shown in tracebacks: without them
// bytecode is half as large. A docstring stays there, but is empty, so that nobody looks for another one. `plain`
// leaves modules as they are.
import { loadPyodide } from "pyodide";

const [folder, kind] = process.argv.slice(2);
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/stage", folder);
python.runPython(`
import ast, marshal
from importlib.util import MAGIC_NUMBER
from pathlib import Path

documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
for path in Path("/stage").rglob("*.py"):
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree) if "${kind}" != "plain" else ():
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value = ast.copy_location(ast.Constant(""), node.body[0].value)
    code = compile(tree, str(path.relative_to("/stage")), "exec", dont_inherit=True)
    # A flag that says that its source is never looked for, and 8 bytes for a hash of that.
    path.with_suffix(".pyc").write_bytes(MAGIC_NUMBER + bytes([1, 0, 0, 0]) + bytes(8) + marshal.dumps(code))
`);
