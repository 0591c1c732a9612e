"""The parts of the package: what they do in small games, and that a game with parts is the game written out.

Each folder of `parts/` has a game and scenarios. What games of the shelf use is held by their own scenarios too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.play.game.loading.load import load_rules
from cardwright.source.merge.assembly import assemble
from cardwright.source.merge.catalogue import shipped_folders
from cardwright.source.merge.yaml_output import to_yaml

FOLDERS = sorted(path.parent for path in (Path(__file__).parent / "parts").glob("*/game.yaml"))
USERS = sorted(
    path
    for folder in (*shipped_folders(), Path(__file__).parent / "parts")
    for path in folder.glob("*/game.yaml")
    if "\nuses:" in path.read_text(encoding="utf-8")
)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_scenarios(folder: Path) -> None:
    assert answer(CommandLine(("test", str(folder)))) == 0


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", USERS, ids=lambda path: path.parent.name)
def test_written_out_it_is_the_same_game(path: Path, tmp_path: Path) -> None:
    report = Report()
    game = assemble(str(path), (), (), report)
    assert game is not None, render(report)
    written = tmp_path / "game.yaml"
    written.write_text(to_yaml(game.tree), encoding="utf-8")
    again = load_rules(str(written), (), (), report)
    assert again is not None, render(report)
    assert again.assembled.digests[0] == game.digests[0] and "uses" not in written.read_text(encoding="utf-8")
    in_vain = [one for one in report.diagnostics if one.code == "W611" and "the function" not in one.message]
    assert not in_vain or "examples" not in path.parts, render(report)


def test_there_are_users() -> None:
    assert len(USERS) >= 8


def test_every_part_is_used_or_has_a_game_of_its_own() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in USERS)
    parts = [path.stem for folder in shipped_folders() for path in (folder / "parts").glob("*.yaml")]
    assert parts and all(name in texts for name in parts)


TWICE = {
    "auction": ("first: players.top, most: 5", "auction"),
    "climbing": ("combinations: pairs, beats: longer, won: nothing", "climbing"),
    "dice": ("", ""),
    "draw-and-discard": ("first: players.top, ends: stock.empty", "play"),
    "drafting": ("kept: kept", "drafting"),
    "match-of-hands": ("stages: [body], ends: stock.empty", "match"),
    "melds": ("", ""),
    "sealed-bids": ("first: players.top, most: 5, losers: secret", "sealed_bids"),
    "trick-taking": ("trump: hearts, closed: clubs", "tricks"),
    "tricks-bid": ("first: players.top, most: 5", "bidding"),
    "until-all-pass": ("first: players.top, moves: [rest], passing: back", "contest"),
}
"""What each part must be told to be used twice in one game, and its phase."""


@pytest.mark.thorough
def test_parts_can_be_used_twice(tmp_path: Path) -> None:
    """All at once, and each under two names: no rule of a part names something by the name that it has in its file."""
    uses, steps = ["  deck: french-deck\n  dealing: dealing\n"], []
    for number, (part, (told, phase)) in enumerate(TWICE.items()):
        for name in (f"a{number}", f"b{number}"):
            uses.append(f"  {name}: {{part: {part}, as: {name}{', ' * bool(told)}{told}}}\n")
            steps += [f"{name}_{phase}"] if phase else []
    path = tmp_path / "twice.yaml"
    path.write_text(
        "spec: 1\ngame: twice\ntitle: Twice\nplayers: 2\nuses:\n"
        + "".join(uses)
        + "zones: {kept: {of: player, holds: main, shows: all}}\nvariables: {v: {type: integer}}\nbegin: hand\n"
        + f"phases: {{hand: {{steps: [{', '.join(steps)}]}}, body: {{offer: [rest], turns: {{once: true}}}}}}\n"
        + "actions: {rest: {do: v += 1}}\neffects: {nothing(player p): v += 1}\n"
        + "functions:\n  pairs(list of main cs): subsets(cs, 2)\n"
        + "  longer(list of main cs, list of main others): count(cs) > count(others)\nscoring:\n"
        + "".join(
            f"  {name}_hand: {{per: player, into: {name}_total, categories: {{v: v}}}}\n" for name in ("a5", "b5")
        ),
        encoding="utf-8",
    )
    report = Report()
    assert load_rules(str(path), (), (), report) is not None, render(report)
