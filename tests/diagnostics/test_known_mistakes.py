"""Mistakes of several authors who knew the manual and the messages alone: each is told, first at a line to be changed.

In `mistakes`, each has what was meant. A mistake in a game is a change of a shipped game, or of one of the `bases` of
its file: `lines` count from the first line of the first change. Any other has all its files, and places in them. `test`
says that it is a scenario, which is run, and `help` what the first help says. `known.yaml` lists those that are not
told, those that are told only when the game is played at random, and those of which another line is told first: they
fail when they are mended, and are then taken out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.commands.sources.checks import check_part_file, check_rules
from cardwright.commands.sources.validate import USUAL
from cardwright.diagnostics.diagnostic import Diagnostic, Report, SpecError
from cardwright.diagnostics.render import ordered
from cardwright.play.scenario.initial_state import GameCache
from cardwright.play.scenario.runner import read_file, run_file
from tests.changed import ROOT

HERE = Path(__file__).parent / "mistakes"


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load((HERE / name).read_text(encoding="utf-8"), yaml.CSafeLoader)
    return found


FILES = {path.name: _read(path.name) for path in sorted(HERE.glob("*.yaml")) if path.name != "known.yaml"}
BASES: dict[str, str] = {name: text for file in FILES.values() for name, text in file.get("bases", {}).items()}
EVERY = [pytest.param(one, id=one["id"]) for file in FILES.values() for one in file["mistakes"]]
KNOWN = _read("known.yaml")


def _base(name: str) -> str:
    folder = next((ROOT / top / name for top in ("specs", "examples") if (ROOT / top / name).is_dir()), None)
    return BASES[name] if folder is None else (folder / "game.yaml").read_text(encoding="utf-8")


def _changed(one: dict[str, Any]) -> tuple[str, int]:
    """A game with a mistake, and the number of the line that its `lines` count from."""
    text, first = f"\n{_base(one['base'])}\n", 0
    for change in one["changes"]:
        old, new = (f"\n{change[side]}\n" for side in ("old", "new"))
        assert text.count(old) == 1, f"the game has changed: give the mistake {one['id']} anew\n{old}"
        first = first or text[: text.index(old)].count("\n") + 1
        text = text.replace(old, new)
    return text[1:-1], first


def told(one: dict[str, Any]) -> tuple[list[Diagnostic], set[tuple[str, int]]]:
    """What is told of a mistake, run in the current folder, the first thing first, and the places to be changed.

    What only play shows is played for as long as `validate` plays.
    """
    seconds = USUAL if one["id"] in KNOWN["only_in_play"] else 0
    if "changes" in one:
        text, first = _changed(one)
        files, check = {"game.yaml": text}, "game.yaml"
        places = {("game.yaml", first + line) for line in one["lines"]}
    else:
        files, check = one["files"], one["check"]
        places = {(name, int(line)) for name, _, line in (place.rpartition(":") for place in one["lines"])}
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    report = Report()
    parts = [name for name, text in files.items() if re.search(r"^(?:part|parameters):", text, re.MULTILINE)]
    for name in [check] if check != "." else [*(name for name in files if name not in parts), *parts]:
        if one.get("test"):
            file = read_file(name, report)
            for result in run_file(file, GameCache((".",))) if file is not None else ():
                report.diagnostics += result.report.diagnostics
        elif name in parts:
            check_part_file(name, report)
        else:
            check_rules(name, (".",), report, seconds)
    found = ordered(report.once().diagnostics)
    return sorted(found, key=lambda one: one.severity != "error"), places


@pytest.mark.sampled(40)
@pytest.mark.parametrize("one", EVERY)
def test_it_is_told(one: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        found, places = told(one)
    except SpecError as error:
        raise AssertionError("a mistake of an author is told, not raised") from error
    span = found[0].span if found else None
    at = None if span is None else (Path(span.source.name).name, span.line)
    names = {(Path(name).name, line) for name, line in places}
    if one["id"] in KNOWN["only_in_play"]:
        assert found, f"{one['meant']}: nothing is told"
        return
    is_known = one["id"] in KNOWN["not_told"] + KNOWN["another_line"]
    assert (at in names) is not is_known, f"{one['meant']}: told first of {at}; the places are {sorted(names)}"
    assert one.get("help", "") in "".join(found[0].helps[:1] if found else ()), one["meant"]


def test_known_ones_are_among_them() -> None:
    ids = [one.id for one in EVERY]
    assert len(set(ids)) == len(ids)
    assert {name for names in KNOWN.values() for name in names} <= set(ids)
