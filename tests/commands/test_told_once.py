"""A mistake is told once, however often and by whatever names its file is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = "spec: 1\ngame: race\ntitle: Race\nplayers: 2\nspeed: 3\n"
VARIANT = "variant: fast\nextends: race\ntitle: Fast\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with a mistake, with variants in two places, and a link to it."""
    for name, text in {
        "game.yaml": GAME,
        "fast.yaml": VARIANT,
        "variants/slow.yaml": VARIANT.replace("fast", "slow"),
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to("game.yaml")
    monkeypatch.chdir(tmp_path)


LINES = (
    ("validate", "game.yaml", "fast.yaml"),
    ("validate", "fast.yaml", "variants/slow.yaml", "game.yaml"),
    ("validate", "."),
    ("diff", "game.yaml", "game.yaml"),
    ("diff", "game.yaml", "./link.yaml"),
)


@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_told_once(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine((*words, "--format", "json"))) == 1
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    keys = [one["code"] for one in told["diagnostics"] if one["message"].startswith("'speed'")]
    assert keys == ["E160"]
    assert told["errors"] + told["warnings"] == len(told["diagnostics"])


def test_a_mistake_in_a_part_is_told_once_and_names_each_use(capsys: pytest.CaptureFixture[str]) -> None:
    Path("dice.yaml").write_text("part: dice\ntitle: Dice\nvariables:\n  die: {type: integer, rnage: [1, 6]}\n")
    uses = "uses:\n  mine: {part: dice, as: mine}\n  open: {part: dice, as: open}\n"
    Path("throw.yaml").write_text(f"spec: 1\ngame: throw\ntitle: Throw\nplayers: 2\n{uses}")
    assert answer(CommandLine(("resolve", "throw.yaml", "--format", "json"))) == 1
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    (found,) = [one for one in told["diagnostics"] if "rnage" in one["message"]]
    assert (found["file"], found["line"]) == ("dice.yaml", 4)
    assert [(one["file"], one["line"], one["text"]) for one in found["others"]] == [
        ("throw.yaml", 6, "used here"),
        ("throw.yaml", 7, "used here"),
    ]


def test_a_rule_that_fails_in_a_game_and_its_variant_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    Path("trial").mkdir()
    Path("trial/stuck.yaml").write_text(
        "spec: 1\ngame: stuck\ntitle: Stuck\nplayers: 2..3\ncards: {main: {list: {ace: {copies: 2}}}}\n"
        "zones: {pile: {holds: main, start: shuffled, shows: count}, hand: {of: player, holds: main, shows: owner}}\n"
        "begin: play\nphases: {play: {turns: {}, until: count(c for c in pile) > 9, offer: [take]}}\n"
        "actions: {take: {when: not pile.empty, do: draw 1 from pile to me.hand}}\n"
    )
    Path("trial/more.yaml").write_text(
        "variant: more\nextends: stuck\ntitle: More\noverride: {cards.main.list.ace.copies: 3}\n"
    )
    assert answer(CommandLine(("validate", "trial", "--format", "json"))) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    (found,) = [one for one in told["diagnostics"] if one["code"] == "W780"]
    assert "has no legal move" in found["message"]
