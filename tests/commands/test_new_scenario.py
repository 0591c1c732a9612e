"""A scenario made of a position: of a trace, of the console, of a game in play. It can be read, and it passes."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """spec: 1
game: race
title: Race
players: 2
cards: {main: {list: {ace: {copies: 2}, two: {copies: 2}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables: {points: {of: player, type: integer, range: [0, 9]}}
begin: play
phases: {play: {turns: {}, until: pile.empty, offer: [take, stop]}}
actions:
  take: {do: draw 1 from pile to me.hand}
  stop: {when: {enough: count(me.hand) > 1}, do: end game}
"""

PLAYED = (("p1", "take"), ("", "ace"), ("p2", "take"), ("", "two"), ("p1", "take"), ("", "two"), ("p2", "take"))

TAKING = """game: race.yaml
scenarios:
  "Second ace":
    players: 2
    given:
      at: {phase: play, turn: p1}
      p1.hand: [ace]
      p2.hand: [two]
    when:
      - p1: take
      - chance: two
    then:
      pile: count(pile) == 1
      p1_hand: count(p1.hand) == 2
    legal:
      - take
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "race.yaml").write_text(GAME, encoding="utf-8")
    first = {"trace": 2, "game": "race", "variants": [], "options": {}, "players": 2, "seed": 1, "digest": "0" * 64}
    (tmp_path / "game.jsonl").write_text(traced(PLAYED, first), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def traced(played: Iterable[tuple[str, str]], first: dict[str, Any]) -> str:
    """A trace that begins like this, with what players and chance have decided."""
    lines = [
        {"n": n, "seat": who, "phase": "play", "move": what} if who else {"n": n, "chance": "pile", "outcome": what}
        for n, (who, what) in enumerate(played, start=1)
    ]
    return "".join(f"{json.dumps(one)}\n" for one in (first, *lines))


def say(line: str) -> int:
    return answer(CommandLine(tuple(line.split())))


def written(path: Path) -> str:
    """The file, which names no place of this machine."""
    text = path.read_text(encoding="utf-8")
    assert "$schema" not in text
    return text


@pytest.mark.sampled(2)
@pytest.mark.parametrize("line", ["game.jsonl@4", "game.jsonl@5"])
def test_a_position_of_a_trace(here: Path, line: str) -> None:
    """Line 4 is chance's, so it is the next decision."""
    assert say(f"new scenario second-ace --from {line}") == 0
    assert written(here / "second-ace.yaml") == TAKING
    assert say("test second-ace.yaml") == say("validate second-ace.yaml") == say("fmt --check second-ace.yaml") == 0


def test_the_console_writes_the_moves_that_were_tried(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("take\nsave a.yaml\ntwo\nsave second-ace.yaml\ntake\nundo\n"))
    assert say("console game.jsonl@5") == 0
    assert not (here / "a.yaml").exists()  # chance decides there
    assert written(here / "second-ace.yaml") == TAKING


def test_a_game_in_play(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("save here.yaml\nsave here.yaml\nquit\n"))
    assert say("play --from game.jsonl@7 --seat 2=human --engine reference") == 0
    shown = capsys.readouterr().out
    assert "`cardwright test here.yaml` runs it" in shown and "'here.yaml' is there already" in shown
    given = ["p1.hand: [ace, two]", "p2.hand: [two]"]
    assert all(f"      {line}\n" in written(here / "here.yaml") for line in given)
    assert say("test here.yaml") == 0


@pytest.mark.thorough
def test_where_no_position_can_be_given_the_game_is_played(here: Path) -> None:
    """Inside an effect nobody is in a phase alone."""
    ask_inside_an_effect(here)
    assert say("new scenario inside --from game.jsonl@3") == 0
    played = ["p1: take", "chance: ace", "p1: n=2", "take"]
    lines = [line.strip().removeprefix("- ") for line in written(here / "inside.yaml").splitlines()]
    assert [line for line in lines if line in played] == played and "p1_points: p1.points == 2" in lines
    assert say("test inside.yaml") == 0


def ask_inside_an_effect(here: Path) -> None:
    """Whoever takes a card chooses how many points that brings, before the next line of the trace."""
    effect = "draw 1 from pile to me.hand\n      choose n in 1..2:\n        me.points += n\n"
    text = GAME.replace("{do: draw 1 from pile to me.hand}", f"\n    do: |\n      {effect}")
    (here / "race.yaml").write_text(text, encoding="utf-8")
    trace = (here / "game.jsonl").read_text(encoding="utf-8").splitlines()[:3]
    trace.append('{"n": 3, "seat": "p1", "phase": "play", "move": "n=2"}')
    (here / "game.jsonl").write_text("\n".join(trace) + "\n", encoding="utf-8")


AWKWARD = "my game: é #2"


@pytest.mark.thorough
def test_names_that_need_quotation_marks(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the file, for the path of the game and the name of the scenario; `@` in the name of a trace is no line."""
    (here / AWKWARD).mkdir()
    (here / "race.yaml").rename(here / AWKWARD / "game.yaml")
    (here / "game.jsonl").rename(here / "me@home.jsonl")
    monkeypatch.setattr("sys.stdin", io.StringIO('save a"b\\c: d.yaml\n'))
    assert say("console me@home.jsonl@5 --path .") == 0
    text = written(here / 'a"b\\c: d.yaml')
    assert f'game: "{AWKWARD}/game.yaml"\n' in text and '  "A\\"b\\\\c: d":\n' in text
    assert say("new scenario last --from me@home.jsonl --path .") == 0
    assert answer(CommandLine(("test", 'a"b\\c: d.yaml', "last.yaml"))) == 0


def test_the_folder_for_scenarios_is_made(here: Path) -> None:
    (here / "race").mkdir()
    (here / "race.yaml").rename(here / "race" / "game.yaml")
    assert say("new scenario second-ace --from game.jsonl@5 --of race") == 0
    assert say("test race/scenarios/second-ace.yaml") == 0


@pytest.mark.thorough
def test_where_nothing_can_be_written(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """That is said as it is, and whoever plays or looks on goes on."""
    typed = f"save nowhere/a.yaml\nsave {'x' * 300}.yaml\n"
    for line in ("console game.jsonl@5", "play --from game.jsonl@7 --seat 2=human --engine reference"):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}save {'x' * 300}.jsonl\n" if "play" in line else typed))
        assert say(line) == 0
        shown = "".join(capsys.readouterr().out.split())
        assert "'nowhere/a.yaml'cannotbewritten:Nosuchfileordirectory" in shown
        assert shown.count("xxx.yaml'cannotbewritten:Filenametoolong") == 1
        assert shown.count("xxx.jsonl'cannotbewritten:Filenametoolong") == ("play" in line)


def test_a_position_that_no_scenario_gives(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Inside an effect, and too far from the beginning."""
    monkeypatch.setattr("cardwright.play.scenario.export.LONGEST", 2)
    ask_inside_an_effect(here)
    assert say("new scenario inside --from game.jsonl@3") == 2
    assert "error[E260]: no scenario leads to this position" in capsys.readouterr().err
    assert not (here / "inside.yaml").exists()


def test_mistakes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("new scenario a --from race.yaml@3") == 2
    assert say("new game a --from game.jsonl@3") == 2
    assert say("new scenario a --from game.jsonl@9") == 2
    told = capsys.readouterr().err
    assert "'race.yaml@3' is not a position" in told and "--from is for scenarios" in told
    assert "the lines of this trace are 1 to 7, not 9" in told


SLOW = 'variant: slow\nextends: race\ntitle: "Slow"\noverride: {actions.take.do: draw 2 from pile to me.hand}\n'


@pytest.mark.thorough
def test_variants_that_lie_elsewhere_are_named_by_their_files(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "mine").mkdir()
    (here / "mine" / "slow.yaml").write_text(SLOW, encoding="utf-8")
    assert say("run race.yaml --variant mine/slow.yaml --seed 1 --trace slow.jsonl") == 0
    assert say("new scenario one --from slow.jsonl --of race.yaml --path mine") == 0
    for number, flags in enumerate(("--variant mine/slow.yaml", "--variant slow --path mine")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"save played-{number}.yaml\nquit\n"))
        assert say(f"play race.yaml {flags} --seed 1 --seat 1=human --seat 2=human") == 0
        assert "mine/slow.yaml" in written(here / f"played-{number}.yaml")
    assert say("test one.yaml played-0.yaml played-1.yaml") == 0


ODD = """spec: 1
game: odd
title: "Odd"
players: 2
options: {most: {type: integer, range: [2, 9], default: 5}}
cards: {main: {variables: {used: {type: boolean, start: false}}, list: {ace: {copies: 2}, two: {copies: 2}, six: {}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
begin: play
phases: {play: {turns: {}, until: round.number > most, offer: [take, put, use]}}
actions:
  take: {do: draw 1 from pile to me.hand}
  put: {choose: {c: me.hand}, do: move c to pile}
  use: {choose: {c: me.hand}, when: {fresh: not c.used}, do: c.used = true}
"""

OPTION_CARD_AND_PLACE = """game: odd.yaml
scenarios:
  "One":
    players: 2
    options:
      most: 7
    given:
      at: {phase: play, turn: p1}
      pile: {1: ace}
      p2.hand: [six]
      six.used: true
    when:
      - p1: take
    then:
      pile: count(pile) == 3
      p1_hand: count(p1.hand) == 1
    legal:
      - take
      - put(six)
"""


@pytest.mark.thorough
def test_options_variables_of_cards_and_known_places_are_given(here: Path) -> None:
    """p1 puts the ace back on the pile, where all have seen it."""
    (here / "odd.yaml").write_text(ODD, encoding="utf-8")
    first = json.loads((here / "game.jsonl").read_text(encoding="utf-8").splitlines()[0])
    played = (("p1", "take"), ("", "ace"), ("p2", "take"), ("", "six"), ("p1", "put(ace)"), ("p2", "use(six)"))
    lines = traced((*played, ("p1", "take")), {**first, "game": "odd", "options": {"most": 7}})
    (here / "odd.jsonl").write_text(lines, encoding="utf-8")
    assert say("new scenario one --from odd.jsonl@7") == 0
    assert written(here / "one.yaml") == OPTION_CARD_AND_PLACE
    assert say("test one.yaml") == 0


def test_the_console_knows_what_chance_has_done(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it begins with a game, chance decides by itself."""
    monkeypatch.setattr("sys.stdin", io.StringIO("take\ntake\nsave a.yaml\n"))
    assert say("console race.yaml --seed 1") == 0
    lines = [line.split(":")[0] for line in written(here / "a.yaml").splitlines() if line.startswith("      - ")]
    assert lines == [f"      - {who}" for who in ("p1", "chance", "p2", "chance", "take")]
    assert say("test a.yaml") == 0
