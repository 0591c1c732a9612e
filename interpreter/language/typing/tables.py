"""Checks the tables of attributes (`by: number, values: {1: 4, 2: 4}`): each row is about cards that there are."""

from __future__ import annotations

from ...diagnostics.suggest import did_you_mean
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.types import Type
from ..spec import nodes as spec
from ..text.whole import whole
from .names.world import World


def check_tables(deck: spec.Deck, typed: decl.Deck, world: World) -> None:
    """Report rows for what is no value of the other attribute (E604), and warn of those that no card needs (W611)."""
    for attribute in deck.attributes:
        if attribute.by is None or attribute.by.text not in typed.attributes:
            continue
        by, type = attribute.by.text, typed.attributes[attribute.by.text]
        found = [kind.attributes.get(by) for kind in typed.kinds]
        held = {shown(value, world) for value in found if isinstance(value, ir.Const)}
        for key, _ in attribute.values:
            if not _possible(key.text, type, world):
                names = world.enumerations.get(type.name, ())
                world.report.add(
                    "E604",
                    f"'{key.text}' is not a value of '{by}'",
                    key.span,
                    label="no card can have it",
                    helps=did_you_mean(key.text, names) or (f"values: {', '.join(names) or 'whole numbers'}",),
                    path=attribute.path,
                )
            elif key.text not in held and all(isinstance(value, ir.Const) for value in found):
                world.report.add(
                    "W611",
                    f"no card of '{deck.name.text}' has the {by} {key.text}",
                    key.span,
                    label="this row is never used",
                    path=attribute.path,
                )


def _possible(key: str, type: Type, world: World) -> bool:
    match type.base:
        case "symbol":
            return key in world.enumerations[type.name]
        case "integer":
            return whole(key) is not None
        case "boolean":
            return key in ("true", "false")
        case _:
            return True


def shown(value: ir.Const, world: World) -> str:
    """The value of an attribute as the rows of a table name it."""
    if value.type.base == "symbol" and isinstance(value.value, int):
        return world.enumerations[value.type.name][value.value]
    if value.type.base == "boolean":
        return "true" if value.value else "false"
    return str(value.value)
