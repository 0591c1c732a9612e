"""The types that authors write, by name."""

from __future__ import annotations

from ....diagnostics.suggest import suggest
from ...ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, UNKNOWN, Type, card, kind, list_of, symbol
from ...syntax import nodes as syn
from .world import World

SIMPLE = {"integer": INTEGER, "boolean": BOOLEAN, "player": PLAYER, "team": TEAM}

ELSEWHERE = {
    "int": "integer",
    "number": "integer",
    "num": "integer",
    "long": "integer",
    "entier": "integer",
    "bool": "boolean",
    "truth": "boolean",
    "flag": "boolean",
    "yesno": "boolean",
    "joueur": "player",
    "seat": "player",
}
"""Types as other languages call them."""


def type_of(written: syn.TypeName, world: World, *, kinds: bool = False) -> Type:
    """The type of this name; a deck's name stands for its cards, or with `kinds` for its kinds (E206 unknown)."""
    word = written.word
    type = SIMPLE.get(word.text)
    if type is None and word.text in world.enumerations:
        type = symbol(word.text)
    if type is None and word.text in world.spec.decks:
        type = kind(word.text) if kinds else card(word.text)
    if type is None:
        names = [*SIMPLE, *world.listed, *world.spec.decks]
        near = ELSEWHERE.get(word.text.lower()) or suggest(word.text, names)
        world.report.add(
            "E206",
            f"unknown type '{word.text}'",
            word.span,
            label="no type has this name",
            notes=("types here: " + ", ".join(names),),
            helps=(f"did you mean '{near}'?",) if near else (),
        )
        return UNKNOWN
    if written.list:
        return list_of(type)
    return type.maybe() if written.optional else type
