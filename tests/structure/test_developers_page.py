"""The page for developers follows one rule through all stages: what it shows is what each stage prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cardwright.commands.descriptions.resolve import STAGES
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "developers.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```console\n\$ cardwright ([^\n]*)\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game on the page, in the current folder."""
    spec = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert spec is not None
    (tmp_path / "drawing.yaml").write_text(spec[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_every_stage_is_shown() -> None:
    assert [line.partition("--stage ")[2] for line, _ in SHOWN] == list(STAGES)


@pytest.mark.parametrize(("line", "text"), SHOWN, ids=STAGES)
def test_what_a_stage_prints(line: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The parts between the dots are in the output, whole lines in this order."""
    assert answer(CommandLine(tuple(shlex.split(line)))) == 0
    rest = "\n" + capsys.readouterr().out
    for part in filter(None, text.split("...\n")):
        _, found, rest = rest.partition("\n" + part)
        assert found, part
        rest = "\n" + rest


def test_the_position_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    exec(code[1], {})
    assert capsys.readouterr().out.strip() == code[1].rpartition("# ")[2].strip()
