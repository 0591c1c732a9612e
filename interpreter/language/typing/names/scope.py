"""What names mean at some point of the rules: locals, `me`, `it`, and what is known not to be none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field, replace
from functools import partial
from typing import Unpack

from ....diagnostics.diagnostic import Details, Label
from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...builtins.table import ROWS
from ...ir import nodes as ir
from ...ir.traversal import records
from ...ir.types import UNKNOWN, Type
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
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

    expression: Callable[[syn.Expr, NameScope, Type | None], ir.Expr]
    effect: Callable[[tuple[syn.Stmt, ...], NameScope], ir.Body]


@dataclass(frozen=True, slots=True)
class NameScope:
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
            notes.append(TypedExpression(node, value, self))
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
    ) -> NameScope:
        """A scope of the same world in which nothing is named yet; its locals are its own unless a frame is given."""
        return NameScope(self.world, self.typer, frame or Frame(), me=me, it=it, level=level, where=where, path=path)

    def bound(self, name: str, value: ir.Expr) -> NameScope:
        """This scope with one more name."""
        return replace(self, names={**self.names, name: value})

    def local(self, word: syn.Word, type: Type) -> tuple[NameScope, ir.Local]:
        """This scope with a new local, which must not hide anything (E322)."""
        self.check_new_name(word)
        local = self.frame.local(word.text, type, word.span)
        return self.bound(word.text, local), local

    def at(self, path: str) -> NameScope:
        """This scope at another place of the spec."""
        return replace(self, path=path)

    def loosely(self, name: str) -> NameScope:
        """This scope, in which the name may be a card whose position is unknown."""
        return replace(self, placeless=self.placeless | {name})

    def knowing(self, facts: frozenset[str]) -> NameScope:
        """This scope with more facts."""
        return replace(self, facts=self.facts | facts) if facts else self

    def being(self, me: ir.Expr | None) -> NameScope:
        """This scope with another `me`; facts about the old one do not hold for the new one."""
        return replace(self, me=me, facts=frozenset(f for f in self.facts if "me" not in words_in_fact(f)))

    def after(self, lines: tuple[syn.Stmt, ...]) -> NameScope:
        """This scope after these lines may have run."""
        return replace(self, facts=facts_after(lines, self.facts, frozenset(self.names)))

    def fault(self, code: str, message: str, span: Span, **details: Unpack[Details]) -> ir.Expr:
        """Report a mistake here; returns the placeholder for what has one, whose type fits everywhere."""
        self.world.report.add(code, message, span, path=self.path, **details)
        return ir.Const(0, UNKNOWN, span)

    def check_new_name(self, word: syn.Word) -> None:
        """Report a local that would hide something (E322)."""
        world, name = self.world, word.text
        others: tuple[Label, ...] = ()
        if name in ENGINE_NAMES:
            message = f"'{name}' is a word of the language"
        elif name in self.names and self.names[name].type != UNKNOWN:
            old = self.names[name]
            others = (Label(old.span, "named here first"),) if isinstance(old, ir.Local) else ()
            message = f"the name '{name}' is already in use here"
        elif name in world.globals:
            what, span = world.globals[name]
            others = (Label(span, "declared here"),)
            message = f"'{name}' is the name of {what}, which would be hidden here"
        elif name in world.kinds or any(e in world.listed for e in world.symbols.get(name, ())):
            what = "a kind of card" if name in world.kinds else f"a symbol of {world.symbols[name][0]}"
            message = f"'{name}' is {what}, which would be hidden here"
        else:
            return
        self.fault("E322", message, word.span, label="choose another name", others=others)


@dataclass(frozen=True, slots=True)
class TypedExpression:
    """An expression, what it means, and what can be used where it stands."""

    node: syn.Expr
    value: ir.Expr
    scope: NameScope


_notes: ContextVar[list[TypedExpression] | None] = ContextVar("notes", default=None)


@contextmanager
def recorded_expressions() -> Iterator[list[TypedExpression]]:
    """The list of all expressions that are typed in the block, for an editor; those with mistakes too.

    An expression is typed once for each way in which the rule around it is used, and comes after its parts.
    """
    notes: list[TypedExpression] = []
    before = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(before)


# What is known not to be none, because a condition holds or fails.
#
# A fact is an expression as it is written; the same text means the same value until something changes it. That a list
# or zone is not empty is a fact, too, `count(cs) >= 1`: so `cs[1]`, `first(cs)`, `max(c.n for c in cs)` are not none.

CARDS_READ = frozenset(row.spelling for row in ROWS.values() if row.gives_card)
"""Properties that change when cards move."""

_PASSING = frozenset({"me", "it", "turn", "round"})
"""Words that mean something else in another turn."""


def if_true(test: syn.Expr) -> frozenset[str]:
    """The expressions that are not none where the test holds."""
    return _not_none(test, holds=True)


def if_false(test: syn.Expr) -> frozenset[str]:
    """The expressions that are not none where the test fails."""
    return _not_none(test, holds=False)


def _not_none(test: syn.Expr, *, holds: bool) -> frozenset[str]:
    match test:
        case syn.IsNone(operand=operand, negated=negated) if negated == holds:
            return frozenset({print_syntax(operand)})
        case syn.Binary(operator="and" | "or" as joined, left=left, right=right):
            one, other = _not_none(left, holds=holds), _not_none(right, holds=holds)
            return one | other if (joined == "and") == holds else one & other
        case syn.Unary(operator="not", operand=operand):
            return _not_none(operand, holds=not holds)
        case syn.AttributeAccess(target=zone, name=syn.Word(text="empty")) if not holds:
            return has_elements(zone)
        case syn.Binary(operator="in", right=items) if holds:
            return has_elements(items)
        case syn.Binary(operator=written, left=left, right=right):
            sign = str(written) if holds else OPPOSITE.get(written, "")
            known = (print_syntax(left),) if holds and written == "==" and isinstance(right, syn.Integer) else ()
            return _counted(left, sign, right) | _counted(right, _TURNED.get(sign, sign), left) | {*known}
        case _:
            return frozenset()


OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""What holds where a comparison fails."""

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

