"""The types that authors write, by name, and whose something is."""

from __future__ import annotations

from typing import TypeVar

from ....diagnostics.suggest import suggest
from ...ir.game import Owner
from ...ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, UNKNOWN, Type, card, kind, list_of, symbol
from ...spec import nodes as spec
from ...syntax import nodes as syn
from .parameters import parameters_of
from .world import World

Member = TypeVar("Member", bound=str)

SIMPLE: dict[str, Type] = {"integer": INTEGER, "boolean": BOOLEAN, "player": PLAYER, "team": TEAM}

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
"""The names of types in other languages."""


def type_of(written: syn.TypeName, world: World, *, kinds: bool = False) -> Type:
    """The type of this name (E206 unknown); a deck's name means its cards, or with `kinds` their kinds."""
    word = written.word
    type = SIMPLE.get(word.text)
    if type is None and word.text in world.enumerations:
        type = symbol(word.text)
    if type is None and word.text in world.spec.decks:
        type = kind(word.text) if kinds else card(word.text)
    if type is None:
        names = [*SIMPLE, *world.listed, *world.spec.decks]
        near = ELSEWHERE.get(word.text.lower()) or suggest(word.text, [*names, *parameters_of(word.span.source)])
        world.report.add(
            "E206",
            f"unknown type '{word.text}'",
            word.span,
            label="no such type",
            notes=("known types: " + ", ".join(names),),
            helps=(f"did you mean '{near}'?",) if near else (),
        )
        return UNKNOWN
    if written.list:
        return list_of(type)
    return type.maybe() if written.optional else type


def owner_type(of: spec.Owner) -> Type:
    """The type of the owners that `of:` declares: player or team."""
    return PLAYER if of.text == "player" else TEAM


def owner_of(of: spec.Owner | None) -> Owner:
    """Whom something declared with this `of:` belongs to."""
    return "" if of is None else of.text


def member(words: tuple[Member, ...], written: str) -> Member:
    """The word of a closed set that is written here; the schema of specs and the grammar admit no other.

    >>> member(("heap", "stack"), "stack")
    'stack'
    """
    return words[words.index(written)]
