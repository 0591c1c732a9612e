"""Where a move takes the cards that it names from, and where it brings them, as far as its rules say so.

It is for a page on which cards are clicked and dragged. It is read from the rules and not from the position, so it
tells nothing. A zone is named without its owner: `discard`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...engines.program.drafts import targets
from ...engines.program.nodes import AskBlock, Branch, Choice, Jump, Slot, SlotList, Stmt
from ...engines.program.walk import all_effects
from ...engines.reference.machine import Code
from ...language.ir import nodes as ir

DEEPEST = 6
"""So many effects within effects are looked into."""

MOST = 12
"""So many blocks are looked at, from that of the move on."""


def leads_to(code: Code, end: AskBlock) -> Mapping[str, tuple[str, ...]]:
    """The zones to which each kind of move at a decision brings cards that it names; `Code.once` remembers it."""
    return {choice.path: tuple(dict.fromkeys(_zones(code, choice))) for choice in end.choices}


def taken_from(code: Code, end: AskBlock) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The zones from which each kind of move at a decision chooses each argument; none where nothing is known."""
    return {
        choice.path: tuple(tuple(dict.fromkeys(_sources(code, one.source, DEEPEST))) for one in choice.parameters)
        for choice in end.choices
    }


def _sources(code: Code, cards: ir.Expr, depth: int) -> Iterator[str]:
    match cards:
        case ir.ZoneOf(zone):
            yield zone
        case ir.If(_, yes, no):
            yield from _sources(code, yes, depth)
            yield from _sources(code, no, depth)
        case ir.ListOf(parts) | ir.Apply(_, parts):
            for part in parts:
                yield from _sources(code, part, depth)
        case ir.Fold(loops=loops, body=ir.Local(number)):
            for loop in loops:
                if loop.local.number == number:
                    yield from _sources(code, loop.source, depth)
        case ir.Call(name) if depth and name in code.program.functions:
            yield from _sources(code, code.program.functions[name].body, depth - 1)
        case _:
            pass


def _zones(code: Code, choice: Choice) -> Iterator[str]:
    named: set[object] = {(one.slot.address, one.slot.name) for one in choice.parameters}
    blocks, next = [choice.then], 0
    while next < len(blocks) and len(blocks) < MOST:
        block = code.program.blocks[blocks[next]]
        yield from _within(code, block.body, named, DEEPEST)
        if isinstance(block.end, Jump | Branch):
            blocks += [number for number in targets(block.end) if number not in blocks]
        next += 1


def _within(code: Code, body: tuple[Stmt, ...], named: set[object], depth: int) -> Iterator[str]:
    for stmt in all_effects(body):
        match stmt:
            case ir.MoveCards(cards, ir.ZoneOf(zone)) if _names(cards, named):
                yield zone
            case ir.Run(name, args) if depth and name in code.program.effects:
                effect = code.program.effects[name]
                given = {
                    local.number for local, arg in zip(effect.parameters, args, strict=False) if _names(arg, named)
                }
                if given:
                    yield from _within(code, effect.body, set(given), depth - 1)
            case _:
                pass


def _names(cards: ir.Expr, named: set[object]) -> bool:
    """Whether these are cards that the move names."""
    match cards:
        case Slot() | SlotList():
            return (cards.address, cards.name) in named
        case ir.Local(number):
            return number in named
        case ir.ListOf(items):
            return any(_names(item, named) for item in items)
        case _:
            return False
