"""Loops through those of a few players (or other known numbers) that pass a test, where what is done with them changes
the position: which ones they are is worked out first, as bits.

    for p in [p for p in players if f(p)]: act(p)      →     bits = f(p1) | f(p2) << 1 | …;  for bit in bits: act(…)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from ....language.ir import nodes as ir
from ..building.facts import Known
from ..building.function_builder import Bindings, FunctionBuilder
from ..building.sizes import SMALL
from ..building.zones import each_left
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.term import I64, Term, long, select
from .few import MOST_COPIES, few_numbers
from .settled_lists import settled


def each_chosen(
    fb: FunctionBuilder, source: ir.Expr, body: Callable[[Term, Known], Instructions], known: Known
) -> Instructions | None:
    """Such a loop; None for others, and where steps are counted."""
    made = None if fb.counting else _comprehension(fb, source)
    if made is None or made.op != "list" or not isinstance(made.body, ir.Local) or source.type.is_nested():
        return None
    few, test = [few_numbers(fb, loop.source) for loop in made.loops], made.loops[-1].test
    known_loops = [one for one in few if one is not None]
    turns = list(product(*known_loops))
    tested = test is not None and all(loop.test is None for loop in made.loops[:-1])
    if test is None or not tested or len(known_loops) < len(few) or not 0 < fb.copies * len(turns) <= MOST_COPIES:
        return None
    locals_ = [loop.local for loop in made.loops]
    if made.body.number not in [local.number for local in locals_]:
        return None
    bits, values, code = fb.fn.local(I64), list[int](), NOTHING
    memo, fb.memo, copies = fb.memo, None, fb.copies
    fb.copies *= len(turns)
    names: Bindings | None = {} if isinstance(source, ir.Call) else None
    with fb.scope(names), settled(fb, _asked_first(test)) as before:
        for number, turn in enumerate(turns):
            for local, one in zip(locals_, turn, strict=True):
                fb.bind(local, long(one), Known((one, one)))
            value = fb.names[made.body.number].term.fixed()
            assert value is not None, "each element is known"
            values.append(value)
            passes = select(long(1 << number), long(0), fb.boolean(test))
            code += bits.set(bits | passes if number else passes)
    fb.memo, fb.copies = memo, copies
    x = fb.fn.local(I64)
    return before + code + each_left(fb.fn, {0: bits}, lambda bit: x.set(fb.mb.lookup(values, bit)) + body(x, known))


def _comprehension(fb: FunctionBuilder, source: ir.Expr) -> ir.Fold | None:
    """The comprehension that makes a list, perhaps in a function that is a part of where it is called."""
    match source:
        case ir.Fold():
            return source
        case ir.Call(name, ()) if name not in fb.mb.keeper.functions and not source.type.optional:
            short = fb.mb.sizes.function(name) <= SMALL or name in fb.mb.keeper.once
            body = fb.mb.program.functions[name].body
            return body if short and isinstance(body, ir.Fold) else None
        case _:
            return None


def _asked_first(test: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of a test that are computed in any case."""
    yield test
    match test:
        case ir.Apply("and" | "or" | "else", (one, _)):
            yield from _asked_first(one)
        case ir.Apply(_, args):
            for arg in args:
                yield from _asked_first(arg)
        case _:
            pass
