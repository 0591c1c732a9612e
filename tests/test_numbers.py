"""Odd spellings of numbers, in every place where a number is read: each is refused, none is misread or a traceback."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.source.text.literals import parse_integer

ODD = ["010", "1_000", "+5", "2e0", "2.0", "²", "٣", "５", "0x2", "9" * 30, "9" * 5000, "--2", "2-", "1 000", "−2", "Ⅳ"]

GAME = """\
spec: 1
game: numbers
title: "Numbers"
players: 2
teams: {number: 2}
options:
  o: {type: integer, range: [0, 10], step: 1, default: 2}
presets:
  p: {title: "P", set: {o: 2}}
cards:
  main: {attributes: {n: integer, m: {type: integer, by: n, values: {2: 2}}}, list: {a: {n: 2, copies: 2}}}
  other: {attributes: {s: [x], n: integer, k: integer}, each: {s: s, n: 2..3, k: [2, 3]}}
zones:
  pile: {holds: main, start: listed, shows: all, capacity: 4}
  rest: {holds: other, start: listed, shows: all}
variables:
  v: {type: integer, range: [0, 9], start: 2}
effects:
  hit(player p): v = 2
reactions:
  duck: {instead_of: hit, asks: players, when: v >= 2, do: v = 3, depth: 2}
begin: play
phases:
  play: {times: 2, steps: [pass]}
  pass: {turns: {once: true}, offer: [go]}
actions:
  go: {choose: {c: 2 of pile}, do: hit(me)}
limits: {decisions: 20, steps: 2000}
result: {winners: "[p for p in players if v > 2]"}
"""

PLACES = [
    ("players: 2\n", "players: {}\n"),
    ("players: 2\n", "players: [{}]\n"),
    ("players: 2\n", "players: 2..{}\n"),
    ("number: 2}", "number: {}}}"),
    ("number: 2}", "number: {{2: {}}}}}"),
    ("number: 2}", "number: {{{}: 2, else: 2}}}}"),
    ("range: [0, 10]", "range: [{}, 9999]"),
    ("range: [0, 10]", "range: [0, {}]"),
    ("step: 1", "step: {}"),
    ("default: 2", "default: {}"),
    ("default: 2", "default: {{2: {}}}"),
    ("set: {o: 2}", "set: {{o: {}}}"),
    ('title: "P", ', 'title: "P", players: {}, '),
    ("copies: 2", "copies: {}"),
    ("a: {n: 2,", "a: {{n: {},"),
    ("values: {2: 2}", "values: {{{}: 2, 2: 2}}"),
    ("values: {2: 2}", "values: {{2: {}}}"),
    ("n: 2..3", "n: 2..{}"),
    ("k: [2, 3]", "k: [3, {}]"),
    ("capacity: 4", "capacity: {}"),
    ("range: [0, 9]", "range: [0, {}]"),
    ("start: 2", "start: {}"),
    ("depth: 2", "depth: {}"),
    ("do: v = 3", "do: v = {}"),
    ("v >= 2", "v >= {}"),
    ("times: 2", "times: {}"),
    ("2 of pile", "{} of pile"),
    ("decisions: 20", "decisions: {}"),
    ("steps: 2000", "steps: {}"),
]

SCENARIO = """\
game: numbers
scenarios:
  "A":
    players: 2
    options: {o: 2}
    given: {at: {phase: play, turn: p1}, v: 2}
    then: v == 2
    returns: [0, 0]
"""
SCENARIO_PLACES = [
    ("players: 2", "players: {}"),
    ("o: 2", "o: {}"),
    ("v: 2", "v: {}"),
    ("v == 2", "v == {}"),
    ("[0, 0]", "[{}, 0]"),
]

FLAGS = [
    ("run", "--players"),
    ("run", "--seed"),
    ("simulate", "--games"),
    ("simulate", "--jobs"),
    ("run", "--set", "o="),
    ("play", "--seat", "=random"),
]


def code_of(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit code of a command, and everything it prints."""
    code = answer(CommandLine(words))
    out = capsys.readouterr()
    return code, out.out + out.err


def _scenarios(folder: Path) -> Path:
    """The path of a file of scenarios, beside the game."""
    (folder / "scenarios").mkdir(exist_ok=True)
    return folder / "scenarios" / "numbers.yaml"


SUM = "--2"
"""No number, but a sum, which rules may use wherever they compute a number."""


@pytest.mark.thorough
def test_the_game_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    code, said = code_of(capsys, "validate", str(tmp_path / "game.yaml"))
    assert code == 0, said
    path = _scenarios(tmp_path)
    path.write_text(SCENARIO)
    code, said = code_of(capsys, "test", str(path))
    assert code == 0, said


@pytest.mark.sampled(16)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_a_spec_refuses_it(odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In every other place, this one now and then that one."""
    path = tmp_path / "game.yaml"
    for old, new in PLACES[ODD.index(odd) % 2 :: 2]:
        assert GAME.count(old) == 1, old
        path.write_text(GAME.replace(old, new.format(odd)))
        code, said = code_of(capsys, "validate", str(path))
        assert code == 1 or odd == SUM, (new, said)
        assert "E090" not in said and (f"{path}" in said or odd == SUM), (new, said)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_a_scenario_refuses_it(odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    path = _scenarios(tmp_path)
    for old, new in SCENARIO_PLACES:
        assert SCENARIO.count(old) == 1, old
        path.write_text(SCENARIO.replace(old, new.format(odd)))
        code, said = code_of(capsys, "test", str(path))
        assert (code == 1 or odd == SUM) and "E090" not in said, (new, said)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_the_command_line_refuses_it(odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME)
    for verb, flag, *form in FLAGS:
        value = form[0] + odd if form and form[0].endswith("=") else odd + "".join(form)
        code, said = code_of(capsys, verb, str(path), flag, value)
        assert code == 2, (flag, said)
        assert "E090" not in said, (flag, said)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_a_person_typing_it_picks_nothing(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither as the number of a move nor after `why` is it taken for one, and the game goes on."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME)
    typed = io.StringIO(f"{odd}\nwhy {odd}\nquit\n")
    monkeypatch.setattr("sys.stdin", typed)
    code, said = code_of(capsys, "play", str(path), "--seed", "1", "--seat", "1=human")
    assert code == 0 and "E090" not in said and "The game ends here." in said, said
    assert typed.read() == ""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("odd", [*ODD, "1e999", "NaN", "Infinity", "-1"], ids=lambda odd: odd[:12])
def test_a_trace_refuses_it(odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, trace = tmp_path / "game.yaml", tmp_path / "game.jsonl"
    game.write_text(GAME)
    assert answer(CommandLine(("run", str(game), "--seed", "1", "--trace", str(trace)))) == 0
    capsys.readouterr()
    first, *rest = trace.read_text().splitlines()
    head = json.loads(first)
    for key in ("players", "seed"):
        broken = json.dumps({**head, key: "ODD"}).replace('"ODD"', odd)
        trace.write_text("\n".join([broken, *rest]) + "\n")
        code, said = code_of(capsys, "replay", str(trace), "--verify")
        assert code in (1, 2) and "E090" not in said, (key, said)


def test_whole_numbers() -> None:
    assert [parse_integer(odd) for odd in ODD] == [None] * len(ODD)
    assert [parse_integer(text) for text in ("0", "7", "-12", "9" * 18)] == [0, 7, -12, 10**18 - 1]
