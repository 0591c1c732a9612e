"""The listing of a program: what the passes and rewrite rules make of it where whole games are played at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from difflib import unified_diff
from itertools import chain

from ..diagnostics.span import Span
from ..engines.program.nodes import Block, Program
from ..engines.program.printer import show_block, show_program
from ..language.ir.traversal import records
from .builder.module_builder import ModuleBuilder
from .compile import compile_program
from .passes.rewriting import REWRITES, rewriting

PASSES = ("sequence_choices", "jump_threading", "loop_unrolling")
"""What goes over a whole program, in this order (`ModuleBuilder`)."""

Wanted = Callable[[Span | None], bool]
"""Whether something at a place is wanted; None for what has no place."""


def show_code(program: Program, part: Span | None = None) -> str:
    """What was made of a program, or only of the rules in a part of its spec: what each pass changes, as a diff, and
    which rewrite rules fitted, place by place with how often.
    """

    def wanted(span: Span | None) -> bool:
        if part is None or span is None:
            return part is None
        return span.source.file == part.source.file and part.start <= span.start < part.end

    return "\n".join([*_passes(program, wanted), *_fits(program, wanted)]) + "\n"


def _passes(program: Program, wanted: Wanted) -> Iterator[str]:
    """What each pass changes in what the one before has left: a diff of programs as `--stage program` prints them."""

    def text(one: Program) -> list[str]:
        return show_program(one).splitlines() if wanted(None) else [*chain(*map(show_block, filter(about, one.blocks)))]

    def about(block: Block) -> bool:
        spans = (getattr(one, "span", None) for one in records(block))
        return any(isinstance(span, Span) and wanted(span) for span in spans)

    before, changed = program, False
    for number, name in enumerate(PASSES, start=1):
        with rewriting(without=PASSES[number:]):
            after = ModuleBuilder(program, "playouts").program
        diff = list(unified_diff(text(before), text(after), lineterm="", n=2))[2:]
        yield from (f"{name}: {REWRITES[name]}", *diff) if diff else ()
        before, changed = after, changed or bool(diff)
    if not changed:
        yield "no pass changes a block"


def _fits(program: Program, wanted: Wanted) -> Iterator[str]:
    """The rules that fitted at each place, in the order of the file; first those that look at zones alone."""
    places = dict[tuple[str, int, int, str], list[str]]()
    with rewriting() as fits:
        compile_program(program, "playouts")
    for fit in fits:
        span = fit.span
        if wanted(span) and fit.rule not in PASSES:
            first = "anywhere" if span is None else f"{span.source.name}:{span.line}: {span.written.splitlines()[0]}"
            place = (span.source.name, span.start, span.end, first) if span else ("", 0, 0, first)
            places.setdefault(place, []).append(fit.rule)
    for (*_, where), rules in sorted(places.items()):
        yield where
        for rule, many in sorted(Counter(rules).items()):
            yield f"  {rule}, {'once' if many == 1 else f'{many} times'}: {REWRITES[rule]}"
