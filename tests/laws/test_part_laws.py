"""Parts that use parts, deep or often: an answer soon, and a bound that says where it is passed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from tests.laws.deep_parts import COUNTED, DEEP_PARTS, REFUSED


def _answer(way: str, size: int, folder: Path, *, stage: str) -> int:
    folder.mkdir()
    for name, text in DEEP_PARTS[way](size).items():
        (folder / name).write_text(text)
    return answer(CommandLine(("resolve", str(folder / "deep.yaml"), "--stage", stage)))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("way", DEEP_PARTS)
def test_deep_parts_are_answered(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    most, refused = REFUSED[way]
    counted = way in COUNTED
    assert _answer(way, 4, tmp_path / "few", stage="program" if counted else "merged") == 0, capsys.readouterr().err
    if counted:
        assert _answer(way, most - 1, tmp_path / "most", stage="merged") == 0, capsys.readouterr().err
    capsys.readouterr()
    for size in (most, most + 40) if counted else (most,):
        assert _answer(way, size, tmp_path / f"{size}", stage="merged") == 1
        said = capsys.readouterr().err
        assert said.count(f"error[{refused}]") == 1 and "1 error\n" in said and "--> " in said, said
