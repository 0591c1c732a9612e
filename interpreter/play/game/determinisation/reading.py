"""Which moves hang on cards that a seat does not see: only these can tell it something of them.

Either their legality does, or what follows: a reaction that happens by itself if somebody holds a card. The cards that
a move names are shown or hidden with it; what a condition says of them alone tells no more. How many cards lie in a
zone is no secret here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....engines.program.nodes import Block, Branch, Choice, Dispatch, Expr, Jump, PickOne, Program, SettleTop
from ....engines.program.walk import parts
from ....engines.reference.machine import Code
from ....language.ir import nodes as ir

COUNTING = ("zone_empty", "zone_size")
"""Functions that read only how many cards lie in a zone."""


def reads_unseen(code: Code, choice: Choice, seat: int) -> bool:
    """Whether the legality of a move hangs on cards that a seat may not see, besides its own arguments."""
    return _any_unseen(code, code.once(_to_be_legal, choice), seat)


def goes_by_unseen(code: Code, choice: Choice, seat: int) -> bool:
    """Whether what follows from a move, until somebody decides, may hang on them."""
    return _any_unseen(code, code.once(_to_go_on, choice), seat)


def _any_unseen(code: Code, names: frozenset[str], seat: int) -> bool:
    zones = (code.layout.zones[zone] for name in names for zone in code.layout.families.get(name, ()))
    return any(zone.sees[seat] != "all" for zone in zones)


def _to_be_legal(code: Code, choice: Choice) -> frozenset[str]:
    return zones_read(code.program, _tests(choice))


def _to_go_on(code: Code, choice: Choice) -> frozenset[str]:
    found: list[Expr] = []
    for block in blocks_from(code.program, choice.then):
        found += _whens(block.body, code.program)
        if isinstance(block.end, Branch):
            found.append(block.end.test)
    return zones_read(code.program, found)


def blocks_from(program: Program, start: int) -> Iterator[Block]:
    """The blocks that may be played from one on, until somebody decides."""
    seen, waiting = {start}, [start]
    while waiting:
        block = program.blocks[waiting.pop()]
        yield block
        match block.end:
            case Jump(to):
                following: tuple[int, ...] = (to,)
            case Branch(_, yes, no):
                following = (yes, no)
            case Dispatch(_, targets):
                following = tuple(targets)
            case SettleTop() | PickOne():
                following = (block.end.then,)
            case _:
                following = ()
        waiting += [one for one in following if one not in seen]
        seen.update(following)


def _whens(stmts: Iterable[object], program: Program) -> Iterator[Expr]:
    """What statements ask on the way: their own conditions, and those of the effects that they run by name."""
    waiting, run = list(stmts), set[str]()
    while waiting:
        match waiting.pop():
            case ir.When(test, yes, no):
                yield test
                waiting += (*yes, *no)
            case ir.ForEach(body=body) | ir.Forever(body=body) | ir.Scope(body=body):
                waiting += body
            case ir.Run(effect=name) if name not in run:
                run.add(name)
                waiting += program.effects[name].body
            case _:
                pass


def _tests(choice: Choice) -> Iterator[Expr]:
    for condition in choice.conditions:
        yield condition.test
    for parameter in choice.parameters:
        if parameter.where is not None:
            yield parameter.where
        zone = whole_zone(parameter.source)
        if zone is None:
            yield parameter.source
        elif zone.owner is not None:
            yield zone.owner
        yield from (one for one in (parameter.low, parameter.high) if one is not None)


def whole_zone(source: Expr) -> ir.ZoneOf | None:
    """The zone of which any card may be named; None where cards are named otherwise."""
    if isinstance(source, ir.Apply) and source.op == "cards_of":
        source = source.args[0]
    return source if isinstance(source, ir.ZoneOf) else None


def zones_read(program: Program, tests: Iterable[Expr]) -> frozenset[str]:
    """The names of the zones whose cards expressions read, in functions that they call too."""
    found, called = set[str](), set[str]()
    waiting = list(tests)
    while waiting:
        part = waiting.pop()
        if isinstance(part, ir.Apply) and part.op in COUNTING:
            continue
        if isinstance(part, ir.ZoneOf):
            found.add(part.name)
        elif isinstance(part, ir.Call) and part.function not in called:
            called.add(part.function)
            waiting.append(program.functions[part.function].body)
        waiting += parts(part)
    return frozenset(found)
