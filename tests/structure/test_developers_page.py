"""The page for developers follows rules through all stages: what it shows is what each stage prints."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from cardwright.commands.descriptions.resolve import STAGES
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "developers.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SHOWN = [shown for block in BLOCKS for shown in re.findall(r"^\$ ([^\n]*)\n(.*?)(?=^\$ |\Z)", block, re.M | re.S)]
OWN, SHIPPED = ([one for one in SHOWN if ("drawing.yaml" in one[0]) is own] for own in (True, False))
"""The commands on the small game of the page, and those on games that come with the package, each with its output."""

GAMES = ("mille-bornes", "on-the-trail", "course-folle", "neko-racing")


@pytest.fixture(autouse=True)
def drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game on the page, in the current folder."""
    spec = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert spec is not None
    (tmp_path / "drawing.yaml").write_text(spec[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def run(line: str) -> None:
    """A command of the page: a verb, or a program of the checkout."""
    program, *words = shlex.split(line)
    assert program == "cardwright" and answer(CommandLine(tuple(words))) == 0


def parts(text: str) -> list[str]:
    """What stands between the dots."""
    return [part for part in text.split("...\n") if part]


def test_every_stage_is_shown() -> None:
    assert [line.partition("--stage ")[2] for line, _ in OWN] == list(STAGES)


@pytest.mark.parametrize(("line", "text"), OWN, ids=STAGES)
def test_what_a_stage_prints(line: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The parts between the dots are in the output, whole lines in this order."""
    run(line)
    rest = "\n" + capsys.readouterr().out
    for part in parts(text):
        _, found, rest = rest.partition("\n" + part)
        assert found, part
        rest = "\n" + rest


def test_a_rule_of_each_game_is_followed() -> None:
    wanted = [(game, stage) for game in GAMES for stage in ("", "typed", "program", "code")]
    shown = [(game, line.partition("--stage ")[2]) for line, _ in SHIPPED for game in GAMES if game in line]
    assert shown == wanted


@pytest.mark.parametrize(("line", "text"), SHIPPED, ids=[line for line, _ in SHIPPED])
def test_what_becomes_of_a_rule(line: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same, without the indentation."""
    run(line)
    rest = "\n".join(["", *(one.lstrip() for one in capsys.readouterr().out.splitlines()), ""])
    for part in parts(text):
        _, found, rest = rest.partition("\n" + part)
        assert found, part
        rest = "\n" + rest


def test_the_position_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    exec(code[1], {})
    assert capsys.readouterr().out.strip() == code[1].rpartition("# ")[2].strip()


def test_commits_that_are_shown_are_in_the_history() -> None:
    """Each kind of change is shown by the subject of a commit; a copy without the history has none to compare with."""
    shown = {" ".join(one.split()) for one in re.findall(r"(?<!\*)\*([^*.]{25,})\*(?!\*)", PAGE)}
    done = subprocess.run(["git", "log", "--format=%s"], cwd=ROOT, capture_output=True, text=True, check=False)
    subjects = set(done.stdout.splitlines())
    if len(subjects) < 1000:
        pytest.skip("the history is not here: commits on the page for developers are not compared with it")
    assert len(shown) > 15
    assert shown - subjects == set()
