"""Who sees a zone is found out with bounded work, whatever is written below `to`."""

from __future__ import annotations

import pytest

from cardwright.commands.sources.checks import check_rules
from cardwright.diagnostics.diagnostic import Report
from tests.fuzz.fuzz_limits import bounded

GAME = """spec: 1
game: onlookers
title: "Onlookers"
players: 12
cards: {main: {list: {ace: {copies: 24}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: {owner: all, to: "TO"}}
functions: {many: "[p for n in 1..1000000000 for p in players]"}
begin: play
phases: {play: {turns: {}, until: pile.empty, offer: [take]}}
actions: {take: {choose: {c: me.next.hand}, do: move c to me.hand}}
result: {winners: players}
"""
NESTED = "for a in players for b in players for c in players for d in players for e in players for f in players"


@pytest.mark.parametrize(
    "to",
    [
        f"[p {NESTED} for g in players for p in players]",
        "[p for n in 1..1000000000 for p in players]",
        "[p for n in [x * y for x in 1..9000 for y in 1..9000] for p in players]",
        "[p for s in subsets([n for n in 1..40]) for p in players]",
        "many",
    ],
)
def test_work_is_bounded(tmp_path: object, monkeypatch: pytest.MonkeyPatch, to: str) -> None:
    """What would take too long may be anything: the choice is refused, in little time and memory."""
    monkeypatch.chdir(str(tmp_path))
    with open("game.yaml", "w", encoding="utf-8", newline="\n") as file:
        file.write(GAME.replace("TO", to))
    report = Report()
    with bounded(20.0):
        check_rules("game.yaml", (".",), report)
    assert {one.code for one in report.diagnostics} & {"E635", "E571"}
