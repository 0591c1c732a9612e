"""Reads records of a spec: each field from its key, as its type says (`SpecReader.record`).

A part that cannot be read is reported and replaced with a harmless stand-in, so that reading continues and finds the
other mistakes. A spec that contains a stand-in is never returned (`read.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Map
from dataclasses import field, fields
from typing import Any, Protocol, TypeVar, get_args

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...source.text.literals import dots_of, integer_hint, parse_integer, unquoted_comprehension
from ...source.text.tree import Entry, Mapping, Node, Scalar, Sequence
from ..syntax import nodes as syn
from ..syntax import parse
from . import nodes
from .drawings import MOST_DRAWINGS, MOST_DRAWN, is_file_name, read_drawing
from .nodes import Brace, ConditionSpec, DeckSpec, OptionSpec, Owner, OwnerKind, Texts, WrittenValue
from .texts import BRACES, texts_of

OWNERS: dict[str, OwnerKind] = {word: word for word in get_args(OwnerKind)}

R = TypeVar("R")


class Located(Protocol):
    """What has a place in a file."""

    @property
    def span(self) -> Span:
        """Where it is written."""


def scalar(node: Node | None) -> Scalar:
    """A node that is a single text according to the schema."""
    assert isinstance(node, Scalar), "the shape of the file was checked before"
    return node


def mapping(node: Node | None) -> Mapping:
    """A node that is a mapping according to the schema."""
    assert isinstance(node, Mapping), "the shape of the file was checked before"
    return node


def entries(parent: Node | None, key: str) -> tuple[Entry, ...]:
    """The entries of the mapping below a key; none if the key is missing, or there is no parent."""
    node = parent.get(key) if isinstance(parent, Mapping) else None
    return mapping(node).entries if node else ()


def owner(text: Scalar) -> Owner:
    """`player` or `team`, with its location."""
    return Owner(OWNERS[text.text], text.span)


def items(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; anything else counts as a list of one."""
    return node.items if isinstance(node, Sequence) else () if node is None else (node,)


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    """The texts of a list; a single text counts as a list of one."""
    return tuple(map(scalar, items(node)))


def bare(text: Scalar) -> syn.Word:
    """A text as a word, without checking that it is a name."""
    return syn.Word(text.text, text.span)


def value(text: Scalar) -> WrittenValue:
    """A written value, with its location."""
    return WrittenValue(text.text, text.span)


def literal(expression: syn.Expr | None) -> int | None:
    """The value of a literal, `5` or `-5`, or of a sum or difference of these; None for all that must be computed."""
    match expression:
        case syn.Integer():
            return expression.value
        case syn.Unary(operator="-", operand=syn.Integer() as number):
            return -number.value
        case syn.Binary(operator="+" | "-" as sign, left=left, right=right):
            one, other = literal(left), literal(right)
            return None if one is None or other is None else one + other if sign == "+" else one - other
    return None


def check_how_many(least: syn.Expr | None, most: syn.Expr | None, report: Report, path: str) -> None:
    """Report numbers of things to choose that make no sense (E710): `3..1`, `0`, `1-3`."""
    low, high = literal(least), literal(most if most is not None else least)
    if least is not None and high is not None and (high < 1 or low is not None and not 0 <= low <= high):
        span = least.span if most is None else least.span.until(most.span)
        helps = (f"`{span.text}` is a difference; from one to the other: `{span.text.replace('-', '..', 1)}`",)
        difference = isinstance(least, syn.Binary) and least.operator == "-"
        message = f"'{span.text}' is not a valid number of choices"
        report.add("E710", message, span, path=path, helps=helps if difference else ())


def _words(text: str) -> tuple[int, int]:
    """The offsets of a text without the white space around it."""
    return len(text) - len(text.lstrip()), len(text.rstrip())


