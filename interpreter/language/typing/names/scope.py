"""What names mean at some point of the rules: locals, `me`, `it`, and what is known not to be none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field, replace

from ....diagnostics.diagnostic import Label
from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import UNKNOWN, Type
from ...syntax import nodes as syn
from .facts import about, after
from .world import ENGINE_NAMES, World


@dataclass(slots=True)
class Frame:
    """Numbers the locals; each function, each named effect and the flow of the game has a frame."""

    count: int = 0

    def local(self, name: str, type: Type, span: Span) -> ir.Local:
        """A new local of this frame."""
        self.count += 1
        return ir.Local(self.count - 1, name, type, span)


@dataclass(frozen=True, slots=True)
class Typer:
    """The two passes that everything else calls back into: what an expression is, what the lines of an effect become.

    Expressions hold calls, calls type functions, functions hold expressions; likewise effects. The files
    of this package know each other in one direction only, so the way back is data that each scope carries.
    """

    expression: Callable[[syn.Expr, Scope, Type | None], ir.Expr]
    effect: Callable[[tuple[syn.Stmt, ...], Scope], ir.Body]


@dataclass(frozen=True, slots=True)
class Scope:
    """What can be used at some point of the rules.

    `names` are the locals. `spaces` are words before a dot that hold names, as the event in a reaction
    (`give.c`). `me` and `it` are None where they mean nothing. `facts` are expressions, as written,
    that are known not to be none. `placeless` are locals that name cards of zones whose order may be unknown. In the
    block of a secret choice `secret` is the player who made it. `level` counts the reactions around. For messages,
    `where` says in words what is being typed (`in a function`), and `path` locates it in the spec.
    """

    world: World
    typer: Typer
    frame: Frame
    names: dict[str, ir.Expr] = field(default_factory=dict)
    spaces: dict[str, dict[str, ir.Expr]] = field(default_factory=dict)
    me: ir.Expr | None = None
    it: ir.Expr | None = None
    facts: frozenset[str] = frozenset()
    placeless: frozenset[str] = frozenset()
    secret: ir.Expr | None = None
    level: int = 0
    where: str = ""
    path: str = ""

    def typed(self, node: syn.Expr, expect: Type | None = None) -> ir.Expr:
        """The typed form of an expression; what is expected decides which symbol or kind a word means."""
        self.world.enter(1, node.span, self.path)
        value = self.typer.expression(node, self, expect)
        self.world.depth -= 1
        if value.type.item == UNKNOWN:  # a list of what has a mistake has one
            value = ir.Const(0, UNKNOWN, node.span)
        notes = _notes.get()
        if notes is not None:
            notes.append(Noted(node, value, self))
        return value

    def lowered(self, lines: tuple[syn.Stmt, ...]) -> ir.Body:
        """The lines of an effect as statements of the IR."""
        return self.typer.effect(lines, self)

    def fresh(
        self,
        *,
        frame: Frame | None = None,
        me: ir.Expr | None = None,
        it: ir.Expr | None = None,
        level: int = 0,
        where: str = "",
        path: str = "",
    ) -> Scope:
        """A scope of the same world in which nothing is named yet; its locals are its own unless a frame is given."""
        return Scope(self.world, self.typer, frame or Frame(), me=me, it=it, level=level, where=where, path=path)

    def bound(self, name: str, value: ir.Expr) -> Scope:
        """This scope with one more name."""
        return replace(self, names={**self.names, name: value})

    def local(self, word: syn.Word, type: Type) -> tuple[Scope, ir.Local]:
        """This scope with a new local, which must not hide anything (E322)."""
        self.check_new_name(word)
        local = self.frame.local(word.text, type, word.span)
        return self.bound(word.text, local), local

    def loosely(self, name: str) -> Scope:
        """This scope, in which the name may be a card whose position is unknown."""
        return replace(self, placeless=self.placeless | {name})

    def knowing(self, facts: frozenset[str]) -> Scope:
        """This scope with more facts."""
        return replace(self, facts=self.facts | facts) if facts else self

    def being(self, me: ir.Expr | None) -> Scope:
        """This scope with another `me`; facts about the old one do not hold for the new one."""
        return replace(self, me=me, facts=frozenset(f for f in self.facts if "me" not in about(f)))

    def after(self, lines: tuple[syn.Stmt, ...]) -> Scope:
        """This scope after these lines may have run."""
        return replace(self, facts=after(lines, self.facts, frozenset(self.names)))

    def check_new_name(self, word: syn.Word) -> None:
        """Report a local that would hide something (E322)."""
        world = self.world
        if word.text in ENGINE_NAMES:
            world.report.add(
                "E322",
                f"'{word.text}' is a word of the language",
                word.span,
                label="choose another name",
                path=self.path,
            )
        elif word.text in self.names:
            old = self.names[word.text]
            others = (Label(old.span, "named here first"),) if isinstance(old, ir.Local) else ()
            world.report.add(
                "E322",
                f"the name '{word.text}' is already in use here",
                word.span,
                label="choose another name",
                others=others,
                path=self.path,
            )
        elif word.text in world.globals:
            what, span = world.globals[word.text]
            world.report.add(
                "E322",
                f"'{word.text}' is the name of {what}, which would be hidden here",
                word.span,
                label="choose another name",
                others=(Label(span, "declared here"),),
                path=self.path,
            )
        elif word.text in world.kinds or any(e in world.listed for e in world.symbols.get(word.text, ())):
            what = "a kind of card" if word.text in world.kinds else f"a symbol of {world.symbols[word.text][0]}"
            world.report.add(
                "E322",
                f"'{word.text}' is {what}, which would be hidden here",
                word.span,
                label="choose another name",
                path=self.path,
            )


@dataclass(frozen=True, slots=True)
class Noted:
    """An expression, what it means, and what can be used where it stands."""

    node: syn.Expr
    value: ir.Expr
    scope: Scope


_notes: ContextVar[list[Noted] | None] = ContextVar("notes", default=None)


@contextmanager
def noting() -> Iterator[list[Noted]]:
    """The list of all expressions that are typed in the block, for an editor; those with mistakes too.

    An expression is typed once for each way in which the rule around it is used, and comes after its parts.
    """
    notes: list[Noted] = []
    before = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(before)
