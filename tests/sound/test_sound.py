"""Sound specs of all constructs: some of each kind of trial, and nothing of the language is left out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml

from cardwright.commands.sources.checks import check_rules
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import ROWS
from cardwright.play.game.loading.load import configure
from tests.fuzz.fuzz_said import say
from tests.sound.sound_campaign import MET, Campaign
from tests.sound.sound_coverage import shown, singles, statements
from tests.sound.sound_effects import STATEMENTS
from tests.sound.sound_parts import sound_files
from tests.sound.sound_specs import sound_spec, written
from tests.sound.sound_trial import folder, smaller, tried

SEED = 27
QUICK, DEEP = 6, 2
"""How many specs a case tries."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("chunk", range(9))
def test_sound_specs_are_sound(chunk: int) -> None:
    """They load in all configurations, and `fmt` and `resolve` change nothing."""
    for number in range(QUICK * chunk, QUICK * (chunk + 1)):
        tried(sound_files(SEED, number), number, deep=False)


@pytest.mark.thorough
@pytest.mark.sampled(4)
@pytest.mark.parametrize("chunk", range(10))
def test_both_engines_play_sound_specs_alike(chunk: int) -> None:
    """In lockstep, with views, saves and guesses; rulebook, page, picture, trace and replay are made of them."""
    pytest.importorskip("wasmtime")
    for number in range(1000 + DEEP * chunk, 1000 + DEEP * (chunk + 1)):
        tried(sound_files(SEED, number), number, deep=True)


@pytest.mark.thorough
@pytest.mark.exhaustive
def test_nothing_is_left_out() -> None:
    """Each key, form, construct, builtin and type that the tables have is soon in a spec."""
    missing = {one for one in singles() if not one.startswith(("op ", "fold "))}
    for number in range(500):
        missing -= shown(sound_files(SEED, number)["game.yaml"], set())[0]
        if not missing:
            break
    assert missing == set()


@pytest.mark.sampled(3)
@pytest.mark.thorough
@pytest.mark.parametrize("number", range(2000, 2008))
def test_what_is_told_to_be_of_no_use_is_of_none(number: int) -> None:
    """Without an `else` or a test that a warning calls idle (W334) each game goes on as before."""
    with folder():
        for name, tree in sound_files(SEED, number).items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(written(tree), encoding="utf-8")
        before = courses("game.yaml")
        say(("fix", "game.yaml"))
        assert courses("game.yaml") == before


def courses(path: str) -> list[list[object]]:
    """What could be done in some random games, and what they came to."""
    report, found = Report(), list[list[object]]()
    rules = check_rules(path, (".",), report)
    assert rules is not None, render(report)
    for players in rules.spec.players[:2]:
        game = configure(rules, players=players)
        for seed in range(3):
            state, luck = game.initial_state(seed=seed), Random(seed)
            course: list[object] = []
            while not state.is_terminal and state.decisions < 60:
                course.append([str(move) for move in state.legal_moves])
                state.apply(luck.choice(state.legal_moves))
            found.append([*course, state.status, state.returns])
    return found


def test_each_statement_has_a_writer() -> None:
    """A statement that the grammar gains fails here, until somebody writes how it is made."""
    grammar = {one.rstrip("=+-") if one.startswith("assign") else one for one in statements()}
    assert set(STATEMENTS) == grammar


def test_what_is_shown_is_seen() -> None:
    """Pairs are read from the spec itself, not told by whoever wrote it."""
    tree = yaml.safe_load(Path(__file__).with_name("shown.yaml").read_text(encoding="utf-8"))
    one, two = shown(tree, set())
    assert {"key zone.shows=owner", "key phase.turns", "rule while_", "rule sum()", "type player or none"} <= one
    assert "rule repeat_" not in one
    assert ("nested", "while_", "draw") in two and ("nested", "draw", "while_") not in two
    assert ("placed", "action.do", "while_") in two and ("placed", "action.when", "while_") not in two
    assert ("beside", "action.when", "zone.shows=owner") in two


def test_a_spec_depends_on_its_number_only() -> None:
    assert written(sound_spec(1, 5)) == written(sound_spec(1, 5)) != written(sound_spec(2, 5))


def test_what_is_new_is_tried_more_often(tmp_path: Path) -> None:
    """Until a thousand specs have shown it, as the record of a campaign says."""
    campaign = Campaign(tmp_path, 3, None)
    assert {f"op {op}" for op in ROWS} | {f"fold {op}" for op in FOLDS} < campaign.rare()
    campaign.met |= dict.fromkeys(campaign.rare() - {"op abs", "rule swap"}, MET)
    assert campaign.rare() == {"op abs", "rule swap"}
    campaign.write()
    assert Campaign(tmp_path, None, None).rare() == {"op abs", "rule swap"}
    for word, rare in (("abs(", "op abs"), ("swap ", "rule swap")):
        usual, often = (
            sum(written(sound_spec(3, number, some)).count(word) for number in range(30))
            for some in (frozenset(), frozenset({rare}))
        )
        assert often > 1.5 * usual


def test_a_record_goes_on_with_its_own_seed(tmp_path: Path) -> None:
    Campaign(tmp_path, 3, None).write()
    assert Campaign(tmp_path, None, None).data["seed"] == 3
    with pytest.raises(SystemExit, match="begun with --seed 3"):
        Campaign(tmp_path, 4, None)


def test_what_is_found_is_made_smaller() -> None:
    files = {"game.yaml": {"a": {"b": "one\n  two\nthree\n", "c": 1}, "d": [1, 2]}}
    less = smaller(files, lambda some: "two" in str(some), 5)
    assert less == {"game.yaml": {"a": {"b": "one\n  two\n"}}}


def test_all_tables_are_crossed() -> None:
    """The universe has every row: what is added to a table is asked for at once."""
    assert {f"op {op}" for op in ROWS} | {f"fold {op}" for op in FOLDS} <= singles()
