"""Writes the code of one function: its locals, how steps are counted in it, and what its names stand for.

An integer, symbol, player, card and so on is a term of 64 bits, none among them; a truth is 32 bits where it cannot
be none; a list is the address of its length. Expressions change nothing, so a zone's cards are the list of its cards
as it lies in the state; whoever changes the state while he uses a list takes a copy (`kept`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....language.ir import nodes as ir
from ....language.ir.types import NONE, Type
from ...program.nodes import Expr
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Term, Var, after, const, if_, long, select
from .facts import Known
from .making import Making

SHORT = 1 << 16
"""Loops of no more turns than this need not be watched one by one."""


@dataclass(frozen=True, slots=True)
class Name:
    """What a local stands for: a term that can be worked out again and again, and what is known of it."""

    term: Term
    known: Known


Names = dict[int, Name]


Memo = dict[object, tuple[Var, Var]]
"""Values that are worked out once while moves are listed: whether that was done, and the value."""


class Writer:
    """The function in the making; `counting` says whether steps are counted."""

    def __init__(self, m: Making, fn: Fn, *, counting: bool = True) -> None:
        self.m = m
        self.fn = fn
        self.counting = counting
        self.steps = fn.local(I64)
        self.names: Names = {}
        self.memo: Memo | None = None
        self.masks: dict[object, Var] = {}

    # Steps --------------------------------------------------------------------------------

    def spend(self, steps: Term | int) -> bytes:
        """Count work. The sum is looked at where the play stops or goes round."""
        if not self.counting:
            return b""
        term = steps if isinstance(steps, Term) else long(steps)
        return self.steps.set(self.steps + term.wide())

    def spend_list(self, length: Term, longest: int) -> bytes:
        """Count the length of a list; a long one is looked at at once."""
        return self.spend(length) + (self.check() if self.counting and longest > SHORT else b"")

    def check(self) -> bytes:
        """Too many steps are an error of the game."""
        total = self.steps + self.m.spent.get
        return if_(total.gt(self.m.program.steps_limit), TRAP) if self.counting else b""

    def hand_over(self) -> bytes:
        """Steps that were counted here count for whoever called."""
        return self.m.spent.set(self.m.spent.get + self.steps) if self.counting else b""

    # Names --------------------------------------------------------------------------------

    def known(self) -> dict[int, Known]:
        """What is known of all names."""
        return {number: name.known for number, name in self.names.items()}

    def bind(self, local: ir.Local, term: Term, known: Known) -> None:
        """From now on the local stands for this term."""
        self.names[local.number] = Name(term, known)

    def within(self, names: Names, write: Callable[[], Term]) -> Term:
        """Write something where only these names are known."""
        outer, self.names = self.names, names
        made = write()
        self.names = outer
        return made

    def local(self, like: Type) -> Var:
        """A local for values of a type."""
        return self.fn.local(I32 if is_list(like) or is_truth(like) else I64)


def is_list(type: Type) -> bool:
    """Whether values are lists."""
    return type.base == "list"


def is_truth(type: Type) -> bool:
    """Whether values are truths, and never none."""
    return type.base == "boolean" and not type.optional


def truth(term: Term) -> Term:
    """A value as a truth."""
    return term if term.type == I32 else term.ne(0)


def number(term: Term) -> Term:
    """A value as 64 bits."""
    return term.wide()


def shaped(term: Term, type: Type) -> Term:
    """A value in the shape of a type."""
    if is_list(type):
        return term
    return truth(term) if is_truth(type) else number(term)


def unless_none(test: Term, value: Term, nothing: int = NONE) -> Term:
    """The value, or none where `test` is none."""
    return select(value, long(nothing), test.ne(NONE))


def is_card(node: Expr) -> bool:
    """Whether an expression is a card."""
    return node.type.base == "card"


def is_card_list(node: Expr) -> bool:
    """Whether an expression is a list of cards."""
    return is_list(node.type) and node.type.item is not None and node.type.item.base == "card"


__all__ = [
    "Memo",
    "Name",
    "Names",
    "Writer",
    "after",
    "const",
    "is_card",
    "is_card_list",
    "is_list",
    "is_truth",
    "number",
    "shaped",
    "truth",
    "unless_none",
]
