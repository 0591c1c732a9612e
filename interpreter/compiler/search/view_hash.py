"""Hashes of views: what a seat sees of a position, as one number; equal numbers, equal views and equal legal moves.

It lets positions be compared without leaving the module, as determinisations are with what was seen in truth. What goes
into the number is what `play.game.view` shows, and the legal moves if the seat is to decide. It is a checksum of
64 bits, not proof against somebody who looks for collisions.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import COUNT
from ...engines.program.layout import RUNNING, STATUS, VariableCell
from ...engines.program.nodes import AskBlock, AskChoice, Block, Pending, PickOne, SettleTop, SlotList
from ..builder.memory_map import Control, arguments_of, has_cards, stride
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.zones import card_at, each_in_heap, end_of, in_heap, in_row
from ..cards.disclosure import PRIME, hash_step, marks
from ..rules.move_application import by_block, by_choice
from ..values.lists import for_each
from ..wasm.module import Fn
from ..wasm.statements import if_, load_number, loop_until
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, Var, const, long, select

UNKNOWN, LOOSE, FIRST_BACK = -1, -2, -3
"""A card of which nothing is seen, one that lies in a bag; backs go on downwards from the third."""


def scramble(value: Term) -> Term:
    """A number that stands for a value in a sum, where order does not matter."""
    return ((value + 3) * PRIME ^ ((value + 11) * 0xBF58476D1CE4E5B9 >> 29)) * 0x94D049BB133111EB


def export_look(mb: ModuleBuilder) -> Fn:
    """`look()`, which is returned: what the seat that watches sees goes to a control cell, as a number.

    h = 0
    for every variable, zone, variable of a card, secret choice: h = mixed(h, what the seat sees of it)
    h = mixed(h, who is to decide, and in which phase);  if it is the seat: h = mixed(h, each legal move)
    """
    fn = mb.module.function(export="look")
    seat, h = fn.local(I64), fn.local(I64)
    code = seat.set(const(0).load(Control.SEAT)) + _variables(mb, fn, seat, h)
    for zone in mb.layout.zones:
        at = const(mb.memory.state + mb.compact.zones[zone.number])
        hidden = mb.lookup([int(sees == "none") for sees in zone.sees], seat).wrap()
        backs = mb.lookup([_backs(mb, sees) for sees in zone.sees], seat).wrap()
        look = _heap_look(mb) if zone.order == "heap" else _row_look(mb)
        code += h.set(look.call(at, seat, hidden, backs, h))
    code += _card_variables(mb, fn, seat, h)
    code += h.set(hash_step(h, mb.read(STATUS)))
    code += if_(mb.read(STATUS).eq(RUNNING), by_block(mb, {n: _stop(mb, fn, one, h) for n, one in _stops(mb)}))
    fn.body = code + const(0).store(h ^ (h >> 29), Control.LOOK)
    return fn


def _stops(mb: ModuleBuilder) -> list[tuple[int, Block]]:
    return [(one.number, one) for one in mb.program.blocks if isinstance(one.end, AskBlock | SettleTop | PickOne)]


# Variables --------------------------------------------------------------------------------


def _variables(mb: ModuleBuilder, fn: Fn, seat: Var, h: Var) -> Instructions:
    code, open_cells = NOTHING, set[int]()
    for cell in mb.layout.variables.values():
        if cell.shows == "all":
            open_cells.update(range(cell.address, cell.end))
        elif cell.shows == "owner" and cell.owner:
            whose = seat if cell.owner == "player" else mb.lookup(mb.layout.teams, seat)
            for first, many in _own(mb, cell):
                start, bytes = mb.number_at(first), mb.compact.number_bytes[first]
                code += _mix(fn, h, whose.wrap() * (bytes * many) + start, many, bytes)
    for together in mb.compact.stretches(sorted(open_cells)):
        first = together[0]
        code += _mix(fn, h, const(mb.number_at(first)), len(together), mb.compact.number_bytes[first])
    return code


def _own(mb: ModuleBuilder, cell: VariableCell) -> list[tuple[int, int]]:
    """The stretches in which the cells of the first owner lie: where each begins, and how many they are."""
    members = len(cell.members)
    if cell.room and mb.compact.is_small(cell):
        return [(cell.address, members), (cell.address + 1, members * cell.room)]
    return [(cell.address, members * cell.width)]


def _mix(fn: Fn, h: Var, start: Term, many: int, bytes: int) -> Instructions:
    """`h = mixed(h, x)` for so many numbers x, one after the other, each as it lies in memory."""
    at, end = fn.local(), fn.local()
    turn = h.set(hash_step(h, load_number(at, bytes))) + at.up(bytes)
    return at.set(start) + end.set(at + bytes * many) + loop_until(at.eq(end), do=turn)


def _card_variables(mb: ModuleBuilder, fn: Fn, seat: Var, h: Var) -> Instructions:
    """Which cards have which value is a sum: those of a kind that a seat knows are not in an order that it sees."""
    code = NOTHING
    for own in mb.layout.card_variables.values():
        if own.shows in ("none", "owner"):
            continue
        total = fn.local(I64)

        def one(card: Var, total: Var = total, address: int = own.address) -> Instructions:
            known = (mb.word(card) >> seat) & 1
            return if_(known.wrap(), total.up(scramble(mb.kind(card) * 65537 + mb.read(address, card))))

        code += total.set(0) + for_each(fn, const(mb.list(mb.layout.decks[own.deck])), one)
        code += h.set(hash_step(h, total))
    return code


# Zones ------------------------------------------------------------------------------------


def _backs(mb: ModuleBuilder, sees: str) -> int:
    """The address of a table that tells of each kind which back is seen; of cards without one it is unknown."""
    if sees in ("all", "count", "none"):
        return mb.table([UNKNOWN] * len(mb.layout.kinds))
    classes: dict[tuple[object, ...], int] = {}
    keys = sees.split()
    rows = (tuple(row.attributes.get(key) for key in keys) for row in mb.layout.kinds)
    return mb.table([classes.setdefault(row, FIRST_BACK - len(classes)) for row in rows])


def _seen(mb: ModuleBuilder, card: Term, backs: Term) -> Term:
    """The back of a card that is not known."""
    return (backs + (mb.kind(card).wrap() << 3)).load()


@helper("heap_look", (I32, I64, I32, I32, I64), I64)
def _heap_look(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`heap_look(zone, seat, hidden, backs, h)`

    total = 0
    for card in zone:
        if the seat knows it: total += scrambled(its kind)
        elif not hidden: total += scrambled(its back)
        unless hidden: total += scrambled(its marks, with what is seen of it)
    return mixed(mixed(h, total), 0 if hidden else the number of cards)
    """
    at, seat, hidden, backs, h = (fn.param(n) for n in range(5))
    total, on_it = fn.local(I64), marks(mb)

    def one(card: Var) -> Instructions:
        known = ((mb.word(card) >> seat) & 1).wrap()
        unknown = if_(hidden.not_(), total.up(scramble(_seen(mb, card, backs))))
        code = if_(known, total.up(scramble(mb.kind(card))), unknown)
        if on_it is None:
            return code
        face = select(mb.kind(card), _seen(mb, card, backs), known)
        return code + if_(hidden.not_(), total.up(scramble(hash_step(on_it.call(card, seat), face))))

    many = select(long(0), in_heap(mb, at).wide(), hidden)
    return each_in_heap(mb, fn, at, one) + hash_step(hash_step(h, total), many).code


