"""The playground, built once for all tests that need all of it."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

import pytest

from playground import build


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the playground; tests that ask for it are skipped where it cannot be built."""
    if shutil.which("node") is None or not build.NODE_MODULES.is_dir():
        pytest.skip("Node and the packages of the playground are not here: npm ci --prefix playground")
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    target = shared / "playground-built" / "some" / "path"
    with (shared / "playground.lock").open("w") as lock:  # which one process takes; the others wait for what it builds
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "playground.built").exists():
            build.main(target)
            (shared / "playground.built").touch()
    return target
