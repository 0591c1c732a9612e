"""Whether two expressions say the same, wherever in the source they are written."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from ....language.ir import nodes as ir
from ...program.nodes import Slot, SlotList


def likeness(node: object) -> object:
    """A hashable value that is equal for expressions that differ in their source locations only.

    Of a local and a slot only the number counts, not the name.
    """
    if isinstance(node, tuple):
        return tuple(map(likeness, node))
    if not is_dataclass(node):
        return node
    parts = [(f.name, likeness(getattr(node, f.name))) for f in fields(node) if f.name not in ("span", "type", "name")]
    named = () if isinstance(node, ir.Local | Slot | SlotList) else (getattr(node, "name", None),)
    return (type(node).__name__, *named, *parts)