@dataclass(slots=True)
class SpecReader:
    """The state of reading one spec: the report, all texts for people that were read, with their paths (`texts_met`
    those by language), the names of its effects, and those of its types, and the languages of its title.

    `odd` are the records that have readers of their own; `players`, `options` and `decks` what was read before them,
    `drawings` the icons that were read from files, `reactions` how these are written.
    """

    report: Report
    texts_met: list[tuple[Mapping, str]] = field(default_factory=list)
    told: list[tuple[Node, str]] = field(default_factory=list)
    named: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    languages: tuple[str, ...] = ()
    odd: Map[type, Callable[[SpecReader, Entry, str], Any]] = field(default_factory=dict)
    players: tuple[int, ...] = ()
    options: Map[str, OptionSpec] = field(default_factory=dict)
    decks: Map[str, DeckSpec] = field(default_factory=dict)
    drawings: dict[str, str] = field(default_factory=dict)
    reactions: tuple[Entry, ...] = ()

    def wrong(
        self,
        code: str,
        message: str,
        at: Located,
        *helps: str,
        path: str,
        label: str = "",
        notes: tuple[str, ...] = (),
        others: tuple[Label, ...] = (),
    ) -> None:
        """Report a mistake at the place of something."""
        self.report.add(code, message, at.span, label=label, others=others, notes=notes, helps=helps, path=path)

    # Records

    def read(self, kind: type[R], entry: Entry, path: str) -> R:
        """The record that an entry stands for, read in the way of its kind."""
        odd = self.odd.get(kind)
        found: R = self.record(kind, entry, path) if odd is None else odd(self, entry, path)
        return found

    def record(self, kind: type[R], entry: Entry, path: str, **given: Any) -> R:
        """A record each of whose fields is read from a key below an entry, as its type says (`READERS`).

        `given` are fields that were read in another way. A field whose key is missing has its default.
        """
        if kind not in _PLANS:
            _PLANS[kind] = _plan(kind)
        for name, key, read in _PLANS[kind]:
            if name in given:
                continue
            below = entry.value if isinstance(entry.value, Mapping) else None
            part = entry if not key else below.entry(key) if below else None
            if part is not None:
                given[name] = read(self, part, f"{path}.{key}" if key and path else key or path)
        return kind(**given)

    def every(self, kind: type[R], written: tuple[Entry, ...], path: str) -> dict[str, R]:
        """The records of a mapping by their keys."""
        return {entry.key.text: self.read(kind, entry, f"{path}.{entry.key.text}") for entry in written}

    # Names and numbers

    def word(self, text: Scalar, path: str) -> syn.Word:
        """A name (E304, E305, E306)."""
        return parse.parse_word(text, self.report, path) or bare(text)

    def icon(self, text: Scalar, path: str) -> WrittenValue:
        """An icon of the set by its name; one in a file by that of its drawing (E100, E103, E108, E109)."""
        found = read_drawing(text, path, self.report) if is_file_name(text.text) else None
        if found is None:
            return value(text)
        name, symbol = found
        self.drawings[name] = symbol
        if sum(map(len, self.drawings.values())) > MOST_DRAWN or len(self.drawings) > MOST_DRAWINGS:
            most = f"{MOST_DRAWINGS}, of {MOST_DRAWN // 1_000_000} MB altogether"
            message = f"a game has at most so many icons of its own: {most}"
            self.wrong("E109", message, text, "make pictures smaller, or draw them as SVG", path=path)
        return WrittenValue(name, text.span)

    def words(self, node: Node | None, path: str) -> tuple[syn.Word, ...]:
        """A list of names; a single name counts as a list of one."""
        return tuple(self.word(text, path) for text in scalars(node))

    def different_words(self, node: Node | None, path: str) -> tuple[syn.Word, ...]:
        """A list of names, none of which may occur twice (E290)."""
        words = self.words(node, path)
        first: dict[str, syn.Word] = {}
        for word in words:
            known = first.setdefault(word.text, word)
            if known is not word:
                message = f"'{word.text}' occurs twice in this list"
                others = (Label(known.span, "the first time"),)
                self.report.add("E290", message, word.span, label="the second time", others=others, path=path)
        return words

    def integer(self, text: Scalar, path: str, least: int | None = None) -> int:
        """A whole number, written with digits (E164); `least` is the smallest that makes sense."""
        number = parse_integer(text.text)
        if number is None:
            self.wrong(
                "E164", f"expected a whole number, but got '{text.text}'", text, integer_hint(text.text), path=path
            )
            return least or 0
        if least is not None and number < least:
            self.wrong("E164", f"the number must be at least {least}", text, path=path)
        return number

    # Rules

    def expression(self, node: Node, path: str) -> syn.Expr:
        """A value or a condition; a YAML list is a list in the language."""
        if isinstance(node, Sequence):
            whole = unquoted_comprehension(node)
            if whole is None:
                listed = tuple(self.expression(item, path) for item in node.items)
                return syn.ListExpression(listed, None, node.span)
            node = whole
        text = scalar(node)
        return parse.parse_expression(text, self.report, path) or syn.Nothing(text.span)

    def with_lets(self, node: Node, path: str) -> tuple[tuple[syn.LetStatement, ...], syn.Expr]:
        """The body of a function: names for parts of the value, and the value."""
        if not isinstance(node, Scalar):
            return (), self.expression(node, path)
        lets, rest = parse.split_lets(node)
        lines = [line for let in lets for line in parse.parse_effect(let, self.report, path) or ()]
        named = tuple(line for line in lines if isinstance(line, syn.LetStatement))
        if lets and not rest.text.strip():
            message = "the value of the function is missing"
            label = "there are only names here"
            helps = ("write the value on the next line",)
            self.report.add("E309", message, lets[-1].at(*_words(lets[-1].text)), label=label, helps=helps, path=path)
            return named, syn.Nothing(rest.span)
        return named, self.expression(rest, path)

    def optional(self, parent: Mapping, key: str, path: str) -> syn.Expr | None:
        """The expression below a key, or None."""
        node = parent.get(key)
        return self.expression(node, f"{path}.{key}") if node else None

    def lines(self, text: Scalar, path: str) -> tuple[syn.Stmt, ...]:
        """The lines of an effect."""
        return parse.parse_effect(text, self.report, path, self.named) or ()

    def modifier(self, text: Scalar, path: str) -> syn.Modifier:
        """What a card changes, forbids or allows."""
        parsed = parse.parse_modifier(text, self.report, path)
        if parsed is not None:
            return parsed
        nothing = syn.Nothing(text.span)
        return syn.Modifier(how="set", target=nothing, value=nothing, loop=None, when=None, span=text.span)

    def signature(self, key: Scalar, path: str) -> syn.Signature:
        """The head of a function or a named effect."""
        return parse.parse_signature(key, self.report, path) or syn.Signature(bare(key), (), key.span)

    def type(self, text: Scalar, path: str) -> syn.TypeName:
        """A type."""
        return parse.parse_type(text, self.report, path) or syn.TypeName(bare(text), False, False, text.span)

    def conditions(self, entry: Entry, where: str) -> tuple[ConditionSpec, ...]:
        """The conditions of a key: one text, named by the key, or a map of named ones (E192)."""
        if not isinstance(entry.value, Mapping):
            return (ConditionSpec(bare(entry.key), self.expression(entry.value, where), {}, where),)
        if (written := entry.value.entry("when") or entry.value.entry("that")) is not None:
            help_text = f"put it one level deeper: `{entry.key.text}: {{some_name: {{when: …, en: …}}}}`"
            self.wrong("E192", "a condition with reasons needs a name", written.key, help_text, path=where)
            return ()
        return tuple(self._condition(named, where) for named in entry.value.entries)

    def _condition(self, entry: Entry, where: str) -> ConditionSpec:
        path = f"{where}.{entry.key.text}"
        name = self.word(entry.key, path)
        if not isinstance(entry.value, Mapping):
            return ConditionSpec(name, self.expression(entry.value, path), {}, path)
        holds = entry.value.get("when")
        texts = tuple(e for e in entry.value.entries if e.key.text != "when")
        reasons = Mapping(texts, texts[0].key.span if texts else entry.value.span)
        test = self.expression(holds, path) if holds else syn.Nothing(entry.value.span)
        return ConditionSpec(name, test, self.texts(reasons, path), path, self.braces(reasons, path))

    def ends(self, text: Scalar) -> tuple[Scalar, Scalar]:
        """Both ends of a range, `0..10`."""
        low = dots_of(text.text)
        return text.part(0, low), text.part(low + 2, len(text.text))

    # Texts for people

    def texts(self, node: Node, path: str) -> Texts:
        """A text for people, by language in the order of the title: the first stands for those that are missing."""
        self.told.append((node, path))
        for text in texts_of(node):
            self._check_braces(text, path)
        if isinstance(node, Scalar):
            if path.endswith(".decline") and node.text in ("true", "false"):
                helps = ("what nobody may decline happens by itself: `automatic: true`",)
                self.report.add("E162", "'decline' is a text for people", node.span, helps=helps, path=path)
            return {"": node.text}
        by_language = mapping(node)
        if by_language.entries:
            self.texts_met.append((by_language, path))
        written = {entry.key.text: scalar(entry.value).text for entry in by_language.entries}
        return {one: written[one] for one in (*self.languages, *written) if one in written}

    def _check_braces(self, text: Scalar, path: str) -> None:
        """Report the first brace of a text that stands alone (E219)."""
        rest = BRACES.sub(lambda found: " " * len(found[0]), text.text)
        at = next((place for place, letter in enumerate(rest) if letter in "{}"), None)
        if at is not None:
            helps = ("close it: `{name}`",) if rest[at] == "{" else ("open it: `{name}`",)
            helps = ("write a single brace: `{name}`",) if text.text[at : at + 2] == "{{" else helps
            self.report.add("E219", "a brace stands alone in this text", text.at(at, at + 1), helps=helps, path=path)

    def braces(self, node: Node | None, path: str) -> tuple[Brace, ...]:
        """What a text names in braces, each a value as in a rule. Every language is read (E30x)."""
        found = []
        for text in texts_of(node):
            for match in BRACES.finditer(text.text):
                value = parse.parse_expression(text.part(*match.span(1)), self.report, path)
                if value is not None:
                    found.append(Brace(match[1].strip(), value, path))
        return tuple(found)


