"""Who declares a name and who uses it: an index of one game, from its records and from all that was typed.

A name is known by what it is (`zone`), how it is called, and what it belongs to: a symbol to its enumeration, an
attribute to its deck, a local to the place where it is named. The same name has the same symbol in a game, in all of
its variants and in its scenarios, so the indexes of these files can be put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Literal, NamedTuple, cast

from ..diagnostics.record import dataclass
from ..diagnostics.span import Span
from ..language.ir import nodes as ir
from ..language.ir.traversal import records
from ..language.ir.types import Type
from ..language.spec import nodes as spec
from ..language.syntax import nodes as syn
from ..language.typing.names.scope import TypedExpression

SymbolKind = Literal[
    "action", "attribute", "card", "card variable", "category", "condition", "deck", "effect", "enumeration",
    "function", "game", "group", "local", "option", "permission", "phase", "preset", "quantity", "reaction", "scoring",
    "symbol", "text", "trigger", "variable", "variant", "zone",
]  # fmt: skip


class Symbol(NamedTuple):
    """What a name stands for. `of` is its enumeration, deck or scoring, or the place of a local or a condition."""

    what: SymbolKind
    name: str
    of: str = ""


@dataclass(slots=True)
class SymbolIndex:
    """Where names are declared and used. A declaration counts as a use."""

    declared: dict[Symbol, Span] = field(default_factory=dict)
    records: dict[Symbol, object] = field(default_factory=dict)
    uses: dict[tuple[str, int, int], tuple[Span, Symbol]] = field(default_factory=dict)

    def declare(self, symbol: Symbol, word: syn.Word, record: object = None) -> None:
        """Note where a name is declared, and what is written about it."""
        self.declared.setdefault(symbol, word.span)
        if record is not None:
            self.records.setdefault(symbol, record)
        self.use(symbol, word.span)

    def use(self, symbol: Symbol, span: Span) -> None:
        """Note a place where a name stands."""
        self.uses.setdefault((span.source.file, span.start, span.end), (span, symbol))

    def at(self, file: str, offset: int) -> tuple[Span, Symbol] | None:
        """The name at an offset of a file, or that ends there."""
        found = [one for (name, start, end), one in self.uses.items() if name == file and start <= offset <= end]
        return min(found, key=lambda one: (one[0].end - one[0].start, one[0].end == offset), default=None)

    def find(self, name: str, *kinds: SymbolKind, of: str = "") -> Symbol | None:
        """What a name stands for, if it is one of these; the first that there is."""
        every = (Symbol(what, name, of if what in ("attribute", "card variable") else "") for what in kinds)
        return next((one for one in every if one in self.declared), None)

    def member(self, name: str, *kinds: SymbolKind) -> Symbol | None:
        """A symbol, a card or an attribute of this name, whatever it belongs to; None if there are several."""
        found = [one for one in self.declared if one.name == name and one.what in kinds]
        return found[0] if len(found) == 1 else None


def build_index(spec_: spec.Spec, notes: Iterable[TypedExpression]) -> SymbolIndex:
    """The names of a game."""
    index = SymbolIndex()
    _declarations(spec_, index)
    for record in records(spec_):
        for word, symbol in _words(record, index):
            index.use(symbol, word.span)
        if isinstance(record, _NAMING):  # it gives a name to a value
            index.declare(local(record.name.text, record.name.span), record.name)
    _typed(notes, index)
    return index


def local(name: str, span: Span) -> Symbol:
    """The symbol of a local that is named at a place."""
    return Symbol("local", name, f"{span.source.file}:{span.start}")


def attribute(deck: str, name: str, index: SymbolIndex) -> Symbol | None:
    """The symbol of an attribute or a variable of the cards of a deck; one that lists symbols is an enumeration."""
    own = (Symbol("attribute", name, deck), Symbol("card variable", name, deck))
    return next((one for one in own if one in index.declared), index.find(name, "enumeration"))


# Declarations ----------------------------------------------------------------------------------


def _declarations(spec_: spec.Spec, index: SymbolIndex) -> None:
    for section, what in spec.NAMED.items():
        for one in getattr(spec_, section).values():
            index.declare(Symbol(cast(SymbolKind, what), one.name.text), one.name, one)
    enumerations: tuple[spec.OptionSpec | spec.Enumeration, ...] = (*spec_.options.values(), *spec_.types.values())
    for enumeration in enumerations:
        _symbols(enumeration.name, enumeration.symbols, index)
    for deck in spec_.decks.values():
        _deck(deck, index)
    for scoring in spec_.scoring.values():
        for category in scoring.categories:
            index.declare(Symbol("category", category.name.text, scoring.name.text), category.name, category)
    for called in spec_.words.values():
        name = called.name.text
        known = index.find(name, "enumeration", "variable") or index.member(name, "symbol", "attribute", "card")
        if known is None and not any(one.name == name for one in index.declared):
            index.declare(Symbol("text", name), called.name, called)
        elif known is not None:
            index.use(known, called.name.span)
    for record in records(spec_):
        if isinstance(record, spec.ConditionSpec) and record.path.split(".")[-2:-1] in _CONDITIONS:
            index.declare(Symbol("condition", record.name.text, record.path), record.name, record)


_CONDITIONS = (["when"], ["until"], ["skip"], ["ends_when"])
"""The keys below which conditions have names of their own; elsewhere one is called as the key it stands under."""


def _symbols(name: syn.Word, symbols: tuple[syn.Word, ...], index: SymbolIndex) -> None:
    for one in symbols:
        index.declare(Symbol("symbol", one.text, name.text), one)


def _deck(deck: spec.DeckSpec, index: SymbolIndex) -> None:
    name = deck.name.text
    for one in deck.attributes:
        if one.symbols:
            index.declare(Symbol("enumeration", one.name.text), one.name, one)
            _symbols(one.name, one.symbols, index)
        else:
            index.declare(Symbol("attribute", one.name.text, name), one.name, one)
    for variable in deck.variables:
        index.declare(Symbol("card variable", variable.name.text, name), variable.name, variable)
    for kind in deck.kinds:
        symbol = Symbol("card", kind.id.text, name)
        if kind.id.span.text == kind.id.text:
            index.declare(symbol, kind.id, kind)
        else:
            index.records.setdefault(symbol, kind)


# Words of the structure ------------------------------------------------------------------------


Words = Iterator[tuple[syn.Word, Symbol]]


def _words(record: object, index: SymbolIndex) -> Words:
    """The words of a record that refer to something by its name alone."""
    match record:
        case spec.Spec():
            yield from _known([record.begin], index, "phase")
        case spec.ZoneSpec():
            yield from _known([record.holds], index, "deck")
            for _, word in record.shows:
                symbol = attribute(record.holds.text, word.text, index)
                yield from [(word, symbol)] if symbol is not None else []
            yield from _known(_families(record), index, "enumeration", "deck", "option")
        case spec.VariableSpec():
            yield from _known(_families(record), index, "enumeration", "deck", "option")
        case spec.Refill():
            yield from _known([record.zone], index, "zone")
        case spec.Phase():
            yield from _known(record.offer, index, "action")
            yield from _known(record.steps, index, "phase")
        case spec.Reaction(joins=syn.Word() as first):
            yield from _known([first], index, "reaction")
        case spec.Reaction(instead_of=events) | spec.Trigger(after=events):
            yield from _known(events, index, "action", "effect")
        case spec.Scoring():
            yield from _known([record.into] if record.into else [], index, "variable")
        case spec.OptionSpec():
            yield from _known(record.excludes, index, "option")
        case spec.Preset():
            yield from _known([name for name, _ in record.values], index, "option")
        case spec.Result():
            yield from _known(record.measures, index, "variable")
        case spec.DeckSpec():
            yield from _of_deck(record, index)
        case spec.ZoneGroup():
            yield from _known(record.zones, index, "zone")
        case spec.TableSpec():
            yield from _known(record.centre, index, "zone")
            yield from _known(record.without, index, "zone", "variable", "quantity")
        case spec.Face():
            yield from _known([record.of], index, "deck")
        case spec.Look():
            symbol = index.member(record.symbol.text, "symbol", "card")
            yield from [(record.symbol, symbol)] if symbol else []
        case syn.TypeName():
            yield from _known([record.word], index, "enumeration", "deck")
        case syn.OfferStatement():
            yield from _known(record.actions, index, "action")
        case syn.End():
            yield from _known([record.name], index, "phase")
        case syn.Gather():
            yield from _known([record.deck], index, "deck")
            yield from _known(record.kept, index, "zone")
        case syn.CallEffect(call=syn.CallExpression() as call):
            yield from _known([call.name], index, "effect")
            names = [syn.Word(one.id, one.span) for one in call.args if isinstance(one, syn.Name)]
            if call.name.text in ("score", "say"):
                yield from _known(names, index, "scoring", "text")
        case _:
            return


def _known(words: Iterable[syn.Word], index: SymbolIndex, *kinds: SymbolKind) -> Words:
    for word in words:
        symbol = index.find(word.text, *kinds)
        if symbol is not None:
            yield word, symbol


def _families(record: spec.ZoneSpec | spec.VariableSpec) -> Iterator[syn.Word]:
    """What there is one of each for."""
    return (syn.Word(one.id, one.span) for one in record.along if isinstance(one, syn.Name))


def _of_deck(deck: spec.DeckSpec, index: SymbolIndex) -> Words:
    yield from _known(deck.active_in, index, "zone")
    words = [*deck.back, *(one.by for one in deck.attributes if one.by)]
    for kind in deck.kinds:
        words += [name for name, _ in kind.attributes]
        yield from _known([name for name, _ in (*kind.after, *kind.instead_of)], index, "action", "effect")
    for word in words:
        symbol = attribute(deck.name.text, word.text, index)
        if symbol is not None and word.span.text == word.text:
            yield word, symbol


_NAMING = (
    syn.LetStatement, syn.ForStatement, syn.RandomStatement, syn.For, syn.ChooseClause, syn.TogetherStatement,
    syn.SignatureParameter, spec.PickSpec,
)  # fmt: skip


# Typed expressions -----------------------------------------------------------------------------


def _typed(notes: Iterable[TypedExpression], index: SymbolIndex) -> None:
    types: dict[int, Type] = {}
    for note in notes:
        types[id(note.node)] = note.value.type
        found = _meaning(note, types, index)
        if found is not None:
            index.use(*found)


def _meaning(note: TypedExpression, types: dict[int, Type], index: SymbolIndex) -> tuple[Symbol, Span] | None:
    """What the last name of an expression stands for, and where it is."""
    node, symbol = note.node, None
    match node:
        case syn.Name():
            symbol = _name(node, note, index)
            return None if symbol is None else (symbol, node.span)
        case syn.AttributeAccess():
            symbol, word = _attribute(node, note, types, index), node.name
        case syn.CallExpression(target=None):
            symbol, word = index.find(node.name.text, "function", "permission"), node.name
        case syn.Unary(operator="may", operand=syn.CallExpression() | syn.AttributeAccess() as asked):
            symbol, word = index.find(asked.name.text, "permission", "action"), asked.name
        case syn.Unary(operator="may", operand=syn.Name() as asked):
            symbol = index.find(asked.id, "permission", "action")
            return None if symbol is None else (symbol, asked.span)
        case _:
            return None
    return None if symbol is None else (symbol, word.span)


def _name(node: syn.Name, note: TypedExpression, index: SymbolIndex) -> Symbol | None:
    value = note.scope.names.get(node.id)
    if value is not None:
        symbol = local(node.id, value.span)
        return symbol if symbol in index.declared else None
    type = note.value.type
    if isinstance(note.value, ir.Const) and type.base in ("symbol", "kind"):
        found = Symbol("symbol" if type.base == "symbol" else "card", node.id, type.name)
        if found in index.declared or found in index.records:
            return found
    kinds: tuple[SymbolKind, ...] = ("option", "variable", "zone", "quantity", "function", "enumeration", "deck")
    return index.find(node.id, *kinds) or index.member(node.id, "symbol", "card")


def _attribute(
    node: syn.AttributeAccess, note: TypedExpression, types: dict[int, Type], index: SymbolIndex
) -> Symbol | None:
    name, target = node.name.text, node.target
    if isinstance(target, syn.Name) and target.id not in note.scope.names and target.id in note.scope.spaces:
        value = note.scope.spaces[target.id].get(name)
        symbol = local(name, value.span) if value is not None else None
        return symbol if symbol in index.declared else None
    type = types.get(id(target))
    if type is None:
        return index.find(name, "category") if isinstance(target, syn.Name) else None
    if type.base in ("player", "team"):
        return index.find(name, "zone", "variable", "quantity")
    if type.base in ("card", "kind"):
        return attribute(type.name, name, index)
    return None
