"""What the tests of a card can be made of, where moves are counted as sets (`masks`).

A test is a set of cards, known before the play; or it holds for all cards or none; or it is asked once for each group
of cards that it cannot tell apart, since it asks for nothing of the card but some of its attributes; or nothing can go
wrong in it, and what is left of it for each kind of card (`building.residue`) comes to few questions.
"""

from __future__ import annotations

from ....language.ir import nodes as ir
from ...program.nodes import Expr, Slot
from ...program.walk import every
from ..building.facts import Locals
from ..building.function_builder import FunctionBuilder
from ..building.likeness import likeness
from ..building.module_builder import ModuleBuilder
from ..building.residue import Divided, divided
from ..building.zones import whole_zone
from ..values.sets import Cards, printed
from ..values.sure import SAFE, fits, is_bounded, is_sure

MOST_GROUPS = 12
"""A test may tell so many groups of cards apart."""

MOST_QUESTIONS = 6
"""So many questions may be left of a test."""


def groups_of(mb: ModuleBuilder, test: Expr, local: int) -> list[Cards] | None:
    """The cards that a test cannot tell apart, all groups of them; None if it may tell any two apart, or too many."""
    names, uses = set[str](), 0
    for part in every(test):
        match part:
            case ir.AttributeOf(name, ir.Local(number)) if number == local:
                names.add(name)
                uses -= 1
            case ir.Local(number) if number == local:
                uses += 1
            case _:
                pass
    if uses:
        return None
    found: dict[tuple[object, ...], set[int]] = {}
    for card, kind in enumerate(mb.layout.kind_of):
        row = mb.layout.kinds[kind].attributes
        found.setdefault(tuple(row.get(name) for name in sorted(names)), set()).add(card)
    return [frozenset(cards) for cards in found.values()] if len(found) <= MOST_GROUPS else None


def depends(test: Expr, local: int) -> bool:
    """Whether a test asks for the card in a local."""
    return any(isinstance(part, ir.Local) and part.number == local for part in every(test))


def can_restrict(fb: FunctionBuilder, test: Expr, local: ir.Local, cards: Cards) -> bool:
    """Whether a test is made of parts that are sets, or hold for all cards or none, or are asked group by group; or
    whether few questions are left of it."""
    mb, number = fb.mb, local.number
    if not depends(test, number) or printed(mb, test, number) is not None:
        return True
    match test:
        case ir.Apply("and" | "or", (one, other)):
            both = can_restrict(fb, one, local, cards) and can_restrict(fb, other, local, cards)
            if both and is_simple(mb, test, number):
                return True
        case _:
            pass
    return groups_of(mb, test, number) is not None or left_of_cards(fb, test, local, cards) is not None


def left_of_cards(fb: FunctionBuilder, test: Expr, local: ir.Local, cards: Cards) -> Divided | None:
    """Which of some cards pass a test in which nothing can go wrong, and what is left to ask in the position."""
    mb = fb.mb
    key = id(test), local.number, cards
    if key not in mb.residue.divided:
        mb.residue.divided[key] = test, _left_of_cards(fb, test, local, cards)
    return mb.residue.divided[key][1]


def _left_of_cards(fb: FunctionBuilder, test: Expr, local: ir.Local, cards: Cards) -> Divided | None:
    mb, found = fb.mb, dict[int, ir.Expr]()
    if not is_sure(mb.facts, test, fb.known()):
        return None
    kinds = dict[int, ir.Expr | None]()
    for card in sorted(cards):
        kind = mb.layout.kind_of[card]
        if kind not in kinds:
            kinds[kind] = mb.residue.left(test, {local.number: ir.Const(card, local.type, local.span)})
        left = kinds[kind]
        if left is None:
            return None
        found[card] = left
    return divided(found, MOST_QUESTIONS)


def is_simple(mb: ModuleBuilder, test: ir.Apply, local: int) -> bool:
    """Whether the first part of an `or` is a set by itself, or holds for all cards or none."""
    return test.op == "and" or not depends(test.args[0], local) or printed(mb, test.args[0], local) is not None


def left_of_value(fb: FunctionBuilder, test: Expr, local: ir.Local, value: int) -> ir.Expr | None:
    """What is left of a test of a known value; None if something can go wrong in it."""
    if not is_sure(fb.mb.facts, test, fb.known()):
        return None
    return fb.mb.residue.left(test, {local.number: ir.Const(value, local.type, local.span)})


def is_safe(fb: FunctionBuilder, node: Expr, known: Locals | None = None) -> bool:
    """Whether a value may be computed although nobody needs it: nothing can go wrong, and it is quick.

    `known` is what is known of the names in it: of a function, whose names are numbered anew, its arguments.
    """
    facts, env = fb.mb.facts, fb.known() if known is None else known
    for part in every(node):
        match part:
            case (
                ir.Const()
                | ir.Local()
                | Slot()
                | ir.Variable()
                | ir.ZoneOf()
                | ir.AttributeOf()
                | ir.If()
                | ir.Option()
            ):
                pass
            case ir.Apply("add" | "subtract" as op, (one, other)):
                (a, b), (c, d) = facts.range(one, env), facts.range(other, env)
                if not fits(a + c if op == "add" else a - d) or not fits(b + d if op == "add" else b - c):
                    return False
            case ir.Apply("cards_of"):
                pass
            case ir.Apply(op) if op in SAFE:
                pass
            case ir.Fold(op=op, loops=loops) if op in ("any", "all", "count", "sum") and len(loops) == 1:
                zone = whole_zone(fb.mb, loops[0].source)
                if zone is None or zone[1] != "heap" or (op == "sum" and not is_bounded(facts.range(part, env))):
                    return False
            case ir.Call() if known is None and is_computed(fb, part):
                pass
            case ir.Call(name, args):
                body, inner, key = facts.called(name, args, env)
                if key not in fb.mb.safe:
                    fb.mb.safe[key] = is_safe(fb, body, inner)
                if not fb.mb.safe[key]:
                    return False
            case _:
                return False
    return True


def is_computed(fb: FunctionBuilder, node: Expr) -> bool:
    """Whether a value has certainly been worked out before."""
    if not fb.memo:
        return False
    found = fb.memo.get(likeness(node))
    return found is not None and found[0] is None
