"""The types in the table of builtins: `list of T`, `zone D`, `card D or none`."""

from __future__ import annotations

from ...ir.types import BASES, Base, Type, kind, symbol

Bindings = dict[str, Type]
"""What the letters of a pattern stand for.

T is any type. D is a deck, given as the type of its kinds; E an enumeration, given as the type of its symbols.
"""

_BASE: dict[str, Base] = {base: base for base in BASES}
_LETTERED = ("symbol", "card", "kind", "zone")


def bind(pattern: str, type: Type, bindings: Bindings) -> Bindings | None:
    """What the letters must stand for if the type is to match the pattern; None where it does not match.

    >>> bind("list of T", Type("list", item=Type("player")), {})["T"].base
    'player'
    """
    if pattern.endswith(" or none"):
        return bind(pattern.removesuffix(" or none"), type.sure() if type.base != "none" else Type("nothing"), bindings)
    if type.base == "nothing":
        return bindings
    if pattern == "T":
        return _agreed("T", type, bindings)
    if type.optional:
        return None
    if pattern.startswith("list of "):
        if type.base != "list":
            return None
        return bind(pattern.removeprefix("list of "), type.item, bindings) if type.item else bindings
    word, _, letter = pattern.partition(" ")
    if word in _LETTERED and letter:
        meant = symbol(type.name) if word == "symbol" else kind(type.name)
        return _agreed(letter, meant, bindings) if type.base == word else None
    return bindings if type.base == pattern else None


def _agreed(letter: str, type: Type, bindings: Bindings) -> Bindings | None:
    old = bindings.get(letter)
    if old is None:
        return {**bindings, letter: type}
    if old.sure() == type.sure():
        return {**bindings, letter: type if type.optional else old}
    return None


def filled(pattern: str, bindings: Bindings) -> Type:
    """The type that a pattern stands for.

    >>> str(filled("card D or none", {"D": Type("kind", "main")}))
    'card of main or none'
    """
    if pattern.endswith(" or none"):
        return filled(pattern.removesuffix(" or none"), bindings).maybe()
    if pattern == "T":
        return bindings.get("T", Type("nothing"))
    if pattern.startswith("list of "):
        rest = pattern.removeprefix("list of ")
        if rest == "T" and "T" not in bindings:
            return Type("list")
        return Type("list", item=filled(rest, bindings))
    word, _, letter = pattern.partition(" ")
    if letter:
        return Type(_BASE[word], bindings[letter].name if letter in bindings else "")
    return Type(_BASE[pattern])
