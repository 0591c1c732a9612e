"""The folder of an edition, for all tests of what is frozen."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from tests.compatibility.editions import EDITIONS, Unpacked


@pytest.fixture(scope="session", params=["as it was", "migrated"])
def unpacked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Unpacked:
    """The folder of an edition, with what its archives hold: as it was written, and brought along by `migrate`."""
    found: dict[str, Path] = {}

    def unpack(edition: str) -> Path:
        if edition not in found:
            root = found[edition] = tmp_path_factory.mktemp("edition")
            shutil.copytree(EDITIONS[edition] / "written", root / "written")
            for archive in sorted(EDITIONS[edition].glob("*.tar.xz")):
                with tarfile.open(archive) as opened:
                    opened.extractall(root, filter="data")
            if request.param == "migrated":
                assert answer(CommandLine(("migrate", str(root)))) == 0
        return found[edition]

    return unpack
