"""Sequentialisation of simultaneous choices, where nobody looks: each is played as soon as it is made.

Choices that are secret until all have chosen wait in records, and are then played one after the other. If what one of
them does changes nothing that another player's decision asks for, it makes no difference when it is played:

    put: {choose: {c: me.hand}, do: move c to me.played}        nobody else asks for my hand, or for what I played

    for p in players: choose, note        →        for p in players: choose, play
    for p in players: recall, play

Only what may be moved without an error is played so: a card that was chosen in a heap of the player's own goes to
another heap of theirs. Positions in which choices wait already are played on by a module that knows records
(`runtime.compiled_program`); or, where trees begin in such positions, the choices that are played at once are `beside`
those that wait, and whoever begins with these comes to the others in the next round.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from ...engines.program import nodes as prog
from ...engines.program.control_flow import counts_up, is_below, retarget, ways_to
from ...engines.program.derived_values import VALUE
from ...engines.program.traversal import every_called, zone_of
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from .rewriting import rewrite


@rewrite("sequence_choices", "choices made together are played at once", lambda program: program)
def sequence_choices(program: prog.Program) -> prog.Program:
    """The program in which such choices are played as they are made."""
    for one in program.blocks:
        changed = {block.number: block for block in _played(program, one)}
        if changed:
            program = replace(program, blocks=tuple(changed.get(block.number, block) for block in program.blocks))
    return program


def sequence_choices_beside(program: prog.Program, rounds: dict[int, int]) -> prog.Program:
    """The same, with the blocks of choices that wait as they were. Each decision knows of which it is a copy; records
    are cleared where a round begins, though nobody notes anything in them. `rounds` are as in `foreseen`. Where a
    position may be appraised, in the middle of a round, too, all choices wait.
    """
    program = replace(program, blocks=tuple(map(_numbered, program.blocks)))
    if VALUE in program.functions:
        return program
    for number in range(len(program.blocks)):
        changed = {block.number: block for block in _played(program, program.blocks[number])}
        if changed:
            program = _beside(program, number, changed, rounds)
    return program


def _beside(program: prog.Program, ask: int, changed: dict[int, prog.Block], rounds: dict[int, int]) -> prog.Program:
    """The program with copies of the blocks of a round, to which those lead that come before it."""
    end = changed[ask].end
    assert isinstance(end, prog.AskBlock) and end.none is not None
    up = program.blocks[end.none]
    assert isinstance(up.end, prog.Jump)
    test = changed[up.end.to]
    assert isinstance(test.end, prog.Branch)
    inside = [test.number, test.end.yes, ask, up.number, *(choice.then for choice in end.choices)]
    to = {number: number for number in range(len(program.blocks))}
    to |= {number: len(program.blocks) + place for place, number in enumerate(inside)}
    copies = [changed.get(number, program.blocks[number]) for number in inside]
    copies = [replace(one, number=to[one.number], end=retarget(one.end, to)) for one in copies]
    rounds |= {to[number]: rounds[number] for number in inside if number in rounds}
    blocks = list(program.blocks)
    for one in ways_to(program, test.number):
        if one.number != up.number:
            blocks[one.number] = replace(one, end=retarget(one.end, to | {n: n for n in inside if n != test.number}))
    return replace(program, blocks=(*blocks, *copies))


def sequenced_records(before: prog.Program, program: prog.Program) -> dict[int, prog.Pending]:
    """The records of the secret choices that are played at once: by the number of the block that was before."""
    asks = [one.end for one in program.blocks if isinstance(one.end, prog.AskBlock)]
    copied = {one.copy_of: before.blocks[one.copy_of].end for one in asks if one.copy_of is not None and not one.secret}
    return {
        number: one.secret.pending for number, one in copied.items() if isinstance(one, prog.AskBlock) and one.secret
    }


def wait_in(program: prog.Program, pending: prog.Pending, at_once: Container[int | None]) -> bool:
    """Whether choices wait in these records, other than those that are played at once; an effect that is called twice
    has the same records in both places."""
    asks = (one.end for one in program.blocks if isinstance(one.end, prog.AskBlock))
    return any(one.secret is not None and one.secret.pending == pending and one.copy_of not in at_once for one in asks)


def _numbered(one: prog.Block) -> prog.Block:
    """The block whose decision knows its number."""
    return replace(one, end=replace(one.end, copy_of=one.number)) if isinstance(one.end, prog.AskBlock) else one


def _played(program: prog.Program, ask: prog.Block) -> list[prog.Block]:
    """The blocks that change where a secret choice is played at once; none if it is no secret, or has to wait.

    test     if index < many: begin, else over         over     index = 0
    begin    me = players[index]                       again    if index < many: recall, else on
    ask      me decides, into record[index]            recall   me = players[index]; by record[index]: next, play …
    up       index = index + 1; test                   play     what the choice does; next
                                                       next     index = index + 1; again
    """
    blocks, end = program.blocks, ask.end
    if not isinstance(end, prog.AskBlock) or end.secret is None or end.none not in (None, end.secret.then):
        return []
    up, index = blocks[end.secret.then], end.secret.index
    test = _after_counting(program, up, index)
    if test is None or not isinstance(test.end, prog.Branch) or not _leads(program, test.end.yes, ask.number):
        return []
    over = blocks[test.end.no]
    again = _next(program, over) if len(over.body) == 1 and _begins(over.body[0], index) else None
    if again is None or again.body or not isinstance(again.end, prog.Branch) or is_below(again.end) is None:
        return []
    recall = blocks[again.end.yes]
    if not isinstance(recall.end, prog.Dispatch) or not all(
        isinstance(one, prog.SetSlot | prog.Recall) for one in recall.body
    ):
        return []
    following, *played = (blocks[number] for number in recall.end.targets)
    back = _after_counting(program, following, index)
    if back is None or back.number != again.number or [one.number for one in played] != [c.then for c in end.choices]:
        return []
    alone = all(len(ways_to(program, one.number)) == 1 for one in (over, recall, *played))
    first = [block for block in ways_to(program, test.number) if block.number != up.number]
    distinct = all(_asks_each_once(block, end.secret.pending.players) for block in first)
    same = all(isinstance(one.end, prog.Jump) and one.end.to == following.number for one in played)
    if not (alone and first and distinct and same and _is_own(program, end, recall, played)):
        return []
    pending = end.secret.pending
    changed = [replace(one, end=prog.Jump(up.number)) for one in played]
    for block in first:
        body = (stmt for stmt in block.body if not isinstance(stmt, prog.ClearRecords) or stmt.pending != pending)
        changed.append(replace(block, body=tuple(body)))
    changed.append(replace(recall, body=(), end=prog.Jump(following.number)))  # nobody comes there any more
    changed.append(replace(ask, end=replace(end, secret=None, none=up.number)))
    return [*changed, replace(test, end=replace(test.end, no=again.end.no))]


def _after_counting(program: prog.Program, block: prog.Block, index: prog.Slot) -> prog.Block | None:
    """The test to which a block leads that does nothing but count up."""
    found = _next(program, block) if len(block.body) == 1 and counts_up(block.body[0], index) else None
    if found is None or found.body:
        return None
    asked = is_below(found.end)
    return found if asked is not None and asked[0].address == index.address else None


def _next(program: prog.Program, block: prog.Block) -> prog.Block | None:
    return program.blocks[block.end.to] if isinstance(block.end, prog.Jump) else None


def _leads(program: prog.Program, number: int, to: int) -> bool:
    end = program.blocks[number].end
    return isinstance(end, prog.Jump) and end.to == to


def _begins(stmt: prog.Stmt, index: prog.Slot) -> bool:
    match stmt:
        case prog.SetSlot(prog.Slot(address), ir.Const(0)):
            return address == index.address
        case _:
            return False


def _asks_each_once(block: prog.Block, players: prog.SlotList) -> bool:
    """Whether the list of those who are asked is made here, and nobody is twice in it."""
    for stmt in reversed(block.body):
        match stmt:
            case prog.SetSlot(prog.SlotList(address), value) if address == players.address:
                break
    else:
        return False
    match value:
        case ir.Const(tuple() as everybody):
            return len(set(everybody)) == len(everybody)
        case ir.Fold(op="list", loops=(ir.Loop(source=ir.Const(tuple() as some)) as loop,), body=ir.Local(number)):
            return number == loop.local.number and len(set(some)) == len(some)
        case _:
            return False


# What is done, and what is asked ----------------------------------------------------------


def _is_own(program: prog.Program, end: prog.AskBlock, recall: prog.Block, played: list[prog.Block]) -> bool:
    """Whether whoever decides only moves cards of their own, and is asked for nothing that others move."""
    if not any(isinstance(stmt, prog.SetSlot) and stmt.slot.address == end.who.address for stmt in recall.body):
        return False
    moved, free = set[str](), _free_heaps(program)
    for choice, block in zip(end.choices, played, strict=True):
        found = _moves(program, block.body, end.who.address, {})
        if found is None or len({card for card, _ in found}) < len(found):
            return False
        for card, zone in found:
            source = _heap(choice, card, end.who.address)
            if source is None or not {source, zone} <= free:
                return False
            moved |= {source, zone}
    asked = (part for choice in end.choices for part in _asked(choice))
    return all(_is_apart(program, part, end.who.address, moved) for part in asked)


def _moves(
    program: prog.Program, body: Iterable[prog.Stmt], who: int, names: dict[int, int | None]
) -> list[tuple[int, str]] | None:
    """The slots of the cards that move, and the zones of the player in the slot `who` to which they go, by family; None
    if anything else is done. `names` are the slots that names stand for."""
    found: list[tuple[int, str]] = []
    for stmt in body:
        match stmt:
            case ir.Mark():
                pass
            case ir.Run(name, args):
                effect = program.effects[name]
                given = {p.number: _slot(arg, names) for p, arg in zip(effect.parameters, args, strict=True)}
                inner = _moves(program, effect.body, who, given)
                if inner is None:
                    return None
                found += inner
            case ir.MoveCards(ir.ListOf((one,)), ir.ZoneOf(zone, ir.Local() | prog.Slot() as owner), at, by=None):
                card = _slot(one, names)
                if card is None or at == "position" or _slot(owner, names) != who:
                    return None
                found.append((card, zone))
            case _:
                return None
    return found


def _slot(node: prog.Expr, names: dict[int, int | None]) -> int | None:
    """The address of the slot that an expression is, perhaps by a name."""
    match node:
        case prog.Slot(address):
            return address
        case ir.Local(number):
            return names.get(number)
        case _:
            return None


def _heap(choice: prog.AskChoice, card: int, who: int) -> str | None:
    """The family of zones in which a card is chosen, of the player who decides."""
    for parameter in choice.parameters:
        if isinstance(parameter.slot, prog.Slot) and parameter.slot.address == card and parameter.how == "one":
            zone = zone_of(parameter.source)
            own = zone is not None and isinstance(zone.owner, prog.Slot) and zone.owner.address == who
            return zone.name if zone is not None and own else None
    return None


def _free_heaps(program: prog.Program) -> set[str]:
    """The families of heaps that have room for their whole deck."""
    layout = program.layout
    found = set[str]()
    for name, family in layout.families.items():
        zones = [layout.zones[number] for number in family]
        wide = all(zone.capacity >= len(layout.decks[zone.deck]) for zone in zones)
        if wide and all(zone.order == "heap" and zone.limit in (0, zone.capacity) for zone in zones):
            found.add(name)
    return found


def _asked(choice: prog.AskChoice) -> Iterator[prog.Expr]:
    for one in choice.parameters:
        yield from (part for part in (one.source, one.low, one.high, one.where) if part is not None)
    yield from (condition.test for condition in choice.conditions)


def _is_apart(program: prog.Program, expr: prog.Expr, who: int | None, moved: set[str]) -> bool:
    """Whether an expression asks for none of the zones `moved`, unless they belong to the player in the slot `who`."""
    for part in every_called(expr, program.functions.__getitem__):
        match part:
            case ir.ZoneOf(name, owner) if name in moved:
                if not isinstance(owner, prog.Slot) or owner.address != who:
                    return False
            case ir.Apply(op) if ROWS[op].reads == "places":
                return False
            case ir.Const() if part.type.base == "zone":
                return False
    return True
