"""A position of any game takes little room, however many play and whatever the options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright.diagnostics.diagnostic import SpecError
from cardwright.engines.program.compact_layout import compact_of
from cardwright.play.game.loading.load import configure
from cardwright.play.game.loading.rules import Rules
from cardwright.source.merge.catalogue import shipped_folders
from tests.laws.law_games import Case, each_once, rules_of, some_values

MOST = 2048
"""Bytes of a position of a compiled game."""


SHIPPED = [case for case in each_once() if any(one in Path(case.path).resolve().parents for one in shipped_folders())]
"""Each game that comes with Cardwright, and each variant."""


@pytest.mark.sampled(12)
@pytest.mark.parametrize("case", SHIPPED, ids=lambda case: "-".join((case.name, *case.variants)))
def test_a_position_takes_two_kilobytes_at_most(case: Case) -> None:
    rules = rules_of(case.path, case.variants)
    for players in rules.spec.players:
        assert max(_bytes(rules, players, preset=preset) for preset in (None, *rules.spec.presets)) <= MOST
        assert _largest(rules, players) <= MOST, players


def _largest(rules: Rules, players: int) -> int:
    """The bytes if option after option gets the value with which a position takes most."""
    chosen, most = dict[str, Any](), _bytes(rules, players)
    for name, option in rules.spec.options.items():
        for value in some_values(option):
            tried = {**chosen, name: value}
            bytes = _bytes(rules, players, options=tried)
            if bytes > most:
                chosen, most = tried, bytes
    return most


def _bytes(rules: Rules, players: int, **how: Any) -> int:
    """The bytes of a position in one configuration; 0 if there is no such game."""
    try:
        return compact_of(configure(rules, players=players, **how).program).size
    except SpecError:
        return 0