@helper("row_look", (I32, I64, I32, I32, I64), I64)
def _row_look(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`row_look(zone, seat, hidden, backs, h)`

    for card in zone, from the bottom:
        if the seat knows it: h = mixed(h, its kind)
        elif not hidden: h = mixed(h, loose if it lies in a bag, else its back)
        unless it is hidden or loose: h = mixed(h, its marks)
        below = whether it is joined to the card above
    return mixed(h, 0 if hidden else the number of cards)
    """
    at, seat, hidden, backs, h = (fn.param(n) for n in range(5))
    here, card, word, below = fn.local(), fn.local(I64), fn.local(I64), fn.local()
    joined = (word >> (mb.compact.bag.bit_length() - 1)) & 1
    pinned = (word >> (mb.compact.pin.bit_length() - 1)) & 1
    lies_loose = (joined.wrap() | below) & pinned.wrap().not_()
    back = select(long(LOOSE), _seen(mb, card, backs), lies_loose)
    unknown = if_(hidden.not_(), h.set(hash_step(h, back)))
    on_it, marked = marks(mb), NOTHING
    if on_it is not None:
        marked = if_((hidden | lies_loose).not_(), h.set(hash_step(h, on_it.call(card, seat))))
    one = here.up(-mb.compact.card_bytes) + card.set(card_at(mb, here).wide()) + word.set(mb.word(card))
    one += if_(((word >> seat) & 1).wrap(), h.set(hash_step(h, mb.kind(card))), unknown) + marked
    one += below.set(joined.wrap())
    many = select(long(0), in_row(at).wide(), hidden)
    rows = here.set(end_of(mb, at)) + loop_until(here.eq(at + COUNT), do=one)
    return rows + hash_step(h, many).code


# Decisions --------------------------------------------------------------------------------


def _stop(mb: ModuleBuilder, fn: Fn, one: Block, h: Var) -> Instructions:
    """Who is to decide, what has been chosen secretly, and the legal moves of the seat itself."""
    end = one.end
    phases = sorted({_phase(other) for _, other in _stops(mb)})
    code = h.set(hash_step(h, phases.index(_phase(one))))
    for slot in one.live:
        if isinstance(slot, Pending):
            code += _pending(mb, fn, slot, h)
    if not isinstance(end, AskBlock):
        return code + h.set(hash_step(h, UNKNOWN))
    who = mb.read(end.who.address)
    return code + h.set(hash_step(h, who)) + if_(who.eq(const(0).load(Control.SEAT)), _moves(mb, fn, end, h))


def _phase(one: Block) -> tuple[str, ...]:
    end = one.end
    return (end.phase, *one.phases) if isinstance(end, AskBlock) else ("", *one.phases)


def _pending(mb: ModuleBuilder, fn: Fn, pending: Pending, h: Var) -> Instructions:
    """Which of those who were asked have chosen."""
    code = NOTHING
    for index in range(pending.capacity):
        chosen = mb.read(pending.base + index * pending.width).ne(0)
        asked = mb.read(pending.players.address).gt(index)
        code += h.set(hash_step(h, (chosen & asked).wide()))
    return code


def _moves(mb: ModuleBuilder, fn: Fn, end: AskBlock, h: Var) -> Instructions:
    """Each legal move in order, cards by their kinds.

    for at in the rows of legal moves:
        h = mixed(h, its choice);  h = mixed(h, each argument)
    """
    at, stop = fn.local(), fn.local()
    choices = by_choice(end, at, lambda choice: _arguments(mb, fn, choice, at, h))
    turn = h.set(hash_step(h, at.load())) + choices + at.up(CELL * stride(end))
    rows = stop.set(const(0).load32(Control.MOVES) * (CELL * stride(end)) + mb.rows)
    return rows + at.set(mb.rows) + loop_until(at.eq(stop), do=turn)


def _arguments(mb: ModuleBuilder, fn: Fn, choice: AskChoice, at: Var, h: Var) -> Instructions:
    code = NOTHING
    for parameter, offset in arguments_of(choice):
        value: Callable[[Term], Term] = mb.kind_or_none if has_cards(parameter) else lambda found: found
        if isinstance(parameter.slot, SlotList):

            def one(x: Var, value: Callable[[Term], Term] = value) -> Instructions:
                return h.set(hash_step(h, value(x)))

            code += h.set(hash_step(h, (at + offset).load())) + for_each(fn, at + offset, one)
        else:
            code += h.set(hash_step(h, value(at.load(offset))))
    return code
