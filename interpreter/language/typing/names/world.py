"""Everything that a spec declares, with its types: where expressions and effects look up what names mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Literal, TypeVar

from ....diagnostics.diagnostic import Report
from ....diagnostics.record import dataclass
from ....diagnostics.span import Source, Span
from ....diagnostics.suggest import instead, suggest
from ....source.text.files import compose_cached
from ....source.text.tree import Mapping
from ...builtins.table import Analysis
from ...ir import nodes as ir
from ...ir.game import Owner
from ...ir.traversal import records
from ...ir.types import BASES, BOOLEAN, INTEGER, PLAYER, TEAM, UNKNOWN, Base, Type, card, kind, list_of, symbol
from ...spec import nodes as spec
from ...spec.nodes import Spec
from ...syntax import nodes as syn

ENGINE: dict[str, Type] = {
    "turn.player": PLAYER,
    "turn.next": PLAYER.maybe(),
    "round.number": INTEGER,
    "round.complete": BOOLEAN,
}
"""Variables of the engine itself."""

READABLE = ("turn.player", "round.number", "round.complete")
"""The engine variables that rules can read."""

ENGINE_NAMES = ("me", "it", "turn", "round", "players", "teams")
"""Words that the language itself defines."""


Course = Literal["skip", "play", "end", "times", "who"]
"""What everybody sees of the course of the game: that somebody is skipped, that a phase is played, that it ends, how
often it is played, whose turn it is or who decides."""


@dataclass(frozen=True, slots=True)
class FlowCondition:
    """An expression by which the course of the game is decided, so that everybody sees something of its value.

    `me` are the names that its player has where it was lowered, one for each place; none if it has no player.
    """

    course: Course
    me: tuple[ir.Expr, ...]
    path: str


@dataclass
class World:
    """The declarations of one spec.

    Declarations: `listed` locates the enumerations that authors can name, `symbols` maps a symbol to its
    enumerations, `kinds` a kind of card to its (deck, number). `attributes` and `card_variables` are types by deck,
    `variables` and `option_types` types by name. `globals` maps a name that can be written alone to what it is and
    where it is declared. `unordered` are the zones whose order may be unknown.

    Filled in while rules are typed: `functions` and `effects`. `wrong` has the mistakes in functions, `typing` is the
    stack of what is being typed (to find circular definitions), `waiting` the triggers among them. `triggers` are the
    effects that may wait in the queue, `quiet` effects by which no trigger is enqueued. `lists` tells
    what is known of them. `flow_conditions` are those of the flow, by where they are written.
    `needed` are `else` and tests for none that are of use in one of the ways in which a rule is typed. `hiding` has for
    a card that is chosen the line that may carry it to where not everybody sees it; itself if nothing shows it.
    `depth` counts the levels of rules around what is being typed.
    """

    spec: Spec
    report: Report
    enumerations: dict[str, tuple[str, ...]] = field(default_factory=dict)
    listed: dict[str, Span] = field(default_factory=dict)
    symbols: dict[str, list[str]] = field(default_factory=dict)
    kinds: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    attributes: dict[str, dict[str, Type]] = field(default_factory=dict)
    variables: dict[str, Type] = field(default_factory=dict)
    card_variables: dict[str, dict[str, Type]] = field(default_factory=dict)
    option_types: dict[str, Type] = field(default_factory=dict)
    globals: dict[str, tuple[str, Span]] = field(default_factory=dict)
    unordered: set[str] = field(default_factory=set)
    functions: dict[str, ir.Function] = field(default_factory=dict)
    effects: dict[str, ir.Effect] = field(default_factory=dict)
    wrong: dict[str, Report] = field(default_factory=dict)
    typing: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    triggers: list[str] = field(default_factory=list)
    quiet: set[str] = field(default_factory=set)
    lists: Analysis | None = None
    flow_conditions: dict[Span, FlowCondition] = field(default_factory=dict)
    needed: set[Span] = field(default_factory=set)
    hiding: dict[Span, Span] = field(default_factory=dict)
    printed: dict[str, tuple[int, int]] = field(default_factory=dict)
    symbols_on_cards: dict[str, set[str]] = field(default_factory=dict)
    depth: int = 0

    @cached_property
    def records(self) -> Sequence[object]:
        """Every record in the spec, the outer ones first: looked for once, for all who look for something in it."""
        return list(records(self.spec))

    @cached_property
    def mentions(self) -> Counter[tuple[type, str]]:
        """How often each name is written, alone (`syn.Name`) and behind a dot: counted once."""
        names = (one for one in self.records if isinstance(one, syn.Name | syn.AttributeAccess))
        return Counter((type(one), one.id if isinstance(one, syn.Name) else one.name.text) for one in names)

    @cached_property
    def block_names(self) -> dict[str, Span]:
        """Where a rule first gives each name to something for the lines below: looked for once."""
        given = (one.name for one in self.records if isinstance(one, syn.LetStatement | syn.RandomStatement))
        return {word.text: word.span for word in reversed([*given])}

    @cached_property
    def offered(self) -> set[str]:
        """The actions that a phase or an effect offers."""
        offers = (one.offer for one in self.spec.phases.values())
        within = (one.actions for one in self.records if isinstance(one, syn.OfferStatement))
        return {word.text for words in (*offers, *within) for word in words}

    @cached_property
    def unnamed(self) -> dict[str, syn.Word]:
        """The zones in which no cards start and that no rule names: looked for once."""
        named = {word for one in self.records for word in _named(one)}
        zones = self.spec.zones.items()
        return {name: one.name for name, one in zones if name not in named and not one.start}

    def kinds_of(self, deck: str) -> list[int]:
        """The numbers of the kinds of a deck, in order."""
        return sorted(number for pairs in self.kinds.values() for name, number in pairs if name == deck)

    def note_flow(self, test: ir.Expr, me: ir.Expr | None, path: str, course: Course) -> None:
        """Remember an expression by which the course of the game is decided; it may be lowered more than once."""
        known = self.flow_conditions.get(test.span)
        players = (*(known.me if known else ()), *(() if me is None else (me,)))
        self.flow_conditions[test.span] = FlowCondition(course, players, path)

    def enter(self, levels: int, span: Span, path: str) -> None:
        """Go this many levels deeper into the rules (negative: come back). Raises TooDeep beyond the deepest."""
        self.depth += levels
        if self.depth > DEEPEST:
            raise TooDeep(span, path, tuple(self.typing))


# The types that authors write, by name, and whose something is.

Member = TypeVar("Member", bound=str)

SIMPLE: dict[str, Type] = {"integer": INTEGER, "boolean": BOOLEAN, "player": PLAYER, "team": TEAM}


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
        others = instead("type", word.text.lower())
        near = others[0] if others else suggest(word.text, [*names, *parameters_of(word.span.source)])
        message, notes = f"unknown type '{word.text}'", ("known types: " + ", ".join(names),)
        helps = instead("no type", word.text, deck=next(iter(world.spec.decks), "DECK"))
        helps = helps or ((f"did you mean '{near}'?",) if near else ())
        world.report.add("E206", message, word.span, label="no such type", notes=notes, helps=helps)
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


# The types in the table of builtins: `list of T`, `zone D`, `card D or none`.

Bindings = dict[str, Type]
"""What the letters of a pattern stand for.

