"""Games and variants by name and by path: what is found, and what is reported if nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.codes import COULD_NOT_START
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source
from cardwright.source.merge.assembly import assemble
from cardwright.source.merge.catalogue import check_paths, find_games, shipped_folders
from cardwright.source.merge.yaml_output import to_yaml
from cardwright.source.text import disk

GAME = """spec: 1
game: {name}
title: {{en: "Race", fr: "Course"}}
players: {players}
presets: {{short: {{title: "Short", set: {{goal: 5}}}}}}
options: {{goal: {{type: integer, range: [0, 9], default: 9}}}}
cards: {{main: {{list: {{one: {{}}}}}}}}
zones: {{pile: {{holds: main}}}}
begin: race
phases: {{race: {{do: end game}}}}
"""
VARIANT = 'variant: {name}\nextends: {base}\ntitle: "T"\n{more}override: {{options.goal.default: {goal}}}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two games, and variants in all the folders where they may be."""

    def write(path: str, text: str) -> None:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")

    def variant(path: str, name: str, base: str, goal: int, more: str = "") -> None:
        write(path, VARIANT.format(name=name, base=base, goal=goal, more=more))

    write("mine/race/game.yaml", GAME.format(name="race", players="2..4"))
    write("mine/walk/game.yaml", GAME.format(name="walk", players="[2, 4]"))
    write("mine/race/scenarios/first.yaml", "game: race\nscenarios: {}\n")
    variant("mine/race/variants/short.yaml", "short", "race", 5)
    variant("mine/race/variants/shorter.yaml", "shorter", "short", 4)
    variant("mine/slow.yaml", "slow", "walk", 3)
    variant("mine/variants/late.yaml", "late", "race", 2, "after: [short]\n")
    variant("alone/tiny.yaml", "tiny", "race", 1, "after: [short]\n")
    variant("alone/lost.yaml", "lost", "rcae", 1)
    variant("mine/variants/brief.yml", "brief", "race", 3)
    write(
        "alone/brackets.yaml",
        '{"variant": "brackets", "extends": "race", "title": "T", "override": {"options.goal.default": 1}}',
    )
    write("alone/no_name.yaml", "extends: race\ntitle: T\nremove: [presets.short]\n")
    write("alone/no_base.yaml", "variant: no-base\ntitle: T\nremove: [presets.short]\n")
    write("alone/nothing_but.yaml", "remove: [presets.short]\n")
    variant("alone/house.yaml", "house", "mille-bornes", 1)
    write("alone/wrong.yaml", "variant: wrong\nextend: race\n")
    write("broken/game.yaml", "spec: 1\ngmae: race\n")
    write("loose/drawing.yaml", GAME.format(name="draw", players="2"))
    variant("loose/quick.yaml", "quick", "draw", 1)
    variant("loose/variants/quicker.yaml", "quicker", "draw", 1)
    write("twice/one/game.yaml", GAME.format(name="race", players="2"))
    write("empty/note.txt", "nothing")
    monkeypatch.chdir(tmp_path)
    return tmp_path