MOST_COUNTED = 20
"""So many elements at least a condition may make certain."""


def has_elements(items: syn.Expr | syn.Comprehension, least: int = 1) -> frozenset[str]:
    """The facts that a list or zone has so many elements, or a comprehension so many turns, whatever it makes."""
    if isinstance(items, syn.Comprehension):
        items = syn.ListExpression((), replace(items, body=syn.Nothing(items.span), by=()), items.span)
    return frozenset(f"count({print_syntax(items)}) >= {n}" for n in range(1, least + 1))


def _counted(left: syn.Expr, operator: str, right: syn.Expr) -> frozenset[str]:
    """How many elements there are for certain, by a comparison: `count(cs) > 2`, `cs != []`."""
    match left, right:
        case syn.CallExpression(target=None, name=syn.Word(text="count")) as call, syn.Integer(value=number):
            items = call.comprehension or next(iter(call.args), right)
            least = {">": number + 1, ">=": number, "==": number, "!=": int(number == 0)}.get(operator, 0)
            return has_elements(items, min(least, MOST_COUNTED))
        case _, syn.ListExpression(items=(), comprehension=None) if operator == "!=":
            return has_elements(left)
        case _:
            return frozenset()


def words_in_fact(text: str) -> frozenset[str]:
    """The words in an expression."""
    return frozenset(re.findall(r"[a-z_][a-z0-9_]*", text))


def facts_after(lines: tuple[syn.Stmt, ...], facts: frozenset[str], locals: frozenset[str]) -> frozenset[str]:
    """The facts that still hold when these lines have run.

    A local keeps its value. What was read from a variable is forgotten when the variable is changed, what was read from
    a zone when cards move, and everything when an effect or action runs, because its lines are not examined.
    """
    if not facts:
        return facts
    changed, moved, called = _changes(lines)
    kept = locals - changed
    stays = partial(_stays, changed=changed, moved=moved, called=called)
    return frozenset(fact for fact in facts if words_in_fact(fact) - {"count"} <= kept or stays(fact))


def facts_after_step(inside: object, facts: frozenset[str], changed: Set[str]) -> frozenset[str]:
    """The facts that still hold after a step of a phase; `inside` is all that may happen in it, with its effects.

    By then somebody else may be `me`, and cards may have moved.
    """
    words = changed | _changes(inside)[0] | _PASSING
    return frozenset(fact for fact in facts if _stays(fact, words, moved=True, called=False))


def _changes(lines: object) -> tuple[set[str], bool, bool]:
    """The names that lines change, whether cards move, and whether anything runs whose lines are elsewhere."""
    changed: set[str] = set()
    moved = called = False
    for node in records(lines):
        match node:
            case syn.Assign(target=target):
                changed.add(target.name.text if isinstance(target, syn.AttributeAccess) else print_syntax(target))
            case syn.MoveStatement() | syn.Draw() | syn.Gather() | syn.Shuffle() | syn.Swap():
                moved = True
            case syn.CallEffect(call=syn.CallExpression(target=None, name=syn.Word(text=name))) if name == SAY:
                pass  # what the table is told changes nothing
            case syn.CallEffect(call=call) if _is_no_effect(call):
                pass  # E331: such a line does nothing
            case syn.CallEffect() | syn.OfferStatement():
                called = True
            case _:
                pass
    return changed, moved, called


def _is_no_effect(call: syn.Expr) -> bool:
    """Whether a line cannot call an effect, whatever there is: `history.append(p)`."""
    return not isinstance(call, syn.Name) and not (isinstance(call, syn.CallExpression) and call.target is None)


def _stays(fact: str, changed: Set[str], *, moved: bool, called: bool) -> bool:
    words = words_in_fact(fact)
    if called or words & changed:
        return False
    if "(" in fact or "[" in fact:
        return not (changed or moved)
    return not (moved and words & CARDS_READ)


# Finds the texts that rules tell the table: `say(boom)`.

SAY = "say"


def announced_text(call: syn.CallExpression) -> syn.Name | None:
    """The name of the text that is said; None where the call is another, or gives no single name."""
    alone = call.target is None and call.comprehension is None and len(call.args) == 1
    only = call.args[0] if call.name.text == SAY and alone else None
    return only if isinstance(only, syn.Name) else None
