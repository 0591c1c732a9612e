"""The playground, built once for all tests that need all of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from playground import build


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the playground; tests that ask for it are skipped where it cannot be built."""
    if shutil.which("node") is None or not build.NODE_MODULES.is_dir():
        pytest.skip("Node and the packages of the playground are not here: npm ci --prefix playground")
    target = tmp_path_factory.mktemp("site") / "some" / "path"
    build.main(target)
    return target
