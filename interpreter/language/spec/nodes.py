"""A spec as plain records: every key of the file has a field, every rule is parsed, but no name is resolved yet.

What is absent in the file has the default of its field. Each record knows the key it was written under (its first
field, a `Word` with its span) and its `path` in the spec, such as `actions.advance`.

`SpecReader.record` makes most of them from what is declared here: a field is read from the key of its name, or the one
in its metadata, and its type says how. `WHOLE` is read from the value itself instead of one of its keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ..syntax.nodes import ChoiceKind, Expr, LetStatement, Modifier, Signature, Stmt, TypeName, Word

WHOLE = {"key": ""}

Texts = dict[str, str]
"""A text for people by language; the key "" is for a text that was given without one."""

OwnerKind = Literal["player", "team"]

CardSource = Literal["", "rulebook", "official", "inferred", "ruling", "placeholder"]
"""Where the values of a card come from; "" if the spec does not say."""


@dataclass(frozen=True, slots=True)
class Owner:
    """What each player, or each team, has one of: `of: player`"""

    text: OwnerKind
    span: Span


@dataclass(frozen=True, slots=True)
class About:
    """What people are told about a thing: its label, the rule in words (`text`), and a reference to the rulebook."""

    label: Texts = field(default_factory=dict)
    text: Texts = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Brace:
    """What a text names in braces, `{worth(t)}`: as it is written there, and the value it stands for."""

    written: str
    value: Expr
    path: str


@dataclass(frozen=True, slots=True)
class ConditionSpec:
    """A named condition; one without a name of its own is named by its key (`when`, `until`, `skip`).

    `why` says to people why it does not hold, and `braces` are what these texts name.
    """

    name: Word
    test: Expr
    why: Texts
    path: str
    braces: tuple[Brace, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """The written value of an option or a number, with its location."""

    text: str
    span: Span


OptionType = Literal["integer", "boolean", "symbols"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionSpec:
    """A declared parameter.

    `default` is by number of players; the key None is for all others. `symbols` are those of type `symbols`; `low`,
    `high` and `step` those of type `integer`.
    """

    name: Word
    type: OptionType
    symbols: tuple[Word, ...]
    low: int | None
    high: int | None
    step: int
    range_span: Span | None
    default: dict[int | None, WrittenValue]
    requires: tuple[ConditionSpec, ...] = field(default=(), metadata={"key": "when"})
    excludes: tuple[Word, ...] = ()
    about: About
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A named set of option values; `players` is 0 if it is for any number."""

    name: Word
    title: Texts = field(default_factory=dict)
    values: tuple[tuple[Word, WrittenValue], ...]
    players: int
    path: str


@dataclass(frozen=True, slots=True)
class Enumeration:
    """`suit: [hearts, spades]`"""

    name: Word
    symbols: tuple[Word, ...] = field(metadata=WHOLE)
    path: str


