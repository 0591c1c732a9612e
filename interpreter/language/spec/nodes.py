"""A spec as plain records: every key of the file has its field, every line of rules is parsed, no name is known yet.

What is absent in the file is None, an empty tuple or an empty dict. Each record knows the key it
was written under (`name`, a `Word` with its span) and its `path` in the spec, as
`actions.advance`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...diagnostics.span import Span
from ..syntax.nodes import Expr, Let, Modifier, Signature, Stmt, TypeName, Word

Texts = dict[str, str]
"""A text for people by language; the key "" holds a text that was given without one."""


@dataclass(frozen=True, slots=True)
class About:
    """What is told to people about a thing: `label`, the rule in words (`text`), its place in the rulebook (`rule`)."""

    label: Texts = field(default_factory=dict)
    text: Texts = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """One named condition; one that was written without a name is called by its key (`when`, `until`, `skip`)."""

    name: Word
    test: Expr
    why: Texts
    path: str


@dataclass(frozen=True, slots=True)
class Value:
    """A text that stands for a value of an option or for a number: what was written, with its place."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    """A declared parameter. `type` is `integer`, `boolean` or `symbols`.

    `default` is by number of players; None stands for the others (or for all).
    """

    name: Word
    type: str
    symbols: tuple[Word, ...]
    low: int | None
    high: int | None
    step: int
    range_span: Span | None
    default: dict[int | None, Value]
    requires: tuple[Condition, ...]
    excludes: tuple[Word, ...]
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values; `players` is 0 where it is for any number."""

    name: Word
    title: Texts
    values: tuple[tuple[Word, Value], ...]
    players: int
    path: str


