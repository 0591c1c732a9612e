"""Whoever waits long for games without a terminal is told once how long it takes."""

from __future__ import annotations

from itertools import count

import pytest

from cardwright.commands import progress
from cardwright.commands.studies.worker_pool import Chunk
from cardwright.studies.outcomes import Outcomes


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (1, ""),
        (4, "3 of 8 pairs played in 12 s; about 20 s to go\n"),
        (60, "1 of 8 pairs played in 60 s; about 7 min to go\n"),
    ],
)
def test_one_line_after_ten_seconds(
    seconds: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eight pairs that take one, four or sixty seconds each; standard output stays clean."""
    clock = count(0, seconds)
    monkeypatch.setattr("cardwright.commands.progress.monotonic", lambda: next(clock))
    chunks = [Chunk(range(n, n + 1), Outcomes()) for n in range(8)]
    assert list(progress.with_progress(chunks, 8, "pairs")) == chunks
    assert tuple(capsys.readouterr()) == ("", told)
