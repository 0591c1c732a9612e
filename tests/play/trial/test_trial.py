"""What `validate` finds by playing: for each `corpus/NAME.yaml` the exact text is in `NAME.txt`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.diagnostic import Report
from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import DECISIONS, STATUS
from cardwright.engines.program.make import make_program
from cardwright.engines.reference.executor import play_at_random
from cardwright.engines.reference.position import ReferenceCode
from cardwright.language.spec.option_values import settle_options
from cardwright.play.game.loading.load import load_rules
from cardwright.play.trial import simulation
from cardwright.play.trial.coverage import coverage_points, marked, marks_in
from cardwright.play.trial.simulation import Configuration
from cardwright.play.trial.trial import try_out

ROOT = Path(__file__).parents[3]
CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.yaml"))
GAMES = sorted(ROOT.glob("specs/*/game.yaml"))


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, all that was planned is played."""
    monkeypatch.setattr(simulation, "PATIENCE", 10_000)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = answer(CommandLine(words))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", NAMES)
def test_what_play_finds(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS)
    code, _, err = said(capsys, "validate", f"{name}.yaml", "--play", "0.6")
    assert err == (CORPUS / f"{name}.txt").read_text(encoding="utf-8")
    assert code == 0
    assert said(capsys, "validate", f"{name}.yaml", "--play", "0")[2] == ""


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_the_command_shows_the_game(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command in the help plays the game that was found: it ends in the same error, or does not end."""
    monkeypatch.chdir(CORPUS)
    _, out, _ = said(capsys, "validate", f"{name}.yaml", "--play", "0.6", "--format", "json")
    for found in json.loads(out)["diagnostics"]:
        if found["code"] not in ("W780", "W781"):
            continue
        command = next(one for one in found["helps"] if one.startswith("`cardwright run "))
        words = re.findall(r"`cardwright (.*?)`", command)[0].split()
        code, _, err = said(capsys, *words)
        assert code == 3
        if found["code"] == "W780":
            assert found["message"].split("(")[-1][:4] in err
            assert found["line"] == int(re.findall(rf"--> {name}.yaml:(\d+)", err)[0])


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_marks_change_nothing(path: Path) -> None:
    """A game with marks goes as the one without them: the same cards in the same places, the same values."""
    rules = load_rules(str(path), (), (), Report())
    assert rules is not None
    places = coverage_points(rules.spec)
    for players in rules.spec.players:
        options = settle_options(rules.spec, players, {}, None, Report())
        assert options is not None
        plain = make_program(rules.game, players=players, options=options)
        watched = make_program(marked(rules.game, places), players=players, options=options)
        assert marks_in(watched) and not marks_in(plain)
        one, other = ReferenceCode(plain), ReferenceCode(watched)
        cells = [i for i in range(plain.layout.place_at, plain.layout.size)]
        a, b = (play_at_random(code, first_state(code, 1), 1) for code in (one, other))
        assert [a.state[i] for i in cells] == [b.state[i] for i in cells]
        assert a.state[DECISIONS] == b.state[DECISIONS] and a.state[STATUS] == b.state[STATUS]
        assert other.marks <= marks_in(watched)


@pytest.mark.sampled(2)
@pytest.mark.thorough
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_shipped_games_are_clean(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "validate", str(path), "--play", "1") == (0, "1 spec: no errors\n", "")


@pytest.mark.thorough
def test_the_same_is_found_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS)
    found = []
    for _ in range(2):
        report = Report()
        rules = load_rules("never.yaml", (), (), report)
        assert rules is not None
        trial = try_out(rules, [Configuration(2, {}, "2 players", "--players 2")], 0.6, "never.yaml", report)
        found.append((trial.games, trial.decisions, [str(one) for one in report.diagnostics]))
    assert found[0] == found[1]


@pytest.mark.parametrize("wrong", ["-1", "1e3", "nan", "inf", "1_0", "٣", "100000", " 1"])
def test_seconds(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "validate", str(CORPUS / "never.yaml"), "--play", wrong)
    assert code == 2 and "--play" in err and "E012" in err


COSTLY = """\
spec: 1
game: costly
title: "Costly"
players: 2
cards: {main: {list: {ace: {copies: 30}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables: {v: {type: integer, range: [0, 9]}}
begin: play
phases:
  play: {turns: {}, until: "round.number == 40", offer: [go]}
actions:
  go: {RULE}
"""


@pytest.mark.parametrize(
    ("rule", "games", "decisions"),
    [
        ("do: v = sum(x for x in 1..100 for y in 1..100) mod 5", 1, 18),
        ("choose: {x: 1..150, y: 1..150}, do: v = 1", 1, 7),
        ("do: v = 10", 5, 5),
    ],
    ids=["many steps", "many moves", "failing alike"],
)
def test_work_is_counted(rule: str, games: int, decisions: int, tmp_path: Path) -> None:
    """800 decisions are planned, less 100 for the program; 10,000 steps count for 40 of them, 22,500 moves for 90.

    The moves are listed once more, for the decision after the last.
    """
    path = tmp_path / "costly.yaml"
    path.write_text(COSTLY.replace("RULE", rule))
    report = Report()
    rules = load_rules(str(path), (), (), report)
    assert rules is not None, report.diagnostics
    trial = try_out(rules, [Configuration(2, {}, "2 players", "--players 2")], 0.1, str(path), report)
    assert (trial.games, trial.decisions) == (games, decisions)


def test_what_the_clock_cuts_off_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It depends on the machine, so nothing is said of such a game but that it is not judged."""
    monkeypatch.setattr(simulation, "PATIENCE", 0)
    report, path = Report(), str(CORPUS / "goes_on.yaml")
    rules = load_rules(path, (), (), report)
    assert rules is not None
    values = settle_options(rules.spec, 2, {}, None, report)
    assert values is not None
    trial = try_out(rules, [Configuration(2, values, "2 players", "")], 0.3, path, report)
    found = [(one.code, one.message, one.notes) for one in report.diagnostics]
    message = "some of the games that were to be played at random were left out"
    assert trial.cut and found == [("W413", message, ("0 games had been played when the time was up",))]


@pytest.mark.thorough
def test_a_first_game_is_played_for_long(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a moment of play is too short for a single game, it is still seen that there may be no end."""
    monkeypatch.chdir(CORPUS)
    found = [said(capsys, "validate", f"{name}.yaml", "--play", "0.1")[2] for name in ("goes_on", "has_not_ended")]
    assert [text.partition(":")[0] for text in found] == ["warning[W781]", "warning[W660]"]


BASE = """\
spec: 1
game: stack
title: "Stack"
players: 2
cards: {main: {list: {ant: {copies: 10}, bee: {copies: 2}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
variables: {laps: {type: integer, start: 0}}
begin: play
phases: {play: {turns: {}, offer: [take], until: pile.empty or laps == 40}}
actions: {take: {do: "draw 1 from pile to me.hand\\nlaps += 1"}}
result: {winners: best(p for p in players by count(p.hand))}
"""
HOUSE_RULES = {
    "no-limit": "override: {phases.play.until: pile.empty}",
    "back": """\
override:
  actions.take.do: |
    draw 1 from pile to me.hand
    laps += 1
    if pile.empty and count(c for c in first(players).hand if c == bee) == 0:
      move first(me.hand) to pile
""",
}


def test_variants_that_end_alone_but_not_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "variants").mkdir()
    game = tmp_path / "game.yaml"
    game.write_text(BASE, encoding="utf-8")
    for name, text in HOUSE_RULES.items():
        head = f'variant: {name}\nextends: stack\ntitle: "{name}"\n'
        (tmp_path / "variants" / f"{name}.yaml").write_text(head + text, encoding="utf-8")
        assert said(capsys, "validate", str(game), "--variant", name)[2] == ""
    _, _, err = said(capsys, "validate", str(game), "--variant", "back", "--variant", "no-limit")
    assert "W781" in err and "W611" not in err
    command = re.search(r"`cardwright (run .*? --seed \d+)`", " ".join(err.split()))
    assert command is not None and "--variant back --variant no-limit" in command[1]
