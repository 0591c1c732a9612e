"""The listing of a program: what the passes and rewrite rules make of it where whole games are played at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from difflib import unified_diff
from itertools import chain
from textwrap import shorten

from ..diagnostics.span import Source, Span
from ..engines.program.nodes import Block, Program
from ..engines.program.printer import show_block
from ..language.ir.traversal import records
from .builder.module_builder import ModuleBuilder
from .compile import compile_program
from .passes.rewriting import REWRITES, rewriting

PASSES = ("sequence_choices", "jump_threading", "loop_unrolling")
"""What goes over a whole program, in this order (`ModuleBuilder`)."""

WIDTH = 90
"""So many characters of a place are shown."""

Wanted = Callable[[Span | None], bool]
"""Whether something at a place is wanted; None is no place."""


def show_code(program: Program, part: Collection[Span] | None = None) -> str:
    """What was made of a program, or only of what stands at some places: what each pass changes, as a diff, and which
    rewrite rules fitted, place by place with how often. Rules that look at zones or variables as a whole have no place.
    """
    around = [(_use(one.source), one.start, one.end) for one in part or ()]

    def wanted(span: Span | None) -> bool:
        if part is None or span is None:
            return part is None
        return any(_use(span.source) == use and start <= span.start < end for use, start, end in around)

    return "\n".join([*_passes(program, wanted), *_fits(program, wanted)]) + "\n"


def _use(source: Source) -> object:
    """A file; for a part of a game, together with where it is used."""
    return source.file, source.used and (source.used.start, _use(source.used.source))


def _passes(program: Program, wanted: Wanted) -> list[str]:
    """What each pass changes in what the one before has left: a diff of the blocks, as `--stage program` prints them,
    in which something is wanted before it or after it.
    """
    before, found, none = program, list[str](), "no pass changes a block"
    for number, name in enumerate(PASSES, start=1):
        with rewriting(without=PASSES[number:]):
            builder = ModuleBuilder(program, "playouts")
        ways = before, builder.program
        shown = {block.number for one in ways for block in one.blocks if _is_about(block, wanted)}
        blocks = ([block for block in one.blocks if block.number in shown] for one in ways)
        old, new = (list(chain(*map(show_block, some))) for some in blocks)
        found += (
            [f"{name}: {REWRITES[name]}", *list(unified_diff(old, new, lineterm="", n=2))[2:]] if old != new else []
        )
        before = builder.program
    return found or [none if builder.budget is not None else f"steps are counted one by one, so {none}"]


def _is_about(block: Block, wanted: Wanted) -> bool:
    spans = (getattr(one, "span", None) for one in records(block))
    return wanted(None) or any(map(wanted, filter(None, spans)))


def _fits(program: Program, wanted: Wanted) -> Iterator[str]:
    """The rules that fitted at each place, in the order of the files; first those that have no place."""
    places = dict[tuple[str, int, str], list[str]]()
    with rewriting() as fits:
        compile_program(program, "playouts")
    for rule, span in (fit for fit in fits if fit[0] not in PASSES and wanted(fit[1])):
        text = "the game as a whole" if span is None else shorten(span.written, WIDTH, placeholder=" …")
        key = (span.source.name, span.start, f"{span.source.name}:{span.line}: {text}") if span else ("", 0, text)
        places.setdefault(key, []).append(rule)
    for (*_, where), rules in sorted(places.items()):
        yield where
        for rule, many in sorted(Counter(rules).items()):
            yield f"  {rule}, {'once' if many == 1 else f'{many} times'}: {REWRITES[rule]}"
    if not places:
        yield "no rewrite rule fits"
