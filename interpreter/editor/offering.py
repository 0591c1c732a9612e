"""What a rule may say at the cursor, from what is in scope there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lsprotocol import types as lsp

from ..diagnostics.record import dataclass
from ..language.builtins.table import EFFECTS, FOLDS, spelled, spellings
from ..language.typing.expressions.properties import has
from ..language.typing.names.scope import Scope
from ..language.typing.names.world import READABLE
from .names import Index, What
from .trying import Tried

Kind = lsp.CompletionItemKind

CASES = {"local": "0", "name": "2", "built in": "4", "key": "6", "word": "8"}
"""In which order things are offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Offer:
    about: str = ""
    detail: str = ""
    written: str = ""
    rank: str = CASES["name"]
    record: object = None


@dataclass(frozen=True, slots=True)
class Offer(_Offer):
    """Something that may be written; `written` if that is more than its name."""

    name: str
    kind: lsp.CompletionItemKind

    def at(self, name: str) -> Offer:
        """The same by another name."""
        return replace(self, name=name)


_KINDS: dict[What, lsp.CompletionItemKind] = {
    "option": Kind.Constant,
    "variable": Kind.Variable,
    "zone": Kind.Struct,
    "quantity": Kind.Property,
    "function": Kind.Function,
    "permission": Kind.Property,
    "enumeration": Kind.Enum,
    "symbol": Kind.EnumMember,
    "deck": Kind.Class,
    "card": Kind.EnumMember,
}


def members(tried: Tried) -> Iterator[Offer]:
    """What there is after a dot."""
    if tried.space is not None:
        for name, value in tried.space.items():
            yield Offer(name, Kind.Variable, detail=str(value.type))
        return
    if tried.target is None:
        for name in READABLE:
            yield Offer(name.partition(".")[2], Kind.Property, detail=name)
        return
    for name in has(tried.target, tried.scope):
        rows = [row for row in spelled("property", name)]
        about = rows[0].about if rows and not _declared(name, tried.scope) else ""
        kind = Kind.Method if about else Kind.Field
        yield Offer(name, kind, about=about, detail=_type(name, tried.scope) or (rows[0].result if rows else ""))


def _declared(name: str, scope: Scope) -> bool:
    spec = scope.world.spec
    return name in spec.zones or name in spec.variables or name in spec.quantities


def _type(name: str, scope: Scope) -> str:
    world = scope.world
    zone = world.spec.zones.get(name)
    if zone is not None:
        return f"{zone.order or 'heap'} of {zone.holds.text} cards"
    return str(world.variables.get(name, ""))


def values(tried: Tried | None, index: Index) -> Iterator[Offer]:
    """What a value may begin with."""
    if tried is not None:
        for name, value in tried.scope.names.items():
            yield Offer(name, Kind.Variable, detail=str(value.type), rank=CASES["local"])
        persons = (("me", tried.scope.me), ("it", tried.scope.it))
        yield from (Offer(name, Kind.Keyword, rank=CASES["local"]) for name, one in persons if one is not None)
        yield from (Offer(name, Kind.Module, rank=CASES["local"]) for name in tried.scope.spaces)
    for symbol in index.declared:
        kind = _KINDS.get(symbol.what)
        if kind is not None:
            record = index.records.get(symbol)
            owned = getattr(record, "of", None) is not None and symbol.what in ("zone", "variable", "quantity")
            if not owned and symbol.what != "permission":
                yield Offer(symbol.name, kind, detail=_of(symbol.what, symbol.of))
    yield from _built_in()


def _of(what: What, of: str) -> str:
    return f"{what} of {of}" if of else what


def _built_in() -> Iterator[Offer]:
    for name in spellings("function"):
        rows = spelled("function", name)
        yield Offer(name, Kind.Function, detail=rows[0].signature, about=rows[0].about, rank=CASES["built in"])
    for name, fold in FOLDS.items():
        if name != "list":
            detail = f"{name}(… for x in LIST{' by KEYS' if fold.keys else ''}) -> {fold.result}"
            yield Offer(name, Kind.Function, detail=detail, about=fold.about, rank=CASES["built in"])
    yield from (Offer(name, Kind.Keyword, rank=CASES["built in"]) for name in spellings("name"))
    words = ("turn", "round", "none", "true", "false", "not", "and", "or", "may", "if", "else", "in", "for", "is")
    yield from (Offer(word, Kind.Keyword, rank=CASES["word"]) for word in words)


def statements() -> Iterator[Offer]:
    """What a line of an effect may begin with."""
    for row in EFFECTS.values():
        yield Offer(row.verb, Kind.Keyword, detail=row.form, about=row.about, rank=CASES["built in"])
    forms = {
        "for": "for NAME in LIST: …",
        "if": "if CONDITION: …",
        "repeat": "repeat NUMBER: …",
        "while": "while CONDITION at most NUMBER: …",
    }
    for word, form in forms.items():
        yield Offer(word, Kind.Keyword, detail=form, rank=CASES["built in"])
