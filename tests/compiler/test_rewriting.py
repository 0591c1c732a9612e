"""Rewrite rules: where each fits in known games, and that games stay the same without it.

Where a rule fits is a table, `rewrites.txt`: `python -m tests.compiler.test_rewriting` writes it anew, to be read.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from cardwright import Game, load_game
from cardwright.compiler.compile import compile_program
from cardwright.compiler.listing import PASSES
from cardwright.compiler.passes.rewriting import REWRITES, left_out, rewriting

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("rewrites.txt")
GAMES = ("course-folle", "mille-bornes", "neko-racing", "on-the-trail")
EXAMPLES = ("cribbage", "go-fish", "hearts", "liars-dice", "scopa", "love-letter")
ENGINE = (ROOT / "docs/engine.md").read_text(encoding="utf-8")


def game_of(name: str) -> Game:
    return load_game(ROOT / "examples" / name if name in EXAMPLES else name, engine="fast")


@cache
def fits(name: str) -> Counter[str]:
    """How often each rule fits where whole games of one are played at random."""
    with rewriting() as found:
        compile_program(game_of(name).program, "playouts")
    return Counter(one.rule for one in found)


def table() -> str:
    names = (*GAMES, *EXAMPLES)
    lines = [f"{'':17}" + "".join(f"{name[:12]:>13}" for name in names)]
    lines += [f"{rule:17}" + "".join(f"{fits(name)[rule] or '':>13}" for name in names) for rule in sorted(REWRITES)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_where_rules_fit() -> None:
    """Each in one of these games at least: a rule that fits nowhere is code for nothing."""
    assert TABLE.read_text(encoding="utf-8") == table()
    assert [rule for rule in REWRITES if not any(fits(name)[rule] for name in (*GAMES, *EXAMPLES))] == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize("rule", sorted(REWRITES))
def test_games_are_the_same_without_it(rule: str) -> None:
    """Tried where it fits most often. The module is another one, so that what is kept of one is not used for both."""
    name = max((*GAMES, *EXAMPLES), key=lambda one: fits(one)[rule])
    found = [list(map(float, game_of(name).playouts(300, seed=4).returns.ravel()))]
    with rewriting(without=[rule]) as others:
        assert left_out() == [rule]
        found.append(list(map(float, game_of(name).playouts(300, seed=4).returns.ravel())))
        changed = compile_program(game_of(name).program, "playouts")
    assert found[0] == found[1]
    assert changed != compile_program(game_of(name).program, "playouts")
    assert rule not in {one.rule for one in others} and left_out() == ()


def test_each_pass_is_a_rule() -> None:
    assert set(PASSES) <= set(REWRITES)


@pytest.mark.parametrize("rule", sorted(REWRITES))
def test_what_each_gains_is_told(rule: str) -> None:
    """By its name in docs/engine.md."""
    assert f"`{rule}`" in ENGINE


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