@dataclass(frozen=True, slots=True)
class Enumeration:
    """`peril: [accident, puncture]`"""

    name: Word
    symbols: tuple[Word, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Called:
    """`words: {red: {en: "red", fr: "rouge"}}`: what a symbol, or a name that is chosen inside an effect, is called"""

    name: Word
    texts: Texts


@dataclass(frozen=True, slots=True)
class Quantity:
    """`draws: {of: player, base: draw_size, at_least: 0}`; `of` is a Word: player or team, or None."""

    name: Word
    of: Word | None
    base: Expr
    at_least: Expr | None
    at_most: Expr | None
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Permission:
    """`pairing: {of: player, takes: [colour]}`; without `base` it is given (true)."""

    name: Word
    of: Word | None
    takes: tuple[TypeName, ...]
    base: Expr | None
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of the cards of a deck: its type by name (`type`), or symbols of its own (`symbols`, an
    enumeration of the attribute's name).

    `default` is None where the type has one of its own (none, the empty list) or where each kind must
    say it. With `by`, `values` is a table by the symbols or numbers of another attribute.
    """

    name: Word
    type: TypeName | None
    symbols: tuple[Word, ...]
    default: Expr | None
    by: Word | None
    values: tuple[tuple[Value, Expr], ...]
    path: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the table, a player, a team (`of`) or a card.

    `start` is an expression, or None with `random` being `random` or `distinct random`, or None
    for the first value of the type. `each` is the phase, `turn` or `round` at which it starts anew.
    """

    name: Word
    of: Word | None
    type: TypeName
    low: Expr | None
    high: Expr | None
    start: Expr | None
    random: str
    each: Word | None
    shows: str
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Modifiers:
    """One continuous rule of a card, with its name (`always` where it has none)."""

    name: Word
    modifier: Modifier
    path: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of card. `attributes` are those written on it; `source` says where the values come from.

    `generated` holds the values of the keys of `each` that made it, as (attribute, symbol or number).
    """

    id: Word
    attributes: tuple[tuple[Word, Expr], ...]
    generated: tuple[tuple[Word, str], ...]
    copies: Expr | None
    source: str
    always: tuple[Modifiers, ...]
    when: tuple[Condition, ...]
    activate: tuple[Stmt, ...]
    after: tuple[tuple[Word, tuple[Stmt, ...]], ...]
    instead_of: tuple[tuple[Word, tuple[Stmt, ...]], ...]
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Each:
    """What makes kinds by all combinations: each attribute with the symbols or numbers it runs through.

    A range of numbers is written out. An enumeration's name stands for all its symbols, and a list of
    symbols for itself. `copies`, `label` and attributes that do not vary are those of the deck.
    """

    attributes: tuple[tuple[Word, tuple[Value, ...]], ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck. `kinds` holds those of `each` too; `copies` is the default for a kind that says none."""

    name: Word
    attributes: tuple[Attribute, ...]
    back: tuple[Word, ...]
    active_in: tuple[Word, ...]
    variables: tuple[Variable, ...]
    kinds: tuple[Kind, ...]
    copies: Expr | None
    label: Texts
    source: str
    path: str


@dataclass(frozen=True, slots=True)
class Refill:
    """Where the cards come from when a zone has none left; `when` is `needed`, `empty` or an expression that is true
    for `empty`.
    """

    zone: Word
    when: str | Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. `order` is "", `stack` or `row`; `start` is "", `shuffled` or `listed`.

    `shows` maps `all` and `owner` to `all`, `count`, `none` or an attribute on the back.
    """

    name: Word
    of: Word | None
    holds: Word
    order: str
    shows: tuple[tuple[str, Word], ...]
    start: str
    refill: Refill | None
    capacity: Expr | None
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Function:
    """A named value: its head, the names of parts of the value, and the value."""

    signature: Signature
    lets: tuple[Let, ...]
    body: Expr
    path: str


@dataclass(frozen=True, slots=True)
class Effect:
    """A named effect: its head and its lines."""

    signature: Signature
    body: tuple[Stmt, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Turns:
    """`turns: {from: player, skip: condition, order: list, once: true, reverse: condition}`"""

    start: Expr | None
    skip: tuple[Condition, ...]
    order: Expr | None
    once: bool
    reverse: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of play. Exactly one of `do`, `offer` and `steps` is there (the others are None or empty)."""

    name: Word
    do: tuple[Stmt, ...] | None
    offer: tuple[Word, ...]
    steps: tuple[Word, ...]
    by: Expr | None
    turns: Turns | None
    together: Expr | None
    repeat: bool
    times: Expr | None
    until: tuple[Condition, ...]
    when: tuple[Condition, ...]
    start: tuple[Stmt, ...]
    finish: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that is chosen for an action: `how` is `one`, `optional` or `some` (with `low` and `high`; None: no
    bound).
    """

    name: Word
    source: Expr
    how: str
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True)
class Action:
    """A kind of thing a player may do."""

    name: Word
    choose: tuple[Pick, ...]
    when: tuple[Condition, ...]
    do: tuple[Stmt, ...]
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Reaction:
    """What may happen instead of an event. `automatic` is None where people are always asked."""

    name: Word
    instead_of: Word
    asks: Expr
    automatic: Expr | None
    when: tuple[Condition, ...]
    do: tuple[Stmt, ...]
    decline: Texts
    depth: int
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Trigger:
    """What happens after an event."""

    name: Word
    after: Word
    when: tuple[Condition, ...]
    do: tuple[Stmt, ...]
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Category:
    """A line of a score sheet."""

    name: Word
    points: Expr
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """A score sheet: `per` is player or team, `into` the variable to which the sums are added."""

    name: Word
    per: Word
    into: Word | None
    categories: tuple[Category, ...]
    about: About
    path: str


@dataclass(frozen=True, slots=True)
class Result:
    """Who has won, the returns and the score of a player `it`; what the score is called (`label`), and what is said
    where no player has won (`nobody`).
    """

    winners: Expr | None
    returns: Expr | None
    score: Expr | None
    label: Texts
    nobody: Texts
    path: str


@dataclass(frozen=True, slots=True)
class Limits:
    """How many decisions a game and how many steps an effect may take; None: the usual."""

    decisions: Expr | None
    steps: Expr | None


@dataclass(frozen=True, slots=True)
class Spec:
    """A whole game. `teams` is by number of players (key None: for all others); empty without teams."""

    name: str
    title: Texts
    about: Texts
    players: tuple[int, ...]
    teams: dict[int | None, int]
    options: dict[str, Option]
    presets: dict[str, Preset]
    types: dict[str, Enumeration]
    words: dict[str, Called]
    quantities: dict[str, Quantity]
    permissions: dict[str, Permission]
    decks: dict[str, Deck]
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    functions: dict[str, Function]
    effects: dict[str, Effect]
    begin: Word
    phases: dict[str, Phase]
    actions: dict[str, Action]
    reactions: dict[str, Reaction]
    triggers: dict[str, Trigger]
    scoring: dict[str, Scoring]
    result: Result | None
    limits: Limits
    span: Span
