"""A folder without read permission is reported as such by every verb."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine


@pytest.mark.parametrize(
    "words",
    [
        ("validate", "closed"),
        ("test", "closed"),
        ("list", "--path", "closed"),
        ("list", "--path", "."),
        ("run", "closed"),
        ("validate", "."),
    ],
    ids=" ".join,
)
def test_a_closed_folder(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.yaml").write_text("variant: own\nextends: mille-bornes\ntitle: Own\nremove: [presets.single_hand]\n")
    Path("closed").mkdir(mode=0)
    if os.access("closed", os.R_OK):
        pytest.skip("root may read everything")
    try:
        assert answer(CommandLine(words)) == 2
    finally:
        os.chmod("closed", 0o700)
    shown = capsys.readouterr().err
    assert "error[E100]: 'closed" in shown and "cannot be read: permission denied" in shown
