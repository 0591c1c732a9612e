"""`cardwright explain GAME PATH`: a rule, its origin, and what uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """\
spec: 1
game: small
title: "Small"
players: 2
types: {mood: [take, leave]}
cards: {main: {attributes: {mood: mood}, each: {mood: mood}, copies: 4}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
functions:
  rich(player p): count(p.hand) > 3  # many
  takes(main c): c.mood == take
begin: play
phases:
  play: {turns: {}, offer: [take, rest], until: any(rich(p) for p in players)}
actions:
  take:
    label: {en: "Take a card", fr: "Prendre une carte"}
    text: {en: "You draw.", fr: "On pioche."}
    rule: "page 3"
    when: {poor: not rich(me)}
    do: draw 1 from pile to me.hand
  rest: {when: {none_takes: not any(takes(c) for c in me.hand)}, do: end turn}
"""

VARIANT = """\
variant: fast
extends: small
title: "Fast"
override: {actions.take.do: draw 2 from pile to me.hand}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "fast.yaml").write_text(VARIANT, encoding="utf-8")


def say(*words: str) -> int:
    return answer(CommandLine(words))


def test_an_action_under_a_variant(capsys: pytest.CaptureFixture[str]) -> None:
    """The symbol `take` in a function is no use of the action of that name."""
    assert say("explain", "small.yaml+fast.yaml", "actions.take") == 0
    assert capsys.readouterr().out == (
        "actions.take: Take a card\nYou draw.\nrulebook: page 3\n\n"
        "take:\n  when:\n    poor: not rich(me)  # small.yaml:21\n"
        "  do: draw 2 from pile to me.hand  # fast.yaml:4; was draw 1 from pile to me.hand at small.yaml:22\n\n"
        "used by\n  phases.play.offer  (small.yaml:15)\n"
    )


def test_a_function(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("explain", "small.yaml", "functions.rich", "--format", "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [user["path"] for user in told["users"]] == ["phases.play.ends_when", "actions.take.when.poor"]
    assert (told["file"], told["line"]) == ("small.yaml", 11)


def test_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("explain", "small.yaml", "actions.take", "--lang", "fr") == 0
    assert capsys.readouterr().out.startswith("actions.take: Prendre une carte\nOn pioche.\n")


def test_a_part_is_shown_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("explain", "auction") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# A rising auction:") and "\nparameters:\n" in shown and "$schema" not in shown


def test_a_part_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A part is found beside the game, in its `parts`, by `--path`, by the path of its file; nothing else is."""
    files = {
        "parts/mine.yaml": "part: mine\n",
        "here.yaml": "part: here\n",
        "b/dice.yaml": "part: dice\n",
        "g.yaml": "game: g",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"spec: 2\n{text}# of my own: {name}\n")
    monkeypatch.chdir(tmp_path)
    for words, name in (
        (("mine",), "parts/mine.yaml"),
        (("here",), "here.yaml"),
        (("dice", "--path", "b"), "b/dice.yaml"),
        (("b/dice.yaml",), "b/dice.yaml"),
    ):
        assert say("explain", *words) == 0
        assert capsys.readouterr().out == f"spec: 2\n{files[name]}# of my own: {name}\n"
    assert say("explain", "dice") == 0
    assert "of my own" not in capsys.readouterr().out
    assert say("explain", "g") == say("explain", "g.yaml") == 2


def test_a_symbol_or_a_zone_is_used_wherever_its_name_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("explain", "small.yaml", "zones.pile") == 0
    assert capsys.readouterr().out.endswith("used by\n  actions.take.do  (small.yaml:22)\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("small.yaml", "actions.tkae"), "'actions' has no 'tkae'"),
        (("small.yaml", "acts"), "this game has no 'acts'"),
        (("small.yaml", "actions.take.do.x"), "'actions.take.do' has no 'x'"),
        (("smal.yaml", "actions"), "smal.yaml"),
        (("a", "b", "c"), "explain needs a code or a part, or a game and a path"),
    ],
)
def test_mistakes(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("explain", *words) == 2
    assert said in capsys.readouterr().err


def test_a_part_that_a_variant_removes(capsys: pytest.CaptureFixture[str]) -> None:
    text = 'variant: free\nextends: small\ntitle: "Free"\nremove: [actions.take.when.poor, phases.play.ends_when]\n'
    Path("free.yaml").write_text(text, encoding="utf-8")
    for path in ("actions.take.when.poor", "phases.play.ends_when"):
        assert answer(CommandLine(("explain", "small.yaml+free.yaml", path))) == 2
        assert "= help: variant 'free' removes it (free.yaml:4)" in capsys.readouterr().err


DICE = """\
spec: 1
game: dicing
title: "Dicing"
players: 2
uses:
  black: {part: dice, as: {roll: throw}, number: 3}
cards: {main: {list: {one: {copies: 4}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
begin: play
phases: {play: {turns: {}, offer: [go], times: 3}}
actions: {go: {do: throw()}}
"""


def test_a_use_of_a_part(capsys: pytest.CaptureFixture[str]) -> None:
    Path("dicing.yaml").write_text(DICE, encoding="utf-8")
    assert say("explain", "dicing.yaml", "uses.black", "--lang", "fr") == 0
    told = capsys.readouterr().out
    assert told.startswith("uses.black: Dés\n") and "used at dicing.yaml:6" in told
    assert "number: a whole number from 1 to 20. Here: 3 (dicing.yaml:6)" in told
    assert "sides: a whole number from 2 to 100. Here: 6 (by default)" in told
    assert "  effects roll_one(integer k), throw()\n" in told
    assert say("explain", "dicing.yaml", "uses", "--format", "json") == 0
    assert [one["part"] for one in json.loads(capsys.readouterr().out)["uses"]] == ["dice"]
    assert say("explain", "dicing.yaml", "uses.black.sides") == 0
    assert capsys.readouterr().out.startswith("uses.black.sides: a whole number from 2 to 100\n")
    assert say("explain", "dicing.yaml", "uses.blak") == 2
    assert "did you mean 'black'?" in capsys.readouterr().err
    assert say("explain", "dicing.yaml", "uses.black.side") == 2
    assert "part 'dice' has no parameter 'side'" in capsys.readouterr().err
