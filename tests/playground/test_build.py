"""What is left out of the playground is not needed there."""

from __future__ import annotations

import subprocess
import sys

from playground import build
from tests.structure.test_package import ROOT

PROGRAM = "import sys; import cardwright.studio.session; print(*sorted(sys.modules))"

PARTS = {"attr", *(name.lower().removeprefix("py").replace("-", "_") for name in build.PACKAGES)}
"""What modules of the packages are called."""

HERE_ALONE = {"cython_runtime", "sitecustomize", "wasmtime"}
"""What compiled parts of packages bring along here, and the host."""


def test_a_session_imports_only_what_is_bundled() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded & set(build.STANDARD_LIBRARY_LEFT_OUT) == set()
    others = {name for name in loaded if not name.startswith("_")} - sys.stdlib_module_names
    assert others <= {"cardwright"} | PARTS | HERE_ALONE, others
    modules = {name.replace(".", "/") for name in done.stdout.split() if name.startswith("cardwright.")}
    assert not [name for name in modules if f"{name}.py".startswith(build.LEFT_OUT)]
