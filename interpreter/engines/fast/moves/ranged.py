"""Moves by which one of few values and a number of a range are chosen, counted as sets where whole games are played.

What may be chosen with a value is a set of numbers below 64, a bit each: those of the range, as far as they are in the
sets that the tests ask for (`building.bit_sets`). With k: 1..2, n: 4..7 and n in found[k], from 0 on:

    4..7                0 0 0 0 1 1 1 1 0
    found[1]            1 0 0 0 1 0 1 0 1       1: 4 and 6
    found[2]            0 0 0 1 0 0 0 1 0       2: 7

The moves have the order in which they would be listed: by values, then by numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ...program.nodes import Choice, Expr, Parameter, Slot
from ...program.walk import every
from ...reference.moves import tests_of
from ..building.bit_sets import WORD
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..values.conditions import when
from ..values.small_sets import is_set, set_at
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.term import I64, Term, Var, after, const, long, select
from .alive import bits_in
from .nth import nth
from .restrictions import depends, is_safe

MOST_VALUES = 8
"""So many values the first argument may have."""


@dataclass(frozen=True, slots=True)
class Ranged:
    """A choice of a number between two others, after one of few `values` if `first` is given.

    `kept` is where its sets are kept, value by value; behind them there is room for the one that was picked.
    """

    choice: Choice
    tests: list[list[Expr]]
    first: Parameter | None
    values: Sequence[int]
    ends: tuple[Expr, Expr]
    kept: int

    @property
    def number(self) -> ir.Local:
        """The number that is chosen."""
        return self.choice.parameters[-1].local


def ranged(fb: FunctionBuilder, choice: Choice) -> Ranged | None:
    """A choice of this form; None for others."""
    tests, parameters = tests_of(choice), choice.parameters
    if not 1 <= len(parameters) <= 2 or any(one.how != "one" or not isinstance(one.slot, Slot) for one in parameters):
        return None
    first = parameters[0] if len(parameters) == 2 else None
    values = (0,) if first is None else _values(first)
    source = parameters[-1].source
    match source:
        case ir.Apply("range", (low, high)) if values and (first is None or not tests[1]):
            pass
        case _:
            return None
    with fb.scope():
        if first is not None:
            fb.bind(first.local, long(0), Known((min(values), max(values))))
        least, most = fb.mb.facts.range(low, fb.known())[0], fb.mb.facts.range(high, fb.known())[1]
        number = parameters[-1].local.number
        sure = all(_is_set_of(fb, part, number) is not None or _is_sure(fb, part, number) for part in _parts(tests[-1]))
    if least < 0 or most >= WORD or not sure:
        return None
    return Ranged(choice, tests, first, values, (low, high), fb.mb.scratch(len(values) + 1))


def _values(parameter: Parameter) -> Sequence[int]:
    """The values of an argument, if they are few, known and different."""
    match parameter.source:
        case ir.Const(tuple() as known) if len(set(known)) == len(known) <= MOST_VALUES:
            return known
        case _:
            return ()


def _parts(tests: list[Expr]) -> Iterator[Expr]:
    """What must hold, one by one."""
    for test in tests:
        match test:
            case ir.Apply("and", both):
                yield from _parts(list(both))
            case _:
                yield test


def _is_set_of(fb: FunctionBuilder, test: Expr, number: int) -> ir.Variable | None:
    """The set in which a test wants the number to be."""
    match test:
        case ir.Apply("in", (ir.Local(what), where)) if what == number and is_set(where, fb):
            return where if where.owner is None or _is_there(fb, where.owner, number) else None
        case _:
            return None


def _is_there(fb: FunctionBuilder, owner: ir.Expr, number: int) -> bool:
    """Whether the owner of a set has surely one, whatever number is chosen."""
    for part in every(owner):
        match part:
            case ir.Const() | Slot():
                pass
            case ir.Local(local) if local != number:
                pass
            case ir.Variable(owner=None) if part.type.base != "list":
                pass
            case ir.Apply("member", (_, index, low, high)):
                facts, known = fb.mb.facts, fb.known()
                (start, end), least, most = facts.range(index, known), facts.range(low, known), facts.range(high, known)
                if start < least[1] or end > most[0]:
                    return False
            case _:
                return False
    return True


def _is_sure(fb: FunctionBuilder, test: Expr, number: int) -> bool:
    return not depends(test, number) and is_safe(fb, test)


def count_ranged(fb: FunctionBuilder, one: Ranged, count: Var) -> tuple[Instructions, Instructions]:
    """The code that finds the sets of a choice and adds up their numbers, and the code that keeps them."""
    words, first = [fb.fn.local(I64) for _ in one.values], one.first
    same = first is None or not any(depends(end, first.local.number) for end in one.ends)
    span, code = fb.reusable(_span(fb, one)) if same else (None, NOTHING)
    for value, word in zip(one.values, words, strict=True):
        with fb.scope():
            if first is not None:
                fb.bind(first.local, long(value), Known((value, value)))
            found = _span(fb, one) if span is None else span
            for part in _parts(one.tests[-1]):
                among = _is_set_of(fb, part, one.number.number)
                bits = select(long(-1), long(0), fb.evenly(part)) if among is None else set_at(fb, among).load()
                found = found & bits
            code += word.set(found)
    code += count.up(bits_in(words))
    for test in reversed(one.tests[0]):
        code = when(fb, test)(code)
    keep = sequence(const(one.kept).store(word, CELL * place) for place, word in enumerate(words))
    return sequence(word.set(0) for word in words) + code, keep


def _span(fb: FunctionBuilder, one: Ranged) -> Term:
    """The numbers from one to another, as a set: those up to the last, without those below the first."""
    low, high = fb.fn.local(I64), fb.fn.local(I64)
    code = low.set(fb.number(one.ends[0])) + high.set(fb.number(one.ends[1]))
    return after(code, select((long(2) << high) - (long(1) << low), long(0), high.ge(low)))


def moves_in(one: Ranged) -> Term:
    """How many moves of a choice were counted."""
    return bits_in([const(one.kept).load(CELL * place) for place in range(len(one.values))])


def take_ranged(fb: FunctionBuilder, one: Ranged, rank: Var) -> tuple[Instructions, list[Term]]:
    """The code that finds the move whose number has gone down by the moves of the choice, and its arguments.

    rank += the moves of the choice;  set = the first set;  value = the first value
    for each further set: if rank >= the size of `set`: rank -= that;  set, value = the next
    the number is that with this rank in `set`
    """
    picked, word, value, on = const(one.kept), fb.fn.local(I64), fb.fn.local(I64), fb.fn.local()
    behind = fb.fn.local(I64)
    code = rank.set(rank + moves_in(one)) + word.set(picked.load()) + value.set(one.values[0])
    for place, further in list(enumerate(one.values))[1:]:
        code += behind.set(rank - word.bit_count()) + on.set(behind.ge(0)) + rank.set(select(behind, rank, on))
        code += word.set(select(picked.load(CELL * place), word, on)) + value.set(select(long(further), value, on))
    size, room = word.bit_count(), CELL * len(one.values)
    code += picked.store(word, room) + rank.set(rank - size)
    number = nth(fb.mb, 1).call(const(one.kept + room), rank)
    return code, [number] if one.first is None else [value, number]
