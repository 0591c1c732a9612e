"""What `validate` has found nothing wrong with is not checked again; whatever has changed is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands import workers
from cardwright.commands.main import main
from cardwright.commands.selection import Selected
from cardwright.commands.sources import validate
from cardwright.commands.sources.checks import check_file

GAME = """\
spec: 1
game: drawing
title: "Drawing"
players: 2
cards: {main: {list: {ace: {copies: 6}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [take]}
actions:
  take: {do: draw 1 from pile to me.hand}
functions:
  idle: 1
"""

VARIANT = """\
variant: more
extends: drawing
title: "More"
override: {cards: {main: {list: {ace: {copies: 8}}}}}
"""

SCENARIOS = """\
game: ../game.yaml
scenarios:
  "Somebody draws":
    given:
      at: {phase: play, turn: p1}
      p2.hand: [ace]
    when:
      - p1: take
    then: count(p1.hand) == 1
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a variant and a scenario, and an empty cache."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "drawing"
    for name, text in {"game": GAME, "variants/more": VARIANT, "scenarios/draw": SCENARIOS}.items():
        (folder / f"{name}.yaml").parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are really checked."""
    names: list[str] = []

    def noted(one: Selected, *words: Any, **flags: Any) -> None:
        names.append(Path(one.path).name)
        check_file(one, *words, **flags)

    monkeypatch.setattr(validate, "check_file", noted)
    return names


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str, str]:
    """The exit code and the output of `validate`."""
    with pytest.raises(SystemExit) as ended:
        main(["validate", *words])
    return (ended.value.code, *capsys.readouterr())


@pytest.mark.thorough
def test_what_has_not_changed_is_told_again_without_a_look(
    here: Path, checked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first = said(capsys, "drawing", "--strict")
    assert first[0] == 1 and "W611" in first[2] and len(checked) == 3
    assert said(capsys, "drawing", "--strict") == first and len(checked) == 3
    said(capsys, "drawing", "--strict", "--play", "0")
    assert checked[3:] == ["game.yaml", "more.yaml"], "these are played, and less is asked of them now"


def put(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(here: Path) -> None:
        file = here / f"{name}.yaml"
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))

    return change


CHANGES: dict[str, tuple[Callable[[Path], None], set[str]]] = {
    "the game": (put("game", "copies: 6", "copies: 4"), {"game.yaml", "more.yaml", "draw.yaml"}),
    "a mistake": (put("game", "pile.empty", "pile.emtpy"), {"game.yaml", "more.yaml", "draw.yaml"}),
    "the variant": (put("variants/more", "copies: 8", "copies: 7"), {"more.yaml"}),
    "a variant that is none": (put("variants/more", "ace:", "king:"), {"more.yaml"}),
    "its title": (put("variants/more", '"More"', '"Even more"'), {"more.yaml"}),
    "a scenario": (put("scenarios/draw", "== 1", "== 2"), {"draw.yaml"}),
    "a scenario that is none": (put("scenarios/draw", "p1.hand", "p1.hnad"), {"draw.yaml"}),
    "another kind of file": (put("scenarios/draw", "scenarios:", "clauses:"), {"draw.yaml"}),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("change", "again"), CHANGES.values(), ids=CHANGES)
def test_what_has_changed_is_checked(
    here: Path,
    checked: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], None],
    again: set[str],
) -> None:
    said(capsys, "drawing")
    checked.clear()
    change(here)
    after = said(capsys, "drawing")
    assert set(checked) == again
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    assert said(capsys, "drawing") == after


def test_mistakes_are_told_each_time(here: Path, checked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    put("variants/more", "ace:", "king:")(here)
    first = said(capsys, "drawing")
    checked.clear()
    assert said(capsys, "drawing") == first and checked == ["more.yaml"] and first[0] == 1


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["json", "text"])
def test_several_processes_say_the_same(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    """Files with and without mistakes, in one process and in two; then all that is known, and what is not."""
    for number in range(8):
        wrong = "ace:" if number % 3 else "king:"
        text = VARIANT.replace("more", f"more_{number}").replace("ace:", wrong).replace("8", str(number + 7))
        (here / f"variants/more_{number}.yaml").write_text(text)
    told = []
    for jobs in (1, 2, 2):
        monkeypatch.setattr(workers, "jobs_for", lambda many, jobs=jobs: jobs)
        monkeypatch.setenv("CARDWRIGHT_CACHE", str(here.parent / f"cache{jobs}"))
        told.append(said(capsys, "drawing", "--format", form, "--play", "0.1"))
    assert told[0] == told[1] == told[2] and told[0][0] == 1
    assert str(told[0]).count("king") >= 3


def test_shares_become_smaller() -> None:
    assert [*map(len, validate._shares(20, 2))] == [5, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1]
    assert [number for share in validate._shares(20, 2) for number in share] == [*range(20)]
