"""What names mean at a place of the rules: locals, `me`, `it`, and what is known not to be none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import Type
from ...syntax import nodes as syn
from .facts import about, after

if TYPE_CHECKING:
    from .world import World


@dataclass(slots=True)
class Frame:
    """Hands out the numbers of locals; each function, each named effect and the flow of the game has one."""

    count: int = 0

    def local(self, name: str, type: Type, span: Span) -> ir.Local:
        """A new local."""
        self.count += 1
        return ir.Local(self.count - 1, name, type, span)


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be said at one place.

    `names` are the locals. `spaces` are words before a dot that hold names, as the event in a reaction
    (`attack.c`). `me` and `it` are None where they mean nothing. `facts` are expressions, as written,
    that are known not to be none. `placeless` are locals that name cards of zones whose order may be unknown. `level`
    counts the reactions around. `where` says in words what is being read (`in a function`), `path` where it stands,
    for messages.
    """

    world: World
    frame: Frame
    names: dict[str, ir.Expr] = field(default_factory=dict)
    spaces: dict[str, dict[str, ir.Expr]] = field(default_factory=dict)
    me: ir.Expr | None = None
    it: ir.Expr | None = None
    facts: frozenset[str] = frozenset()
    placeless: frozenset[str] = frozenset()
    level: int = 0
    where: str = ""
    path: str = ""

    def typed(self, node: syn.Expr, expect: Type | None = None) -> ir.Expr:
        """The typed form of an expression; what is expected settles symbols and turns cards into kinds."""
        return self.world.expression(node, self, expect)

    def bound(self, name: str, value: ir.Expr) -> Scope:
        """The same with one more name."""
        return replace(self, names={**self.names, name: value})

    def local(self, word: syn.Word, type: Type) -> tuple[Scope, ir.Local]:
        """The same with a new local, which must not hide anything."""
        self.world.check_new_name(word, self)
        local = self.frame.local(word.text, type, word.span)
        return self.bound(word.text, local), local

    def loosely(self, name: str) -> Scope:
        """The same where this name may be a card whose place is unknown."""
        return replace(self, placeless=self.placeless | {name})

    def knowing(self, facts: frozenset[str]) -> Scope:
        """The same with more facts."""
        return replace(self, facts=self.facts | facts) if facts else self

    def being(self, me: ir.Expr | None) -> Scope:
        """The same with another `me`; what was known of the old one is not known of the new."""
        return replace(self, me=me, facts=frozenset(f for f in self.facts if "me" not in about(f)))

    def after(self, lines: tuple[syn.Stmt, ...]) -> Scope:
        """The same when these lines may have run."""
        return replace(self, facts=after(lines, self.facts, frozenset(self.names)))
