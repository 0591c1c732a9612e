"""What chance decides when a step is played again: the cards that are planned to go; elements are drawn."""

from __future__ import annotations

from ...program.layout import PC, RUNNING, STATUS
from ...program.nodes import AskBlock, PickOne, SettleTop
from ..building.counting import in_row
from ..building.memory import CELL, MANY, TOLD
from ..building.script import (
    AGAIN,
    CHANCES,
    DONE,
    DRAWN,
    FAILED,
    FIRST_KIND,
    HEARD,
    HEARD_MANY,
    LOG,
    LOG_END,
    OTHERWISE,
    STOPS_AT_CHANCE,
    TELLINGS_COMPARED,
    TRAVEL,
    TRAVELS,
    TRAVELS_MANY,
    UNKNOWN,
    UNSEEN_MANY,
)
from ..cards.pins import spot
from ..rules.by_block import by_block
from ..values.lists import size
from ..wasm.control import block, br, if_, loop_until
from ..wasm.instructions import Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var, const, give
from .head import Head

ASKS, SETTLES, PICKS, ELSE = range(4)
"""What may stop the play: a decision, a card at an end of a zone, an element of a list, something without a plan."""


class Chance:
    """The function that goes through what chance decides in a step."""

    def __init__(self, head: Head) -> None:
        self.head, self.mb = head, head.mb

    def through(self) -> Fn:
        """`through(record)`: what chance decides, to the end of the step.

        until the step ends here:
            a card:     the first travel from `since` on from the same place
                        none: return failed if something else was told than was heard, else otherwise
                        log its planned kind;  decide for it;  since = the travel after it
            an element: keep the position
                        draw until nothing else is told than was heard, AGAIN times at most
                        then go through all elements;  if none fits: return failed
            else:       return otherwise
        if an element was drawn, and a card went unseen about which chance did not decide: return otherwise
        return done
        """

        def emit(fn: Fn) -> Instructions:
            record, since, told, stop = fn.param(0), fn.local(), fn.local(), fn.local()
            unseen, picks = fn.local(), fn.local()
            settle, pick = self._settle(fn, record, since, unseen), self._pick(fn, record, told, picks)
            one = stop.set(self._stop().wrap())
            one += if_(stop.eq(SETTLES), settle, if_(stop.eq(PICKS), pick, give(OTHERWISE)))
            other = if_(picks & unseen.ne(record.load32(UNSEEN_MANY)), give(OTHERWISE))
            return loop_until(self._at_end(record, told), do=one + told.up()) + other + const(DONE).code

        return self.mb.helper("retell_through", (I32,), I32, emit)

    def _stop(self) -> Term:
        """What stops the play where it stands."""
        found = dict[int, int]()
        for n, end in self.head.stops():
            if isinstance(end, AskBlock):
                found[n] = ASKS
            elif isinstance(end, SettleTop):
                found[n] = SETTLES if end.place is None else ELSE
            else:
                found[n] = PICKS if end.slot.type.base != "card" else ELSE
        return self.mb.lookup([found.get(n, ELSE) for n in range(len(self.mb.program.blocks))], self.mb.read(PC))

    def _at_end(self, record: Term, told: Term) -> Term:
        """Whether the step ends where play stands."""
        over = self.mb.read(STATUS).ne(RUNNING)
        last = record.load32(STOPS_AT_CHANCE) & (told + 1).eq(record.load32(CHANCES))
        return over | self._stop().eq(ASKS) | last

    # A card -----------------------------------------------------------------------------------

    def _settle(self, fn: Fn, record: Var, since: Var, unseen: Var) -> Instructions:
        head, zone, place, at = self.head, fn.local(I64), fn.local(), fn.local()
        inner = head.run.another(fn, counting=False)
        cases = dict[int, Instructions]()
        for n, end in head.stops():
            if isinstance(end, SettleTop) and end.place is None:
                number, address, index, code = spot(inner, end)
                cases[n] = code + zone.set(number) + place.set(index) + at.set(address)
        i, travel, kind, found = fn.local(), fn.local(), fn.local(I64), Label()
        goes = travel.load().eq(zone) & travel.load(CELL).eq(in_row(at).wide()) & travel.load(2 * CELL).eq(place.wide())
        look = travel.set(record.load32(TRAVELS) + head.map.records + i * TRAVEL) + if_(goes, br(found)) + i.up()
        search = loop_until(i.ge(record.load32(TRAVELS_MANY)), do=look)
        search += if_(self._on_the_way(record), give(OTHERWISE)) + give(FAILED)
        kinds = (record.load32(FIRST_KIND) + i << 3) + head.map.kinds
        return (
            by_block(self.mb, cases)
            + block(found, i.set(since) + search)
            + kind.set(kinds.load())
            + since.set(i + 1)
            + if_(travel.load(3 * CELL).eq(UNKNOWN), unseen.up())
            + head.log_outcome(kind)
            + head.inside.decide.run(kind)
        )

    # An element -------------------------------------------------------------------------------

    def _pick(self, fn: Fn, record: Var, told: Var, picks: Var) -> Instructions:
        """Draw an element of the list again and again, until nothing else is told than was heard; after a while go
        through all of them.
        """
        mb, head = self.mb, self.head
        inner = head.run.another(fn, counting=False)
        listed, turn, value, fine = fn.local(), fn.local(), fn.local(I64), Label()
        index = fn.local()
        log, count, counted = fn.local(I64), fn.local(I64), head.at.load32(LOG_END)
        cases = {
            n: listed.set(inner.expr(end.source))
            for n, end in head.stops()
            if isinstance(end, PickOne) and end.slot.type.base != "card"
        }
        if not cases:
            return give(OTHERWISE)
        heard = if_(head.seen(record), br(fine))
        draw = (
            if_(turn, head.restore(head.map.chance) + head.at.store(log, LOG) + counted.store(count))
            + mb.top.set(mb.memory.arena)
            + by_block(self.mb, cases)
            + if_(turn.ltu(AGAIN), index.set(head.below(size(listed))), index.set(turn - AGAIN))
            + if_(index.op("geu", size(listed)), give(FAILED))
            + value.set((listed + (index << 3)).load(CELL))
            + head.log_outcome(value)
            + head.inside.decide.run(value)
            + if_(self._at_end(record, told + 1), heard, if_(self._on_the_way(record), br(fine)))
            + turn.up()
        )
        start = head.at.store(1, DRAWN) + picks.set(1) + log.set(head.at.load(LOG)) + count.set(counted.load())
        start += head.keep(head.map.chance) + turn.set(0)
        return start + block(fine, loop_until(turn.eq(-1), do=draw) + give(FAILED))

    def _on_the_way(self, record: Term) -> Term:
        """Whether nothing else was told so far than was heard."""
        many, told = const(0).load32(MANY), const(0).load(TOLD)
        heard = ((many << 3) + record.load32(HEARD) + self.head.map.records).load()
        return many.ge(TELLINGS_COMPARED) | (many.lt(record.load32(HEARD_MANY)) & heard.eq(told))
