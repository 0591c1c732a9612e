"""Tests, blocks, loops and jumps. A jump names the label of the block or loop that it means.

A jump to the label of a block goes behind the end of it; one to the label of a loop starts the loop again. A loop
does not repeat by itself: it ends where its code runs out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .instructions import NOTHING, Hole, Instructions, Label, sequence, uleb
from .term import Term

_VOID = b"\x40"
_END = b"\x0b"


def if_(test: Term, yes: Instructions, no: Instructions = NOTHING) -> Instructions:
    """`if test: yes else: no`"""
    holds = test.fixed()
    if holds is not None:
        return yes if holds else no
    if not yes and not no:
        return test.drop()
    head = test.raw + b"\x04" + _VOID
    if not no:
        return yes.inside(head, tail=_END)
    return yes.inside(head) + no.inside(b"\x05", tail=_END)


def block(leave: Label, body: Instructions) -> Instructions:
    """Run `body`; a jump to `leave` goes behind it."""
    return body.inside(b"\x02" + _VOID, leave, _END)


def loop(again: Label, body: Instructions) -> Instructions:
    """Run `body`; a jump to `again` starts it again."""
    return body.inside(b"\x03" + _VOID, again, _END)


def br(to: Label) -> Instructions:
    """Jump."""
    return Instructions(b"\x0c", (Hole(1, to, 0),))


def br_if(test: Term, to: Label) -> Instructions:
    """`if test: jump`"""
    holds = test.fixed()
    if holds is not None:
        return br(to) if holds else NOTHING
    raw = test.raw + b"\x0d"
    return Instructions(raw, (Hole(len(raw), to, 0),))


def br_table(which: Term, to: Sequence[Label], otherwise: Label) -> Instructions:
    """Jump to `to[which]`, past the end of them to `otherwise`."""
    raw = which.raw + b"\x0e" + uleb(len(to))
    return Instructions(raw, tuple(Hole(len(raw), label, 0) for label in (*to, otherwise)))


# Put together from these ------------------------------------------------------------------


def loop_until(*ends: Term, do: Instructions, done: Label | None = None) -> Instructions:
    """`until one of ends: do`, with the tests before each turn; a jump to `done` leaves the loop too.

    block $done:
      loop $again:
        if one of ends: jump $done
        do
        jump $again
    """
    done, again = done or Label(), Label()
    return block(done, loop(again, sequence(br_if(end, done) for end in ends) + do + br(again)))


def do_while(*, skip: Term, do: Instructions, again: Term) -> Instructions:
    """`if not skip: do, and repeat while again`. One jump a turn, where `loop_until` has two.

    block $done:
      if skip: jump $done
      loop $next:
        do
        if again: jump $next
    """
    done, following = Label(), Label()
    return block(done, br_if(skip, done) + loop(following, do + br_if(again, following)))


def arms(head: Instructions, cases: Iterable[tuple[Label, Instructions]]) -> Instructions:
    """Cases to which `head` can jump: a jump to the label of a case goes to its start.

    block $b:
      block $a:
        head                     jumps to $a or $b
      the code of a              goes on into that of b, unless it jumps away
    the code of b
    """
    ways = tuple(cases)
    places = {label: place for place, (label, _) in enumerate(ways)}
    ended = Instructions(_END)
    code = [Instructions((b"\x02" + _VOID) * len(ways)), head.within(places, 0)]
    for place, (_, body) in enumerate(ways):
        code += (ended, body.within(places, place + 1))
    return sequence(code)
