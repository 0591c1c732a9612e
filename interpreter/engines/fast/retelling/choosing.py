"""Which move is played again: the one that fits what was heard, or of several one that moves the most of the cards that
are planned to go unseen.
"""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir.types import NONE
from ...program.layout import PC
from ...program.nodes import AskBlock, Choice, Parameter, SlotList
from ..building.memory import CELL, MOVES, width
from ..building.script import (
    ANY,
    ANY_LIST,
    CHOICE,
    DRAWN,
    LATER,
    LATER_FIRST,
    LATER_MANY,
    PARTS,
    PARTS_MANY,
    TRAVEL,
    UNKNOWN,
    UNKNOWN_TO,
    VALUE,
    WHO,
    names_of,
)
from ..rules.by_block import by_block
from ..trees.looking import scrambled
from ..values.lists import for_each, size
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Term, Var, clear, const, give, long
from .head import Head


class Choosing:
    """The functions that choose among the rows of the legal moves."""

    def __init__(self, head: Head) -> None:
        self.head, self.mb = head, head.mb

    def choose(self) -> Fn:
        """`choose(record, turn)`: the number of the row of the move that is played; -1 if none fits.

        able = how many rows fit;  if there is one: return it
        drawn;  plan = at the first turn the planned kinds of the cards that go unseen, else nothing
        most = the largest overlap of a row that fits with the plan;  left = how many have it
        left = below(left)
        for each row that fits and has it: if left is 0: return it;  left -= 1
        """
        head, mb = self.head, self.mb

        def emit(fn: Fn) -> Instructions:
            record, turn = fn.param(0), fn.param(1)
            row, able, here, rows, bytes = (fn.local() for _ in range(5))
            fits = self._fits().call(row * bytes + mb.memory.moves, record)
            sweep = row.set(0) + loop_until(row.eq(rows), do=if_(fits, able.up() + here.set(row)) + row.up())
            plan = clear(const(head.map.planned), CELL * len(mb.layout.kinds)) + if_(
                turn.not_(), self._plan(fn, record)
            )
            return (
                rows.set(const(0).load32(MOVES))
                + bytes.set(head.row_bytes())
                + if_(self._other_decides(record), give(-1))
                + sweep
                + if_(able.eq(0), give(-1))
                + if_(able.eq(1), give(here))
                + head.at.store(1, DRAWN)
                + plan
                + self._pick(fn, fits, row, rows, bytes)
            )

        return mb.helper("retell_choose", (I32, I32), I32, emit)

    def _pick(self, fn: Fn, fits: Term, row: Var, rows: Var, bytes: Var) -> Instructions:
        """Leave with one of the rows that have the largest overlap."""
        most, left, score = fn.local(), fn.local(), fn.local()
        overlap = self._overlap().call(row * bytes + self.mb.memory.moves)
        better = if_(score.gt(most), most.set(score) + left.set(0)) + if_(score.eq(most), left.up())
        weigh = if_(fits, score.set(overlap) + better)
        found = if_(left.eq(0), give(row)) + left.up(-1)
        one = if_(fits, if_(overlap.eq(most), found))
        return (
            row.set(0)
            + most.set(-1)
            + loop_until(row.eq(rows), do=weigh + row.up())
            + if_(left.gtu(1), left.set(self.head.below(left)), left.set(0))
            + row.set(0)
            + loop_until(row.eq(rows), do=one + row.up())
            + TRAP
        )

    def _other_decides(self, record: Term) -> Term:
        """Whether it is not for the player to decide who did."""
        who = record.load(WHO)
        cells = {n: end.who.address for n, end in self.head.stops() if isinstance(end, AskBlock)}
        other = long(0)
        for address in sorted(set(cells.values())):
            here = self.mb.lookup(
                [int(cells.get(n) == address) for n in range(len(self.mb.program.blocks))], self._pc()
            )
            other = other | (here & self.mb.read(address).eq(who).wide())
        return other.eq(0)

    def _pc(self) -> Term:
        return self.mb.read(PC)

    def _plan(self, fn: Fn, record: Term) -> Instructions:
        """Count the planned kinds of the cards that go unseen."""
        i, kind, at = fn.local(), fn.local(), self.head.map
        travel = record.load32(LATER) + at.records + i * TRAVEL
        place = (kind << 3) + at.planned
        number = record.load32(LATER_FIRST) + i
        one = kind.set(((number << 3) + at.kinds).load32()) + place.store(place.load() + 1)
        unseen = if_(travel.load(CELL * 3).eq(UNKNOWN), one)
        return i.set(0) + loop_until(i.eq(record.load32(LATER_MANY)), do=unseen + i.up())

    def _by_ask(self, emit: Callable[[AskBlock], Instructions]) -> Instructions:
        """The code for the decision where play stands."""
        return by_block(self.mb, {n: emit(end) for n, end in self.head.stops() if isinstance(end, AskBlock)})

    # Whether a move fits ----------------------------------------------------------------------

    def _fits(self) -> Fn:
        """`fits(row, record)`: whether a legal move could be the one that was made."""

        def emit(fn: Fn) -> Instructions:
            row, record, parts = fn.param(0), fn.param(1), fn.local()
            start = if_(record.load(CHOICE).eq(ANY), give(1)) + parts.set(record.load32(PARTS) + self.head.map.records)
            return start + self._by_ask(lambda end: self._fits_one(fn, end, row, record, parts)) + const(0).code

        return self.mb.helper("retell_fits", (I32, I32), I32, emit)

    def _fits_one(self, fn: Fn, end: AskBlock, row: Var, record: Var, parts: Var) -> Instructions:
        names, wanted = names_of(self.mb.program), record.load(CHOICE)
        name = self.mb.lookup([names[one.name] for one in end.choices], row.load())
        code = if_((wanted.eq(row.load()) | wanted.eq(long(-1) - name)).not_(), give(0))
        for number, one in enumerate(end.choices):
            count = if_(record.load32(PARTS_MANY).ne(len(one.parameters)), give(0))
            code += if_(row.load32().eq(number), count + self._arguments(fn, one, row, record, parts) + give(1))
        return code

    def _arguments(self, fn: Fn, choice: Choice, row: Var, record: Var, parts: Var) -> Instructions:
        """Leave with 0 where an argument differs from what is known of it, or would not have stayed hidden."""
        code, offset = NOTHING, CELL
        for number, parameter in enumerate(choice.parameters):
            tag, value = parts.load(2 * CELL * number), parts.load(2 * CELL * number + CELL)
            kinds = (parameter.slot.type.item or parameter.slot.type).base == "card"
            if kinds and not choice.secret:
                code += self._hidden(fn, parameter, row + offset, tag, record)
            if isinstance(parameter.slot, SlotList):
                code += self._list_fits(fn, row + offset, tag, value, kinds=kinds)
            else:
                found = self.head.kind_or_none(row.load(offset)) if kinds else row.load(offset)
                code += if_(tag.ne(UNKNOWN), if_((tag.eq(VALUE) & found.eq(value)).not_(), give(0)))
            offset += CELL * width(parameter.slot)
        return code

    def _hidden(self, fn: Fn, parameter: Parameter, at: Term, tag: Term, record: Var) -> Instructions:
        """Leave with 0 where a card is hidden that is none, or that the seat has known all the time."""

        def known(card: Term) -> Term:
            return (self.mb.word(card) & record.load(UNKNOWN_TO)).ne(0)

        if isinstance(parameter.slot, SlotList):
            return if_(tag.le(ANY_LIST), for_each(fn, at, lambda x: if_(known(x), give(0))))
        card = fn.local(I64)
        return if_(tag.eq(UNKNOWN), card.set(at.load()) + if_(card.eq(NONE) | known(card), give(0)))

    def _list_fits(self, fn: Fn, at: Term, tag: Term, value: Term, *, kinds: bool) -> Instructions:
        total, listed = fn.local(I64), fn.local()
        many = size(listed).wide()

        def one(x: Var) -> Instructions:
            return total.up(scrambled(self.head.kind_or_none(x) if kinds else x))

        same = total.set(0) + for_each(fn, listed, one) + if_(total.ne(value), give(0))
        as_long = if_(tag.le(ANY_LIST), if_((long(ANY_LIST) - tag).ne(many), give(0)))
        known = if_(tag.ge(0), if_(tag.ne(many), give(0)) + same, as_long)
        return listed.set(at) + if_(tag.eq(VALUE), give(0)) + if_(tag.ne(UNKNOWN), known)

    # How well it fits the plan ----------------------------------------------------------------

    def _overlap(self) -> Fn:
        """`overlap(row)`: how many of the cards of a move are planned to go; each is counted down, then up again."""

        def emit(fn: Fn) -> Instructions:
            found = fn.local()
            return self._by_ask(lambda end: self._overlap_one(fn, end, fn.param(0), found)) + found.code

        return self.mb.helper("retell_overlap", (I32,), I32, emit)

    def _overlap_one(self, fn: Fn, end: AskBlock, row: Var, found: Var) -> Instructions:
        def down(card: Term) -> Instructions:
            place = self._planned(card)
            taken = if_(place.load().gt(0), found.up()) + place.store(place.load() - 1)
            return if_(card.ne(NONE), taken)

        def up(card: Term) -> Instructions:
            place = self._planned(card)
            return if_(card.ne(NONE), place.store(place.load() + 1))

        code = NOTHING
        for number, choice in enumerate(end.choices):
            both = self._each_card(fn, choice, row, down) + self._each_card(fn, choice, row, up)
            code += if_(row.load32().eq(number), both) if both else NOTHING
        return code

    def _planned(self, card: Term) -> Term:
        return (self.mb.kind(card).wrap() << 3) + self.head.map.planned

    def _each_card(self, fn: Fn, choice: Choice, row: Var, do: Callable[[Term], Instructions]) -> Instructions:
        """Do something for each card among the arguments of a move."""
        code, offset = NOTHING, CELL
        for parameter in choice.parameters:
            if (parameter.slot.type.item or parameter.slot.type).base == "card":
                if isinstance(parameter.slot, SlotList):
                    code += for_each(fn, row + offset, do)
                else:
                    code += do(row.load(offset))
            offset += CELL * width(parameter.slot)
        return code
