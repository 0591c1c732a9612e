"""Whatever is deep, long or wide in a spec: an answer within seconds, and never an internal error.

Each way of being deep (`deep_specs.py`) in growing sizes: small ones are played by both engines, the largest ones are
refused at a place, or played. The sizes lie close together, so that some are just within each limit.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from deep_specs import DEEP

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer

SIZES = (4, 18, 24, 30, 36, 42, 48, 60, 72, 96, 130, 200, 400)
SECONDS = 30
"""How long all commands about one spec may take, on a busy machine."""

VALID = 4
"""This many are never refused for their number."""


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")


@pytest.mark.parametrize("way", DEEP)
def test_deep_specs_are_answered(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.yaml"
    refused = False
    for size in SIZES:
        path.write_text(DEEP[way](size))
        started = time.monotonic()
        code = answer(CommandLine(("validate", str(path))))
        said = capsys.readouterr()
        assert code in (0, 1), (size, said.err)
        assert code == 1 or not refused, f"{size} is allowed, but fewer were refused"
        if code == 1:
            assert str(path) in said.err or "<command line>" in said.err, (size, said.err)
            assert size > VALID or way in ("yaml_lists", "yaml_blocks", "yaml_mappings"), (size, said.err)
            refused = True
            continue
        if size in (4, 24, 48, 96, 400) or size == SIZES[-1]:
            for engine in ("reference", "fast"):
                code = answer(CommandLine(("run", str(path), "--seed", "1", "--engine", engine)))
                assert code in (0, 3), (size, engine, capsys.readouterr().err)
            assert answer(CommandLine(("simulate", str(path), "--games", "3"))) in (0, 3), capsys.readouterr().err
        capsys.readouterr()
        assert time.monotonic() - started < SECONDS, size
