"""The scripts of the studio and of the playground, checked by TypeScript; `make studio` installs it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.structure.test_package import ROOT

EDITOR = "editors/codemirror"
MODULES = ROOT / EDITOR / "node_modules"
FOLDERS = (EDITOR, "interpreter/studio/page", "interpreter/table/page/browser", "playground/browser")


@pytest.mark.thorough
@pytest.mark.skipif(not (MODULES / "typescript").exists(), reason="TypeScript is not here: `make studio` installs it")
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_types(tmp_path: Path) -> None:
    """In a copy, where the full editor, which is in one file once it is built, does not stand for its sources."""
    left_out = shutil.ignore_patterns("node_modules", "codemirror.js")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    (tmp_path / EDITOR / "node_modules").symlink_to(MODULES)
    command = ["node", str(MODULES / "typescript" / "bin" / "tsc"), "--project", str(tmp_path / EDITOR)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.stdout + done.stderr == "" and done.returncode == 0
