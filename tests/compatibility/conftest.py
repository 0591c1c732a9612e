"""The folder of an edition, for all tests of what is frozen."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from tests.compatibility.editions import CONTENTS, EDITIONS, Unpacked


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Unpacked:
    """The folder of an edition, with what its archives hold; its specs are brought along if the language is newer."""
    found: dict[str, Path] = {}

    def unpack(edition: str) -> Path:
        if edition not in found:
            root = found[edition] = tmp_path_factory.mktemp("edition")
            shutil.copytree(EDITIONS[edition] / "written", root / "written")
            for archive in sorted(EDITIONS[edition].glob("*.tar.xz")):
                with tarfile.open(archive) as opened:
                    opened.extractall(root, filter="data")
            one_of_them = root / next(name for name in CONTENTS[edition]["specs"] if name.endswith("game.yaml"))
            if answer(CommandLine(("migrate", str(one_of_them), "--check"))):
                assert answer(CommandLine(("migrate", str(root)))) == 0
        return found[edition]

    return unpack