FOUND = {
    "by name": ("race", [], ["mine"], []),
    "by folder": ("mine/race", [], [], []),
    "by file": ("mine/race/game.yaml", [], [], []),
    "a variant by name": ("race", ["short"], ["mine"], ["short"]),
    "a variant beside the file": ("mine/race/game.yaml", ["short"], [], ["short"]),
    "a variant of a variant": ("race", ["shorter"], ["mine"], ["short", "shorter"]),
    "both": ("race", ["shorter", "short"], ["mine"], ["short", "shorter"]),
    "the same twice": ("race", ["short", "mine/race/variants/short.yaml"], ["mine"], ["short"]),
    "after": ("race", ["late", "short"], ["mine"], ["short", "late"]),
    "a variant in a .yml file": ("race", ["brief"], ["mine"], ["brief"]),
    "a variant in brackets": ("alone/brackets.yaml", [], ["mine"], ["brackets"]),
    "a variant by path": ("race", ["alone/tiny.yaml"], ["mine"], ["tiny"]),
    "a variant as the game": ("mine/race/variants/shorter.yaml", [], [], ["short", "shorter"]),
    "a variant as the game, more with it": ("alone/tiny.yaml", ["short"], ["mine"], ["short", "tiny"]),
    "a folder that is a game": ("race", [], ["mine/race"], []),
    "a variant for another path": ("mine/race", ["late"], ["mine"], ["late"]),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", FOUND)
def test_found(case: str) -> None:
    game, variants, paths, order = FOUND[case]
    report = Report()
    found = assemble(game, variants, paths, report)
    assert found is not None, render(report)
    assert (found.name, list(found.variants)) == ("race", order)
    assert Path(found.base_path).samefile("mine/race/game.yaml") and Path(found.folder).samefile("mine/race")


@pytest.mark.parametrize("file", ["loose/quick.yaml", "loose/variants/quicker.yaml"])
def test_a_variant_finds_the_game_that_lies_beside_it(file: str) -> None:
    """Whatever the file of the game is called."""
    report = Report()
    found = assemble(file, [], [], report)
    assert found is not None, render(report)
    assert (found.name, found.base_path) == ("draw", "loose/drawing.yaml")


# What is asked for; the code, message and help that are reported.
NOT_FOUND = {
    "game": (("rcae", [], ["mine"]), "E400", "unknown game 'rcae'", "did you mean 'race'?"),
    "variant": (("race", ["shrot"], ["mine"]), "E401", "unknown variant 'shrot'", "did you mean 'short'?"),
    "variant of another game": (("race", ["slow"], ["mine"]), "E408", "variant 'slow' extends 'walk', not 'race'", ""),
    "variant file of another game": (
        ("race", ["mine/slow.yaml"], ["mine"]),
        "E408",
        "variant 'slow' extends 'walk', not 'race'",
        "",
    ),
    "variant of a game where it lies": (
        ("mine/walk", ["mine/race/variants/short.yaml"], []),
        "E408",
        "variant 'short' extends 'race', not 'walk'",
        "",
    ),
    "variant of a game beside it": (
        ("race", ["loose/quick.yaml"], ["mine"]),
        "E408",
        "variant 'quick' extends 'draw', not 'race'",
        "",
    ),
    "variant of a variant beside it": (
        ("mine/walk", ["mine/race/variants/shorter.yaml"], []),
        "E408",
        "variant 'short' extends 'race', not 'walk'",
        "",
    ),
    "file": (("mine/rac.yaml", [], []), "E100", "there is no file 'mine/rac.yaml'", ""),
    "variant file": (("race", ["mine/shrt.yaml"], ["mine"]), "E100", "there is no file 'mine/shrt.yaml'", ""),
    "folder without a game": (("./empty", [], []), "E100", "there is no file 'empty/game.yaml'", ""),
    "path": (("race", [], ["mine", "nowhere"]), "E100", "there is no folder 'nowhere'", ""),
    "two games": (
        ("race", [], ["mine", "twice"]),
        "E413",
        "two games are called 'race'",
        "rename or move one of them, or give the path of the file instead",
    ),
    "base": (
        ("alone/lost.yaml", [], ["mine"]),
        "E411",
        "variant 'lost' extends 'rcae', which does not exist",
        "did you mean 'race'?",
    ),
    "broken game": (("broken", [], []), "E160", "'gmae' is not a key of a spec", "did you mean 'game'?"),
    "broken variant": (
        ("race", ["alone/wrong.yaml"], ["mine"]),
        "E160",
        "'extend' is not a key of a variant",
        "did you mean 'extends'?",
    ),
    "a variant without its name": (("alone/no_name.yaml", [], ["mine"]), "E161", "a variant needs 'variant'", ""),
    "a variant without its game": (("alone/no_base.yaml", [], ["mine"]), "E161", "a variant needs 'extends'", ""),
    "a variant without both": (
        ("alone/nothing_but.yaml", [], ["mine"]),
        "E161",
        "a variant needs 'variant', 'extends' and 'title'",
        "",
    ),
    "no variant": (("race", ["mine/race/game.yaml"], ["mine"]), "E160", "'game' is not a key of a variant", ""),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", NOT_FOUND)
def test_not_found(case: str) -> None:
    (game, variants, paths), code, message, help_ = NOT_FOUND[case]
    report = Report()
    assert assemble(game, variants, paths, report) is None
    said = [(found.code, found.message) for found in report.diagnostics]
    assert (code, message) in said, render(report)
    assert help_ in [h for found in report.diagnostics for h in (*found.helps, "")]
    if code in ("E400", "E401", "E408", "E100", "E413"):
        assert code in COULD_NOT_START


def test_for_a_game_by_path_no_other_is_looked_at() -> None:
    report = Report()
    with disk.recorded() as answers:
        assert assemble("mine/race/game.yaml", [], ["mine"], report) is not None
    assert {path for what, path, _ in answers if what == "content" or what.startswith(disk.HEAD)} == {
        "mine/race/game.yaml"
    }
    with disk.recorded() as answers:
        assert assemble("mine/race/game.yaml", ["late"], ["mine"], report) is not None
    assert any(path == "mine/walk/game.yaml" for _, path, _ in answers)


@pytest.mark.thorough
def test_a_chain_of_variants_may_be_long(tmp_path: Path) -> None:
    """Each extends the one before: all are brought along, in order, and each of them changes the game."""
    folder = tmp_path / "long"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(name="long", players=2))
    for n in range(500):
        base = f"v{n - 1}" if n else "long"
        (folder / "variants" / f"v{n}.yaml").write_text(VARIANT.format(name=f"v{n}", base=base, goal=n % 9, more=""))
    report = Report()
    made = assemble(str(folder / "variants" / "v499.yaml"), (), (), report)
    assert not report.diagnostics and made is not None
    assert made.variants == tuple(f"v{n}" for n in range(500))
    assert len(made.touches) == 500


def test_an_unknown_name_is_located_on_the_command_line() -> None:
    report = Report()
    line = Source("<command line>", "cardwright run race --path mine --variant shrot")
    assert assemble("race", ["shrot"], ["mine"], report, command_line=line) is None
    (found,) = report.diagnostics
    assert found.span is not None and found.span.column == 43 and found.span.source is line


def test_a_list_of_games() -> None:
    found = find_games(["mine"])
    race = next(game for game in found.games if game.name == "race")
    assert (race.title, race.players, race.presets) == (
        {"en": "Race", "fr": "Course"},
        "2..4",
        {"short": {"": "Short"}},
    )
    assert [Path(path).name for path in race.scenarios] == ["first.yaml"]
    assert [variant.name for variant in found.variants_of("race")] == ["brief", "late", "short", "shorter"]
    assert [variant.name for variant in found.variants_of("walk")] == ["slow"]
    assert next(game for game in found.games if game.name == "walk").players == "2, 4"


def test_the_games_of_the_package_are_found_from_anywhere() -> None:
    assert (shipped_folders()[0] / "mille-bornes" / "game.yaml").is_file()
    report = Report()
    assert assemble("mille-bornes", [], [], report) is not None, render(report)


def test_a_path_must_be_a_folder() -> None:
    report = Report()
    check_paths(["mine", "mine/slow.yaml"], report)
    assert [found.message for found in report.diagnostics] == ["there is no folder 'mine/slow.yaml'"]


def test_what_is_extended_comes_from_the_folder_of_the_game(tmp_path: Path) -> None:
    """Two copies of a game have a variant of one name: a variant from elsewhere extends that of the copy it changes."""
    for copy, goal in (("a", 1), ("b", 2), ("c", 3)):
        (tmp_path / copy / "variants").mkdir(parents=True)
        (tmp_path / copy / "game.yaml").write_text(GAME.format(name="twin", players=2))
        text = VARIANT.format(name="base-of-it", base="twin", goal=goal, more="")
        (tmp_path / copy / "variants" / "base.yaml").write_text(text)
    text = 'variant: on-top\nextends: base-of-it\ntitle: "T"\noverride: {players: 3}\n'
    (tmp_path / "on-top.yaml").write_text(text)
    for copy, goal in (("a", 1), ("b", 2), ("c", 3)):
        report = Report()
        elsewhere = [str(tmp_path / other) for other in "abc"]
        made = assemble(str(tmp_path / copy / "game.yaml"), [str(tmp_path / "on-top.yaml")], elsewhere, report)
        assert made is not None, render(report)
        assert f"default: {goal}" in to_yaml(made.tree)