@dataclass(frozen=True, slots=True)
class Called:
    """`words: {red: {en: "red", fr: "rouge"}}`: what a symbol, or a name chosen in an effect, is called"""

    name: Word
    texts: Texts = field(metadata=WHOLE)
    braces: tuple[Brace, ...] = field(metadata=WHOLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """`draws: {of: player, default: draw_size, at_least: 0}`: a number that rules on cards may change"""

    name: Word
    of: Owner | None = None
    base: Expr = field(metadata={"key": "default"})
    at_least: Expr | None = None
    at_most: Expr | None = None
    about: About
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """`pairing: {of: player, takes: [colour]}`; without `default` it is granted."""

    name: Word
    of: Owner | None = None
    takes: tuple[TypeName, ...] = ()
    base: Expr | None = field(default=None, metadata={"key": "default"})
    about: About
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeSpec:
    """An attribute of the cards of a deck. It has a named type, or symbols of its own, which form an enumeration of the
    attribute's name.

    `default` is None if the type has one of its own (none, the empty list) or if each kind must give a value. With
    `by`, `values` (the key `is`) is a table by the symbols or numbers of another attribute.
    """

    name: Word
    type: TypeName | None
    symbols: tuple[Word, ...]
    default: Expr | None = None
    by: Word | None = None
    values: tuple[tuple[WrittenValue, Expr], ...]
    path: str


RandomStart = Literal["", "random", "distinct random"]
"""Whether a variable starts at random; `distinct random` gives each owner a different value."""

VariableShows = Literal["all", "owner", "none", "known"]
"""Who sees the value of a variable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableSpec:
    """A variable of the table, of a player or team (`of`), or of a card; of each member of a family (`along`).

    If `start` is None and it does not start at random, it starts at the first value of its type. `each` is the phase,
    `turn` or `round` at whose beginning it starts again. `room` is how many elements a list may have (None: one value).
    """

    name: Word
    of: Owner | None
    along: tuple[Expr, ...] = ()
    type: TypeName
    room: Expr | None = None
    low: Expr | None
    high: Expr | None
    start: Expr | None
    random: RandomStart
    each: Word | None = None
    shows: VariableShows = "all"
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class NamedModifier:
    """A continuous rule of a card, with its name (`always` if it has none)."""

    name: Word
    modifier: Modifier = field(metadata=WHOLE)
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KindSpec:
    """One kind of card. `attributes` are those written on it; `source` says where the values come from, `sources` where
    those parts come from that have a source of their own.

    If it was generated by `each`, `generated` are the values of its keys, as (attribute, symbol or number).
    """

    id: Word
    attributes: tuple[tuple[Word, Expr], ...] = ()
    generated: tuple[tuple[Word, str], ...]
    copies: Expr | None = None
    source: CardSource
    sources: tuple[tuple[str, CardSource], ...]
    always: tuple[NamedModifier, ...] = ()
    when: tuple[ConditionSpec, ...] = ()
    do: tuple[Stmt, ...] = ()
    after: tuple[tuple[Word, tuple[Stmt, ...]], ...] = ()
    instead_of: tuple[tuple[Word, tuple[Stmt, ...]], ...] = ()
    about: About
    path: str

    def source_of(self, part: str) -> CardSource:
        """Where an attribute, the number of copies or a rule of this card comes from."""
        return dict(self.sources).get(part, self.source)


@dataclass(frozen=True, slots=True)
class KindGenerator:
    """Generates kinds of card by all combinations: each attribute with the symbols or numbers it runs through.

    Ranges of numbers are expanded, and so are the names of enumerations. `copies`, `label` and attributes that do not
    vary are those of the deck.
    """

    attributes: tuple[tuple[Word, tuple[WrittenValue, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSpec:
    """A deck. `kinds` includes those generated by `each`; `copies` is the default for kinds that do not give it."""

    name: Word
    attributes: tuple[AttributeSpec, ...]
    back: tuple[Word, ...] = ()
    active_in: tuple[Word, ...] = ()
    variables: tuple[VariableSpec, ...] = ()
    kinds: tuple[KindSpec, ...]
    copies: Expr | None = None
    label: Texts = field(default_factory=dict)
    path: str
    title: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refill:
    """Where new cards of a zone come from, and when: as needed, or once it is empty, perhaps while a test is true."""

    zone: Word
    when: Literal["needed", "empty"] | Expr
    span: Span


ZoneOrder = Literal["", "stack", "row"]
"""In a stack top and bottom matter, in a row every position; "" is a heap, unless the rules need an order."""

ZoneStart = Literal["", "shuffled", "listed"]
"""How the cards of the deck lie here when the game begins; "" if they start elsewhere."""

Viewer = Literal["all", "owner"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneSpec:
    """A place for cards, or a family of them: one for each player or team (`of`), one for each value of what `along`
    names: enumerations and ranges, players or teams.

    `shows` says what each viewer sees: `all`, `count`, `none` or an attribute on the back of the cards; the players in
    `to` see all.
    """

    name: Word
    of: Owner | None
    along: tuple[Expr, ...] = ()
    holds: Word
    order: ZoneOrder = ""
    shows: tuple[tuple[Viewer, Word], ...]
    to: Expr | None = None
    start: ZoneStart = ""
    refill: Refill | None = None
    capacity: Expr | None = field(default=None, metadata={"key": "room"})
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class FunctionSpec:
    """A function: its head, names for parts of its value, and the value."""

    signature: Signature
    lets: tuple[LetStatement, ...]
    body: Expr
    path: str

    @property
    def name(self) -> Word:
        """What it is called."""
        return self.signature.name


@dataclass(frozen=True, slots=True)
class EffectSpec:
    """A named effect: its head and its lines."""

    signature: Signature
    body: tuple[Stmt, ...]
    path: str

    @property
    def name(self) -> Word:
        """What it is called."""
        return self.signature.name


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsSpec:
    """`turns: {from: player, skip: condition, order: list, once: true, reverse: condition}`"""

    start: Expr | None = field(default=None, metadata={"key": "from"})
    skip: tuple[ConditionSpec, ...] = ()
    order: Expr | None = None
    once: bool = False
    reverse: Expr | None = None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A stretch of play. Exactly one of `do`, `offer` and `steps` is given; the others are None or empty.

    `ends_when` is looked at after each step, `repeat_until` only when the body has been played; `repeat` is true if it
    is played again and again, `times` says how many times.
    """

    name: Word
    do: tuple[Stmt, ...] | None = None
    offer: tuple[Word, ...] = ()
    steps: tuple[Word, ...]
    by: Expr | None = None
    turns: TurnsSpec | None = None
    together: Expr | None = None
    repeat: bool
    repeats_at: Span | None = None
    repeat_until: tuple[ConditionSpec, ...]
    times: Expr | None
    ends_when: tuple[ConditionSpec, ...] = ()
    when: tuple[ConditionSpec, ...] = ()
    start: tuple[Stmt, ...] = ()
    finish: tuple[Stmt, ...] = ()
    otherwise: tuple[Stmt, ...] | None = None
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class PickSpec:
    """One thing that is chosen for an action; `low` and `high` are the bounds of `some`, None for no bound."""

    name: Word
    source: Expr
    how: ChoiceKind
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A kind of thing that a player may do; `braces` are what its label names."""

    name: Word
    choose: tuple[PickSpec, ...] = ()
    when: tuple[ConditionSpec, ...] = ()
    do: tuple[Stmt, ...] = ()
    about: About
    braces: tuple[Brace, ...] = field(default=(), metadata={"key": "label"})
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """What may happen instead of any of some events. `automatic` is None if players are always asked. What is asked for
    in one question with another has that in `joins`, and its events and who is asked.

    `braces` are what its label names, and `declined` what the label of declining names.
    """

    name: Word
    instead_of: tuple[Word, ...]
    choose: tuple[PickSpec, ...] = ()
    asks: Expr = field(metadata={"key": "by"})
    automatic: Expr | None = None
    when: tuple[ConditionSpec, ...] = ()
    do: tuple[Stmt, ...] = ()
    decline: Texts = field(default_factory=dict)
    depth: int = 0
    joins: Word | None = field(default=None, metadata={"key": "with"})
    about: About
    braces: tuple[Brace, ...] = field(default=(), metadata={"key": "label"})
    declined: tuple[Brace, ...] = field(default=(), metadata={"key": "decline"})
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """What happens after any of some events."""

    name: Word
    after: tuple[Word, ...]
    when: tuple[ConditionSpec, ...] = ()
    do: tuple[Stmt, ...] = ()
    about: About
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A line of a score sheet."""

    name: Word
    points: Expr = field(metadata={"key": "is"})
    about: About
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """A score sheet for each player or team; `into` is the variable to which the sums are added."""

    name: Word
    per: Owner = field(metadata={"key": "of"})
    into: Word | None = None
    categories: tuple[Category, ...]
    about: About
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Who has won, the returns and the score of a player `it`; what the score is called (`label`), and what is said
    where no player has won (`nobody`). `text` says in words who wins. `measures` are variables reported beside them.
    `value` is how good a position looks for a player `it`, which only bots read.
    """

    winners: Expr | None = None
    returns: Expr | None = None
    score: Expr | None = None
    value: Expr | None = None
    label: Texts = field(default_factory=dict)
    nobody: Texts = field(default_factory=dict)
    text: Texts = field(default_factory=dict)
    measures: tuple[Word, ...] = field(default=(), metadata={"key": "shown"})
    path: str


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest numbers of decisions in a game and of steps in an effect; None for the default."""

    decisions: Expr | None = None
    steps: Expr | None = None


Colour = Literal[
    "red", "orange", "yellow", "green", "cyan", "blue", "violet", "pink", "brown", "black", "grey", "white"
]
"""A colour that a symbol may be drawn in."""

ShownTo = Literal["all", "owner"]
"""Who sees a shown value: everybody, or its owner alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownValue:
    """A value that people read on the table: `points: {of: team, is: worth(it)}`."""

    name: Word
    of: Owner | None = None
    value: Expr = field(metadata={"key": "is"})
    shows: ShownTo = "all"
    label: Texts = field(default_factory=dict)
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRow:
    """What is printed along a track: a list with an element for each space."""

    name: Word
    value: Expr = field(metadata={"key": "is"})
    label: Texts = field(default_factory=dict)
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Across:
    """Spaces side by side along a track: on which of them each stands, and how many there are."""

    at: Expr
    number: Expr = field(metadata={"key": "length"})
    label: Texts = field(default_factory=dict)
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A line of spaces, numbered from 1 to `length`; `at` is where its player or team stands, 0 the start."""

    name: Word
    of: Owner | None = None
    at: Expr
    length: Expr
    across: Across | None = None
    rows: dict[str, TrackRow] = field(default_factory=dict)
    label: Texts = field(default_factory=dict)
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneGroup:
    """Zones that stand together on the table."""

    name: Word
    zones: tuple[Word, ...]
    label: Texts = field(default_factory=dict)
    path: str


Icon = WrittenValue
"""The name of an icon; of one in a file, the name of its drawing (`Spec.drawings`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What the cards of a deck, or of one kind, say in a list, and what is drawn on them.

    All of it may name attributes in braces. `icon` is one of `icons` or of the drawings of the spec, `colour` that of
    the background.
    """

    of: Word
    texts: Texts = field(metadata=WHOLE)
    title: Texts | None = None
    corner: Texts = field(default_factory=dict)
    sign: Texts = field(default_factory=dict)
    icon: Icon | None = None
    line: Texts = field(default_factory=dict)
    colour: WrittenValue | None = None
    path: str


@dataclass(frozen=True, slots=True)
class Things:
    """What the cards of a deck are called where they are counted: a die, dice."""

    of: Word
    one: Texts
    many: Texts
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a symbol is drawn: in a colour, as a sign where there is little room, and as an icon on cards."""

    symbol: Word
    colour: Colour | None = None
    sign: Texts = field(default_factory=dict)
    icon: Icon | None = None
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """How the table is seen. Nothing of it is a rule; all of it may be left out."""

    shown: dict[str, ShownValue] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    groups: dict[str, ZoneGroup] = field(default_factory=dict)
    centre: tuple[Word, ...] = ()
    without: tuple[Word, ...] = ()
    faces: dict[str, Face] = field(default_factory=dict)
    called: dict[str, Things] = field(default_factory=dict)
    looks: dict[str, Look] = field(default_factory=dict)


ChapterName = Literal["setup", "cards", "course", "moves", "special", "scoring", "glossary"]
"""Where a passage stands in a rulebook; `special` are the special cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What a rulebook tells in a chapter besides the texts beside each rule; `steps` are done one after the other."""

    name: Word
    chapter: ChapterName
    about: About
    steps: tuple[Texts, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A whole game. `teams` is by number of players; the key None is for all others. It is empty without teams.

    `drawings` are the symbols of the icons that stand in files.
    """

    name: str = field(metadata={"key": "game"})
    title: Texts
    about: Texts = field(default_factory=dict)
    players: tuple[int, ...]
    players_span: Span
    teams: dict[int | None, int]
    options: dict[str, OptionSpec]
    presets: dict[str, Preset] = field(default_factory=dict)
    types: dict[str, Enumeration] = field(default_factory=dict)
    words: dict[str, Called] = field(default_factory=dict)
    quantities: dict[str, Quantity] = field(default_factory=dict)
    permissions: dict[str, Permission] = field(default_factory=dict)
    decks: dict[str, DeckSpec]
    zones: dict[str, ZoneSpec]
    variables: dict[str, VariableSpec] = field(default_factory=dict)
    functions: dict[str, FunctionSpec]
    effects: dict[str, EffectSpec]
    begin: Word
    phases: dict[str, Phase] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    reactions: dict[str, Reaction] = field(default_factory=dict)
    triggers: dict[str, Trigger] = field(default_factory=dict)
    scoring: dict[str, Scoring] = field(default_factory=dict)
    result: Result | None = None
    rulebook: dict[str, Passage] = field(default_factory=dict)
    table: TableSpec = field(default_factory=TableSpec)
    limits: Limits = field(default_factory=Limits)
    drawings: dict[str, str] = field(default_factory=dict)
    span: Span


NAMED = {
    "options": "option",
    "presets": "preset",
    "types": "enumeration",
    "quantities": "quantity",
    "permissions": "permission",
    "decks": "deck",
    "zones": "zone",
    "variables": "variable",
    "functions": "function",
    "effects": "effect",
    "phases": "phase",
    "actions": "action",
    "reactions": "reaction",
    "triggers": "trigger",
    "scoring": "scoring",
}
"""The fields of a spec whose records have a `name` and a `path`, and what one of these is called."""


# What phases consist of.


def nested_phases(name: str, phases: Mapping[str, Phase]) -> set[str]:
    """The phases that a phase consists of, directly or indirectly, itself included."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one in found or one not in phases:
            continue
        found.add(one)
        waiting += [word.text for word in phases[one].steps]
    return found


def loops(declared: Phase) -> bool:
    """Whether the body of a phase may be played more than once."""
    return declared.turns is not None or declared.times is not None or declared.repeat
