"""Everything that a spec declares, with types: where expressions and effects look up what names mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal

from ....diagnostics.diagnostic import Report
from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, Type
from ...spec.nodes import Spec
from .nesting import DEEPEST, TooDeep
from .walk import records

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


@dataclass(slots=True)
class World:
    """The declarations of one spec.

    Declarations: `listed` locates the enumerations that authors can name, `symbols` maps a symbol to its
    enumerations, `kinds` a kind of card to its (deck, number). `attributes` and `card_variables` are types by deck,
    `variables` and `option_types` types by name. `globals` maps a name that can be written alone to what it is and
    where it is declared. `unordered` are the zones whose order may be unknown.

    Filled in while rules are typed: `functions`, `effects`, and `results`, the types of functions. `typing` is the
    stack of what is being typed (to find circular definitions), `waiting` the triggers among them. `triggers` are the
    effects that may wait in the queue, `quiet` effects by which no trigger is enqueued. `filled` tells of functions
    whether their lists certainly have elements. `flow_conditions` are those of the flow, by where they are written.
    `needed` are `else` and tests for none that are of use in one of the ways in which a rule is typed.
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
    results: dict[str, Type] = field(default_factory=dict)
    typing: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    triggers: list[str] = field(default_factory=list)
    quiet: set[str] = field(default_factory=set)
    filled: dict[str, bool] = field(default_factory=dict)
    flow_conditions: dict[Span, FlowCondition] = field(default_factory=dict)
    needed: set[Span] = field(default_factory=set)
    depth: int = 0
    _records: list[object] = field(default_factory=list)

    @property
    def records(self) -> Sequence[object]:
        """Every record in the spec, the outer ones first: looked for once, for all who look for something in it."""
        if not self._records:
            self._records.extend(records(self.spec))
        return self._records

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
