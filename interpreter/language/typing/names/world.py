"""All that a spec declares, with its types: what the typing of expressions and effects looks things up in."""

from __future__ import annotations

from dataclasses import dataclass, field

from ....diagnostics.diagnostic import Report
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, Type
from ...spec.nodes import Spec

ENGINE: dict[str, Type] = {
    "turn.player": PLAYER,
    "turn.next": PLAYER.maybe(),
    "round.number": INTEGER,
    "round.complete": BOOLEAN,
}
"""Variables that the engine keeps."""

READABLE = ("turn.player", "round.number", "round.complete")
"""Those of them that rules can read."""

ENGINE_NAMES = ("me", "it", "turn", "round", "players", "teams")
"""Words that the language itself gives a meaning."""


@dataclass(slots=True)
class World:
    """The declarations of one spec.

    `listed` says where each enumeration stands that authors have named, `symbols` of each symbol in which
    enumerations it is, `kinds` of each kind of card its (deck, number). `attributes` and `card_variables` are types
    by deck, `variables` and `option_types` types by name; `results` are the types of functions. `globals` maps each
    name that may stand alone to what it is and where it was declared. `unordered` are the zones whose order may be
    unknown. `functions` and `effects` hold what has been typed so far, `typing` what is being typed (to find circles)
    and `waiting` the triggers among them. `triggers` are the effects that may wait in the queue.
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
