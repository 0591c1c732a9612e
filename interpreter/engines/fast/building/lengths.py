"""Tests that the length of a list decides, where whole games are played: all players are as many as they are.

    order = sort(p for p in players by …)                  order = sort(p for p in players by …)
    turn 1   if 0 < size(order): begin 1, else on     →    begin 1
             … if 1 < size(order): begin 2, else on             … begin 2

Lengths are followed from block to block. Nothing is known where a game may be played on in the middle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ....language.ir import nodes as ir
from ...program.drafts import retarget, targets
from ...program.nodes import (
    AskBlock,
    Block,
    Branch,
    ClearRecords,
    End,
    Expr,
    Jump,
    Pending,
    PickOne,
    Program,
    Recall,
    SetSlot,
    SettleTop,
    Slot,
    SlotList,
    Stmt,
    TakeTrigger,
)
from ...program.walk import all_effects

Lengths = dict[tuple[int, int], int]
"""Of lists, each by its first cell and its capacity: their lengths, where these are known."""

DEEPEST = 4
"""Through so many functions that call one another a list is followed."""


def with_known_lengths(program: Program, begun: int, rounds: dict[int, int]) -> Program:
    """The program without tests that the length of a list decides.

    In the blocks with numbers below `begun` games may be played on. `rounds` are the steps that blocks count
    (`budgets.Budget`); the block to which a test leads counts its steps, too.
    """
    known, ahead = dict[int, Lengths](), [0]
    stops = [one.number for one in program.blocks[:begun] if isinstance(one.end, AskBlock | PickOne | SettleTop)]
    for number in (0, *stops):
        known[number] = {}
        ahead.append(number)
    while ahead:
        one = program.blocks[ahead.pop()]
        behind = _behind(program, one, known[one.number])
        for to in _ways(program, one, behind):
            met = behind if to not in known else {key: n for key, n in known[to].items() if behind.get(key) == n}
            if to not in known or met != known[to]:
                known[to] = dict(met)
                ahead.append(to)
    blocks = [one if one.number not in known else _decided(program, one, known) for one in program.blocks]
    passed = {one.number: _past(blocks, one.number) for one in blocks}
    counted = dict(rounds)
    for number, to in passed.items():
        if number != to and number in counted:
            rounds[to] = rounds.get(to, 0) + counted[number]
    return replace(program, blocks=tuple(replace(one, end=_retargeted(one, passed)) for one in blocks))


def _ways(program: Program, one: Block, behind: Lengths) -> Iterable[int]:
    holds = _truth(program, one.end.test, behind) if isinstance(one.end, Branch) else None
    if holds is None or not isinstance(one.end, Branch):
        return targets(one.end)
    return (one.end.yes if holds else one.end.no,)


def _decided(program: Program, one: Block, known: dict[int, Lengths]) -> Block:
    ways = list(_ways(program, one, _behind(program, one, known[one.number], ended=False)))
    return replace(one, end=Jump(ways[0])) if isinstance(one.end, Branch) and len(ways) == 1 else one


def _past(blocks: list[Block], number: int) -> int:
    """Where play goes on from a block that may do nothing but lead on."""
    met = set[int]()
    while number not in met and not blocks[number].body and isinstance(end := blocks[number].end, Jump):
        met.add(number)
        number = end.to
    return number


def _retargeted(one: Block, passed: dict[int, int]) -> End:
    to = {number: passed[number] for number in targets(one.end)}
    if isinstance(one.end, AskBlock):
        to = {choice.then: choice.then for choice in one.end.choices} | to
    return retarget(one.end, to)


def _truth(program: Program, test: Expr, known: Lengths) -> bool | None:
    """What the length of a list makes of a test."""
    match test:
        case ir.Apply("less", (ir.Const(int() as number), ir.Apply("size", (listed,)))):
            length = length_of(program, listed, known)
            return None if length is None else number < length
        case ir.Fold(op="any", loops=(ir.Loop(source=listed, test=None),), body=ir.Const(value)) if value:
            length = length_of(program, listed, known)
            return None if length is None else length > 0
        case ir.Apply("not", (one,)):
            found = _truth(program, one, known)
            return None if found is None else not found
        case _:
            return None


def length_of(program: Program, listed: Expr, known: Lengths, deep: int = DEEPEST) -> int | None:
    """How long a list is, if that is known, perhaps by functions that call functions, so deep."""
    match listed:
        case SlotList(address, capacity):
            return known.get((address, capacity))
        case ir.Const(tuple() as values):
            return len(values)
        case ir.ListOf(items):
            return len(items)
        case ir.Apply("players" | "players_from"):
            return program.layout.players
        case ir.Apply("reverse", (one,)):
            return length_of(program, one, known, deep)
        case ir.Fold(op="sort" | "list", loops=(ir.Loop(source=source, test=None),)):
            return length_of(program, source, known, deep)
        case ir.If(_, yes, no):
            lengths = {length_of(program, way, known, deep) for way in (yes, no)}
            return lengths.pop() if len(lengths) == 1 else None
        case ir.Call(name) if deep:
            return length_of(program, program.functions[name].body, known, deep - 1)
        case _:
            return None


def _behind(program: Program, one: Block, known: Lengths, *, ended: bool = True) -> Lengths:
    """What is known behind the effects of a block, and behind its end."""
    known = dict(known)
    for stmt in one.body:
        _change(program, stmt, known)
    if ended and isinstance(one.end, PickOne):
        _forget(known, one.end.slot)
    if ended and isinstance(one.end, AskBlock):
        for choice in one.end.choices:
            for parameter in choice.parameters:
                _forget(known, parameter.slot)
        if one.end.secret is not None:
            _forget(known, one.end.secret.pending)
    return known


def _change(program: Program, stmt: Stmt, known: Lengths) -> None:
    for inner in all_effects((stmt,)):
        match inner:
            case SetSlot(slot, value):
                length = length_of(program, value, known) if inner is stmt else None
                _forget(known, slot)
                if isinstance(slot, SlotList) and length is not None:
                    known[slot.address, slot.capacity] = length
            case ClearRecords(pending):
                _forget(known, pending)
            case Recall() | TakeTrigger():
                known.clear()
            case _:
                pass


def _forget(known: Lengths, written: Slot | SlotList | Pending) -> None:
    """What is written where a list lies changes its length."""
    match written:
        case Slot(address):
            low, high = address, address
        case SlotList(address, capacity):
            low, high = address, address + capacity
        case Pending(base, width, capacity):
            low, high = base, base + width * capacity - 1
    for address, capacity in list(known):
        if low <= address + capacity and high >= address:
            del known[address, capacity]
