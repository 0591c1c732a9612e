"""Counting the turns of a loop over a list where the play may stop within it."""

from __future__ import annotations

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from ...language.ir.types import BOOLEAN, INTEGER, Type
from .drafts import Draft
from .nodes import SetSlot, Slot


@dataclass(frozen=True, slots=True)
class Turns:
    """A loop over a list: `index` counts from 0; `head` tests whether there is one more element, `behind` follows the
    loop. `slot` is that of the index.
    """

    head: Draft
    behind: Draft
    source: ir.Expr
    index: ir.Local
    slot: Slot

    def goes_on(self) -> ir.Expr:
        """Whether there is an element left."""
        size: ir.Expr = ir.Apply("size", (self.source,), INTEGER, self.slot.span)
        if isinstance(self.source, ir.Const) and isinstance(self.source.value, tuple):
            size = ir.Const(len(self.source.value), INTEGER, self.slot.span)
        return ir.Apply("less", (self.index, size), BOOLEAN, self.slot.span)

    def following(self) -> ir.Expr:
        """The number of the next element, which is this element's when counted from 1."""
        one = ir.Const(1, INTEGER, self.slot.span)
        return ir.Apply("add", (self.index, one), INTEGER, self.slot.span)

    def element(self, type: Type) -> ir.Expr:
        """The element of this turn."""
        return ir.Apply("item", (self.source, self.following()), type, self.slot.span)

    def advance(self) -> SetSlot:
        """Go on to the next element."""
        return SetSlot(self.slot, self.following(), self.slot.span)