T is any type. D is a deck, given as the type of its kinds; E an enumeration, given as the type of its symbols.
"""

_BASE: dict[str, Base] = {base: base for base in BASES}
_LETTERED = ("symbol", "card", "kind", "zone")


def bind_pattern(pattern: str, type: Type, bindings: Bindings) -> Bindings | None:
    """What the letters must stand for if the type is to match the pattern; None where it does not match.

    >>> bind_pattern("list of T", Type("list", item=Type("player")), {})["T"].base
    'player'
    """
    if pattern.endswith(" or none"):
        return bind_pattern(
            pattern.removesuffix(" or none"), type.sure() if type.base != "none" else Type("nothing"), bindings
        )
    if type.base == "nothing":
        return bindings
    if pattern == "T":
        return _agreed("T", type, bindings)
    if type.optional:
        return None
    if pattern.startswith("list of "):
        if type.base != "list":
            return None
        return bind_pattern(pattern.removeprefix("list of "), type.item, bindings) if type.item else bindings
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


def instantiate_pattern(pattern: str, bindings: Bindings) -> Type:
    """The type that a pattern stands for.

    >>> str(instantiate_pattern("card D or none", {"D": Type("kind", "main")}))
    'card of main or none'
    """
    if pattern.endswith(" or none"):
        return instantiate_pattern(pattern.removesuffix(" or none"), bindings).maybe()
    if pattern == "T":
        return bindings.get("T", Type("nothing"))
    if pattern.startswith("list of "):
        rest = pattern.removeprefix("list of ")
        if rest == "T" and "T" not in bindings:
            return Type("list")
        return Type("list", item=instantiate_pattern(rest, bindings))
    word, _, letter = pattern.partition(" ")
    if letter:
        return Type(_BASE[word], bindings[letter].name if letter in bindings else "")
    return Type(_BASE[pattern])


# How deeply rules may be nested, counted along what they call: later stages recurse as deep, and must be able to.
#
# A level is an expression inside another one, a block of lines, an `elif`, a `let` of a function, a loop of a
# comprehension, something that an action chooses, and the way into whatever is called or run. So a chain of functions
# that call each other counts as if each were written out where it is called. Typing recurses in the same way, hence
# `enter` wherever it goes one level down; `checks/termination.py` counts once more over the finished rules, in whatever
# order they were typed.

DEEPEST = 150
"""How many levels of rules may be nested. The stages take up to five Python calls for each, of a thousand in all."""

EVENT = 3
"""The levels of what a named effect, an action, a card or a trigger does, with what may happen instead."""

PHASE = 3
"""The levels of a phase: its own scope, the one of `end phase`, and the steps."""

_SHOWN = 3
"""How many names of a chain are shown at each end."""


class TooDeep(Exception):
    """Raised while rules are typed that are nested too deeply: where, and through which functions and effects."""

    def __init__(self, span: Span, path: str, chain: tuple[str, ...]) -> None:
        super().__init__("rules are nested too deeply")
        self.span, self.path, self.chain = span, path, chain


def report_depth(report: Report, span: Span, path: str, chain: Iterable[str]) -> None:
    """Report rules that are nested too deeply (E324); `chain` are the keys of what calls what, from the outside in."""
    names = list(dict.fromkeys(map(displayed_name, chain)))
    left_out = len(names) - 2 * _SHOWN
    notes: tuple[str, ...] = ()
    if left_out > 1:
        names = [*names[:_SHOWN], f"… {left_out} more …", *names[-_SHOWN:]]
    if len(names) > 1:
        notes = (f"the longest chain of calls: {' -> '.join(names)}",)
    message = f"this is nested more than {DEEPEST} levels deep, counting what it calls"
    helps = (
        "use a loop or a comprehension instead of functions or effects that call one another in a row",
        "break long conditions and long rows of `elif` up: `any(… for x in …)`, an attribute of the cards",
    )
    report.add("E324", message, span, label="too deep", notes=notes, helps=helps, path=path)


def displayed_name(key: str) -> str:
    """What an author calls a function or an effect of the IR: `worth:k` and `worth.2` are `worth`, `pay@1` is `pay`."""
    name = key.split("@")[0].split(":")[0].split(" ")[-1]
    return name.split(".")[-1] if key.startswith("card ") else name.split(".")[0]


# The parameters of a part of a game, which count as names where something in its file is misspelt.


def parameters_of(source: Source) -> tuple[str, ...]:
    """The parameters of the part of a game in whose file something stands; none in a spec."""
    tree = compose_cached(source, Report()) if source.used is not None else None
    declared = tree.get("parameters") if tree is not None else None
    return tuple(name for name, _ in declared) if isinstance(declared, Mapping) else ()


def _named(node: object) -> tuple[str, ...]:
    """The name that stands here."""
    match node:
        case syn.Name(id=name) | syn.AttributeAccess(name=syn.Word(text=name)) | spec.Refill(zone=syn.Word(text=name)):
            return (name,)
        case _:
            return ()