# How a field is read from an entry of a file: by what stands before its name in the class of the record.

FieldReader = Callable[[SpecReader, Entry, str], object]

READERS: dict[str, FieldReader] = {
    "Expr": lambda reading, entry, path: reading.expression(entry.value, path),
    "Word": lambda reading, entry, path: reading.word(scalar(entry.value), path),
    "TypeName": lambda reading, entry, path: reading.type(scalar(entry.value), path),
    "Owner": lambda reading, entry, path: owner(scalar(entry.value)),
    "Texts": lambda reading, entry, path: reading.texts(entry.value, path),
    "Modifier": lambda reading, entry, path: reading.modifier(scalar(entry.value), path),
    "Icon": lambda reading, entry, path: reading.icon(scalar(entry.value), path),
    "WrittenValue": lambda reading, entry, path: value(scalar(entry.value)),
    "str": lambda reading, entry, path: scalar(entry.value).text,
    "int": lambda reading, entry, path: reading.integer(scalar(entry.value), path, 0),
    "bool": lambda reading, entry, path: scalar(entry.value).text == "true",
    "tuple[Word, ...]": lambda reading, entry, path: reading.different_words(entry.value, path),
    "tuple[TypeName, ...]": lambda reading, entry, path: tuple(reading.type(one, path) for one in scalars(entry.value)),
    "tuple[Texts, ...]": lambda reading, entry, path: tuple(reading.texts(one, path) for one in items(entry.value)),
    "tuple[Stmt, ...]": lambda reading, entry, path: reading.lines(scalar(entry.value), path),
    "tuple[Brace, ...]": lambda reading, entry, path: reading.braces(entry.value, path),
    "tuple[ConditionSpec, ...]": lambda reading, entry, path: reading.conditions(entry, path),
}

