"""The quick tests, those of `make test`, touch everything: each folder, each law, each game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.laws.law_games import Case, each_once

TESTS = Path(__file__).parents[1]
LAWS = TESTS / "laws"
LEAST = 1
"""How many laws at least look at each game in a hurry, whatever the hashes of their names are."""

WHOLE = {
    "test_scenarios.py::test_scenario",
    "diagnostics/test_examples.py::test_example",
    "commands/test_sessions.py::test_session",
    "commands/test_verbs.py::test_exit_codes",
}
"""Every scenario, every code and every command is tried in a hurry too."""


def is_quick(item: pytest.Item) -> bool:
    """Whether `make test` runs it."""
    return item.get_closest_marker("thorough") is None


def without_quick(items: tuple[pytest.Item, ...], of: Callable[[pytest.Item], object]) -> set[object]:
    """Which folders, laws and so on have tests, but none that is quick."""
    return {of(item) for item in items} - {of(item) for item in items if is_quick(item)}


def test_each_folder(collected: tuple[pytest.Item, ...]) -> None:
    assert without_quick(collected, lambda item: item.path.parent) == set()


def test_each_law(collected: tuple[pytest.Item, ...]) -> None:
    laws = tuple(item for item in collected if item.path.parent == LAWS)
    assert without_quick(laws, lambda item: item.nodeid.partition("[")[0]) == set()


def test_each_scenario_code_and_command(collected: tuple[pytest.Item, ...]) -> None:
    for file, _, test in (name.partition("::") for name in WHOLE):
        assert f"def {test}(" in (TESTS / file).read_text(), "a test that was renamed is looked for under its new name"
    tests = [item for item in collected if item.nodeid.partition("[")[0].removeprefix("tests/") in WHOLE]
    assert [item.nodeid for item in tests if not is_quick(item)] == []


def test_only_cases_are_sampled(collected: tuple[pytest.Item, ...]) -> None:
    """A test without cases is quick or thorough: to sample it would do nothing."""
    sampled = [item for item in collected if item.get_closest_marker("sampled") in item.own_markers]
    assert [item.nodeid for item in sampled if not hasattr(item, "callspec")] == []


SELDOM = (TESTS / "structure", TESTS / "sound", TESTS / "playground", TESTS / "studio")
"""Where `make thorough` alone runs some tests that have no cases: tests of tests, and those for which a page starts
Python anew or is searched through in each of its states, half a minute each."""


def test_what_is_exhaustive_is_sampled(collected: tuple[pytest.Item, ...]) -> None:
    """Continuous integration runs at least as much of each test as `make test`, and all of what is not sampled, but for
    what is `SELDOM` run.
    """
    left_out = [item for item in collected if item.get_closest_marker("exhaustive") and item.path.parent not in SELDOM]
    assert [item.nodeid for item in left_out if is_quick(item) or not item.get_closest_marker("sampled")] == []


def test_each_game(collected: tuple[pytest.Item, ...]) -> None:
    if not {item.path for item in collected} >= set(LAWS.glob("test_*.py")):
        pytest.skip("not all laws are tried here")
    looked = {(one.path, one.variants): set[str]() for one in each_once()}
    for item in collected:
        case = item.callspec.params.get("case") if hasattr(item, "callspec") and is_quick(item) else None
        if isinstance(case, Case) and (case.path, case.variants) in looked:
            looked[case.path, case.variants].add(item.nodeid.partition("[")[0])
    assert {key: laws for key, laws in looked.items() if len(laws) < LEAST} == {}
