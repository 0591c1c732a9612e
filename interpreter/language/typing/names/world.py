"""All that a spec declares, with its types: what the typing of expressions and effects looks things up in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ....diagnostics.diagnostic import Label, Report
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, Type
from ...spec.nodes import Spec
from ...syntax import nodes as syn
from .scope import Scope

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
    expression: Callable[[syn.Expr, Scope, Type | None], ir.Expr]
    effect: Callable[[tuple[syn.Stmt, ...], Scope], ir.Body]
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

    def check_new_name(self, word: syn.Word, scope: Scope) -> None:
        """Report a local that hides something (E322)."""
        if word.text in ENGINE_NAMES:
            self.report.add(
                "E322",
                f"'{word.text}' has a meaning of its own in the language",
                word.span,
                label="choose another name",
                path=scope.path,
            )
        elif word.text in scope.names:
            old = scope.names[word.text]
            others = (Label(old.span, "named here first"),) if isinstance(old, ir.Local) else ()
            self.report.add(
                "E322",
                f"'{word.text}' already names something here",
                word.span,
                label="choose another name",
                others=others,
                path=scope.path,
            )
        elif word.text in self.globals:
            what, span = self.globals[word.text]
            self.report.add(
                "E322",
                f"'{word.text}' is the name of {what}, which would be hidden here",
                word.span,
                label="choose another name",
                others=(Label(span, "declared here"),),
                path=scope.path,
            )
        elif word.text in self.kinds or any(e in self.listed for e in self.symbols.get(word.text, ())):
            what = "a kind of card" if word.text in self.kinds else f"a symbol of {self.symbols[word.text][0]}"
            self.report.add(
                "E322",
                f"'{word.text}' is {what}, which would be hidden here",
                word.span,
                label="choose another name",
                path=scope.path,
            )