OF_THE_ENTRY: dict[str, FieldReader] = {
    "key": lambda reading, entry, path: reading.word(entry.key, path),
    "path": lambda reading, entry, path: path,
    "span": lambda reading, entry, path: entry.key.span,
    "About": lambda reading, entry, path: reading.record(nodes.About, entry, path),
}
"""The same for what belongs to the whole entry of a record."""

_SEVERAL = re.compile(r"(dict\[str|tuple\[)(?:, )?(\w+)(?:, \.\.\.)?\]")


_Plan = tuple[tuple[str, str, FieldReader], ...]
_PLANS: dict[type, _Plan] = {}


def _plan(kind: Any) -> _Plan:
    """How a record is read: the name of each field, its key ("" for what belongs to the whole entry), and how."""
    plan: list[tuple[str, str, FieldReader]] = []
    for one in fields(kind):
        written = one.name if one.name in OF_THE_ENTRY else str(one.type).removesuffix(" | None")
        if written == "Word" and not plan:
            written = "key"
        if written in OF_THE_ENTRY:
            plan.append((one.name, "", OF_THE_ENTRY[written]))
        else:
            plan.append((one.name, one.metadata.get("key", one.name), _reader(written)))
    return tuple(plan)


def _reader(written: str) -> FieldReader:
    """How a field of this type is read: one of a few words, a record, or several of these by their keys."""
    if written in READERS:
        return READERS[written]
    several = _SEVERAL.fullmatch(written)
    kind: Any = vars(nodes).get(several[2] if several else written)
    if several is None:
        return READERS["str"] if get_args(kind) else lambda reading, entry, path: reading.read(kind, entry, path)
    if several[1] == "dict[str":
        return lambda reading, entry, path: reading.every(kind, mapping(entry.value).entries, path)
    return lambda reading, entry, path: tuple(reading.every(kind, mapping(entry.value).entries, path).values())
