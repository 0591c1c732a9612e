"""Prints what the passes of the compiled engine make of a program, for whole games at random.

    python benchmarks/passes.py GAME[+VARIANT] [--build BUILD] [--players N]

First what is known before anything is emitted: whether steps are counted, which variables are bit sets, which nothing
reads, how the legal moves of each decision are counted. Then the blocks that the passes change, as a unified diff of
the program as `cardwright resolve GAME --stage program` prints it: lines with - are replaced by those with +.
`benchmarks/profile.py` says where the time goes in the module that is emitted from that.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from difflib import unified_diff
from typing import get_args

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.builder.memory_map import Build
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.moves.move_counts import CountedChoice, counted_choices
from cardwright.compiler.moves.multi_card_moves import CardsChoice
from cardwright.compiler.moves.product_moves import ProductChoice, RangeChoice
from cardwright.compiler.values.expressions import emit_expr
from cardwright.engines.program.nodes import AskBlock, Program
from cardwright.engines.program.printer import show_program
from cardwright.play.game.loading.load import load_game

FORMS = {
    CountedChoice: "bit sets",
    CardsChoice: "combinations of cards, by the first card",
    RangeChoice: "bit sets of the numbers of a range",
    ProductChoice: "the product of what each argument can be",
}
"""How the moves of an action are counted, by what the analysis has found."""


def main(arguments: list[str] | None = None) -> None:
    """Print it."""
    parser = argparse.ArgumentParser(description="Print what the passes of the compiled engine make of a program.")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--build", choices=get_args(Build), default="playouts", help="what the module is for")
    parser.add_argument("--players", type=int, help="how many play; the usual number if left out")
    asked = parser.parse_args(arguments)
    name, *variants = asked.game.split("+")
    game = load_game(name, variants=variants, players=asked.players)
    print("\n".join(report(game.program, asked.build)))


def report(program: Program, build: Build) -> Iterator[str]:
    """All lines."""
    builder = ModuleBuilder(program, build)
    yield f"steps: {'counted' if builder.budget is None else 'bounded before the play'}"
    yield f"variables that are bit sets: {', '.join(sorted(builder.sets)) or 'none'}"
    yield f"variables that nothing reads: {', '.join(sorted(builder.unread)) or 'none'}"
    yield from _decisions(builder, len(program.blocks))
    before, after = (show_program(one).splitlines() for one in (program, builder.program))
    yield from list(unified_diff(before, after, lineterm="", n=2))[2:] or ["no block is changed"]


def _decisions(builder: ModuleBuilder, most: int) -> Iterator[str]:
    """How the moves of each decision are found, in as many blocks: the copies behind them are like their originals."""
    function = FunctionBuilder(builder, builder.module.function(), emit_expr)
    for block in builder.program.blocks[:most]:
        if isinstance(block.end, AskBlock):
            counted = counted_choices(function, block.end)
            yield f"decision {block.number}: moves are {'listed' if counted is None else 'counted'}"
            for one in counted or ():
                several = isinstance(one, CountedChoice) and len(one.values) > 1 and one.heap is not None
                form = f"a bit set for each of {len(one.values)} values" if several else FORMS[type(one)]
                yield f"  {one.choice.name or 'pick'}: {form}"


if __name__ == "__main__":
    main()
