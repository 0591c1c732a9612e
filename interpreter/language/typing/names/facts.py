"""What is known not to be none, because a condition holds or fails.

A fact is an expression as it is written; the same text means the same value until something changes it.
"""

from __future__ import annotations

import re
from collections.abc import Set

from ...syntax import nodes as syn
from ...syntax.write import write
from . import said
from .walk import records

CARDS_READ = frozenset({"top", "bottom", "only"})
"""Properties that change when cards move."""

_PASSING = frozenset({"me", "it", "turn", "round"})
"""Words that mean something else in another turn."""


def if_true(test: syn.Expr) -> frozenset[str]:
    """The expressions that are not none where the test holds."""
    match test:
        case syn.IsNone(operand=operand, negated=True):
            return frozenset({write(operand)})
        case syn.Binary(operator="and"):
            return if_true(test.left) | if_true(test.right)
        case syn.Binary(operator="or"):
            return if_true(test.left) & if_true(test.right)
        case syn.Unary(operator="not"):
            return if_false(test.operand)
        case syn.Binary(operator="==", left=left, right=syn.Integer()):
            return frozenset({write(left)})
        case _:
            return frozenset()


def if_false(test: syn.Expr) -> frozenset[str]:
    """The expressions that are not none where the test fails."""
    match test:
        case syn.IsNone(operand=operand, negated=False):
            return frozenset({write(operand)})
        case syn.Binary(operator="or"):
            return if_false(test.left) | if_false(test.right)
        case syn.Binary(operator="and"):
            return if_false(test.left) & if_false(test.right)
        case syn.Unary(operator="not"):
            return if_true(test.operand)
        case _:
            return frozenset()


def about(text: str) -> frozenset[str]:
    """The words in an expression."""
    return frozenset(re.findall(r"[a-z_][a-z0-9_]*", text))


def after(lines: tuple[syn.Stmt, ...], facts: frozenset[str], locals: frozenset[str]) -> frozenset[str]:
    """The facts that still hold when these lines have run.

    A local keeps its value. What was read from a variable is forgotten when the variable is changed, what was read from
    a zone when cards move, and everything when an effect or action runs, because its lines are not examined.
    """
    if not facts:
        return facts
    changed, moved, called = _changes(lines)
    kept = locals - changed
    return frozenset(f for f in facts if f in kept or _stays(f, changed, moved=moved, called=called))


def after_step(inside: object, facts: frozenset[str], changed: Set[str]) -> frozenset[str]:
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
                changed.add(target.name.text if isinstance(target, syn.Attribute) else write(target))
            case syn.Move() | syn.Draw() | syn.Gather() | syn.Shuffle() | syn.Swap():
                moved = True
            case syn.CallEffect(call=syn.Call(target=None, name=syn.Word(text=said.SAY))):
                pass  # what the table is told changes nothing
            case syn.CallEffect(call=call) if _is_no_effect(call):
                pass  # E331: such a line does nothing
            case syn.CallEffect() | syn.Offer():
                called = True
            case _:
                pass
    return changed, moved, called


def _is_no_effect(call: syn.Expr) -> bool:
    """Whether a line cannot call an effect, whatever there is: `history.append(p)`."""
    return not isinstance(call, syn.Name) and not (isinstance(call, syn.Call) and call.target is None)


def _stays(fact: str, changed: Set[str], *, moved: bool, called: bool) -> bool:
    words = about(fact)
    if called or words & changed:
        return False
    if "(" in fact or "[" in fact:
        return not (changed or moved)
    return not (moved and words & CARDS_READ)
