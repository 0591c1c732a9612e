"""Rewrite rules: where each fits in known games, and that games stay the same without it.

Where a rule fits is a table, `rewrites.txt`: `python -m tests.compiler.test_rewriting` writes it anew, to be read.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

import pytest
import yaml

from cardwright import Game, load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
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
    return Counter(rule for rule, _ in found)


def table() -> str:
    names = (*GAMES, *EXAMPLES)
    lines = [f"{'':17}" + "".join(f"{name[:12]:>13}" for name in names)]
    lines += [f"{rule:17}" + "".join(f"{fits(name)[rule] or '':>13}" for name in names) for rule in sorted(REWRITES)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_where_rules_fit() -> None:
    """Each in one of these games at least: a rule that fits nowhere is code for nothing."""
    assert TABLE.read_text(encoding="utf-8") == table()
    assert [rule for rule in REWRITES if not any(fits(name)[rule] for name in (*GAMES, *EXAMPLES))] == []


def test_a_name_that_no_rule_has_is_refused() -> None:
    """Those there are are told."""
    with pytest.raises(ValueError, match="'forward_crad'; there are .*forward_card, "), rewriting(["forward_crad"]):
        raise AssertionError("it was taken")


@pytest.mark.sampled(10)
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
    assert rule not in {one for one, _ in others} and left_out() == []


def test_passes_come_in_the_order_of_their_list() -> None:
    """In Course Folle each changes something; a pass that is added is no rule of a place."""
    with rewriting() as found:
        compile_program(game_of("course-folle").program, "playouts")
    assert [rule for rule, span in found if span is None and rule != "move_within"] == list(PASSES)


def test_what_is_left_out_stays_so_inside() -> None:
    with rewriting(without=["bit_sets"]):
        with rewriting(without=["draw_behind"]):
            assert left_out() == ["bit_sets", "draw_behind"]
        assert left_out() == ["bit_sets"]


# What `resolve` prints of it ------------------------------------------------------------------------


def printed(*words: str) -> str:
    """What `resolve` prints of some words."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        assert answer(CommandLine(("resolve", *words, "--stage", "code"))) == 0
    return out.getvalue()


def placed(text: str) -> set[str]:
    """The lines about rules, each behind its place."""
    found, place = set[str](), ""
    for line in text.splitlines():
        place = place if line.startswith("  ") else line
        if re.match(r"\S+\.yaml:\d+: ", place) and line.startswith("  "):
            found.add(place + line)
    return found


SPECS = [path.parent for path in (*ROOT.glob("specs/*/game.yaml"), *ROOT.glob("examples/*/game.yaml"))]
WITH_VARIANTS = [(spec, "") for spec in SPECS] + [(one.parents[1], str(one)) for one in ROOT.glob("specs/*/variants/*")]


@pytest.mark.sampled(40)
@pytest.mark.parametrize(("spec", "variant"), WITH_VARIANTS, ids=lambda one: Path(one).stem)
def test_the_sections_of_a_spec_tell_what_the_whole_tells(spec: Path, variant: str) -> None:
    """Also of what variants and parts bring into them."""
    flags = ("--variant", variant) if variant else ()
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        answer(CommandLine(("resolve", str(spec), *flags)))
    sections = list(yaml.safe_load(out.getvalue()))
    found = [placed(printed(str(spec), *flags, section)) for section in sections]
    assert set().union(*found) == placed(printed(str(spec), *flags))


USED_TWICE = {
    "game.yaml": """\
spec: 2
game: twice
title: "Twice"
players: 2
cards: {main: {list: {ace: {copies: 12}}}}
zones:
  pile: {holds: main, order: stack, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
uses:
  a: {part: filler.yaml, w: players, as: {fill: fill_a}}
  b: {part: filler.yaml, w: "[p for p in players if count(p.hand) < 2]", as: {fill: fill_b}}
begin: all
phases:
  all:
    do: |
      fill_a()
      fill_b()
""",
    "filler.yaml": """\
spec: 2
part: filler
title: "Filler"
about: "Draws."
parameters:
  w: {is: expression}
effects:
  fill: |
    for p in w:
      draw 1 from pile to p.hand
""",
}


def test_each_use_of_a_part_is_told_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is emitted otherwise."""
    monkeypatch.chdir(tmp_path)
    for name, text in USED_TWICE.items():
        Path(name).write_text(text, encoding="utf-8")
    assert "list_in_place" not in printed("game.yaml", "effects.fill_a")
    assert "list_in_place" in printed("game.yaml", "effects.fill_b")


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
