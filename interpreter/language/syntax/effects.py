"""Converts lark's tree of an effect or a modifier to the nodes of `nodes.py`, with their locations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from lark import Token, Tree

from ..text.tree import Scalar
from .expressions import Parts, built, end_of, expression, for_part, word
from .finding import Finding, Mistake
from .nodes import (
    Assign,
    AssignOperator,
    Attribute,
    Binary,
    Call,
    CallEffect,
    Choose,
    Draw,
    Each,
    End,
    Expr,
    Gather,
    HowMany,
    If,
    Index,
    Let,
    Modifier,
    ModifierKind,
    Move,
    Name,
    NextTurn,
    Offer,
    Pick,
    Place,
    PlaceAt,
    Random,
    Repeat,
    Show,
    Shuffle,
    Source,
    Stmt,
    Swap,
    Together,
    Unary,
    While,
)
from .other_words import WORDS

PLACE_AT: dict[str, PlaceAt] = {word: word for word in get_args(PlaceAt)}
ASSIGN: dict[str, AssignOperator] = {word: word for word in get_args(AssignOperator)}
MODIFIER_KIND: dict[str, ModifierKind] = {word: word for word in get_args(ModifierKind)}


def effect(scalar: Scalar, tree: Tree[Token]) -> tuple[Stmt, ...]:
    """Build the lines of an effect."""
    return tuple(_statement(scalar, part)[0] for part in tree.children if isinstance(part, Tree))


def _statement(scalar: Scalar, tree: Tree[Token]) -> tuple[Stmt, int]:
    """One line or block, and the offset where it ends."""
    inner: Any = tree.children[0] if tree.data == "stmt" else tree
    parts: Parts = inner.children
    start, end = _first(inner), _last(inner)
    return RULES[inner.data](scalar, parts, (start, end)), end


def _first(tree: Any) -> int:
    """The offset where a tree begins."""
    while isinstance(tree, Tree):
        tree = tree.children[0]
    return tree.start_pos  # type: ignore[no-any-return]


def _last(tree: Any) -> int:
    """The offset where a tree ends, without line breaks at its end."""
    while isinstance(tree, Tree):
        tree = next(c for c in reversed(tree.children) if isinstance(c, Tree) or not c.type.startswith("_"))
    return end_of(tree)


Range = tuple[int, int]


def _move(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    cards = parts[1].children
    alike, left_out = None, None
    if parts[1].data == "alike":
        alike, what = expression(scalar, cards[0]), expression(scalar, cards[3])
    else:
        what = expression(scalar, cards[0])
        left_out = expression(scalar, cards[2]) if len(cards) > 1 else None
    return Move(what, left_out, alike, _place(scalar, parts[3]), scalar.at(*at))


def _place(scalar: Scalar, tree: Tree[Token]) -> Place:
    parts: Parts = tree.children
    at = PLACE_AT["" if len(parts) == 1 else parts[0]]
    position = expression(scalar, parts[1]) if at == "position" else None
    zone = expression(scalar, parts[-1])
    return Place(at, position, zone, scalar.at(_first(tree), _last(tree)))


def _draw(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    number, source, target = (expression(scalar, part) for part in parts[1::2])
    return Draw(number, source, target, scalar.at(*at))


def _gather(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return Gather(word(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _shuffle(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return Shuffle(expression(scalar, parts[1]), scalar.at(*at))


def _swap(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return Swap(expression(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _show(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return Show(expression(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _random(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return Random(word(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _let(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return Let(word(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _assign(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    target, start, end = built(scalar, parts[0])
    if not isinstance(target, Name | Attribute | Index):
        raise Mistake(
            Finding(
                "E308",
                "this cannot be set",
                start,
                end,
                label="only a variable can be set",
                helps=("write a variable on the left: `total = 3`, `me.total += 3`",),
            )
        )
    sign = parts[1].start_pos
    if scalar.text[sign : sign + 2] == "=-" and scalar.text[sign + 2 : sign + 3].isspace():
        helps = ("write `-=` to subtract", "or `= -`, with a space before the `-`, for a negative number")
        raise Mistake(Finding("E303", "`=-` may mean two things", sign, sign + 2, helps=helps))
    return Assign(target, ASSIGN[parts[1]], expression(scalar, parts[2]), scalar.at(*at))


def _call(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    call, start, end = built(scalar, parts[0])
    if isinstance(call, Call):
        return CallEffect(call, scalar.at(*at))
    helps: tuple[str, ...] = ("an effect is, for example, `move c to …`, `total += 3` or `advance(me, 3)`",)
    if isinstance(call, Name | Attribute):
        called = scalar.text[start:end]
        helps = (WORDS.get(called) or f"to run an effect of this name, write it with parentheses: `{called}()`",)
    raise Mistake(Finding("E308", "this is only a value, so the line does nothing", start, end, helps=helps))


def _offer(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    by = expression(scalar, parts[-1]) if isinstance(parts[-1], Tree) else None
    actions = tuple(word(scalar, p) for p in parts[1:] if not isinstance(p, Tree) and p.type == "NAME")
    return Offer(actions, by, scalar.at(*at))


def _end(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return End(word(scalar, parts[1]), scalar.at(*at))


def _next_turn(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return NextTurn(expression(scalar, parts[2]), scalar.at(*at))


def _if(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    branches = [(expression(scalar, parts[1]), effect(scalar, parts[2]))]
    no: tuple[Stmt, ...] = ()
    for part in parts[3:]:
        if part.data == "elif_":
            branches.append((expression(scalar, part.children[1]), effect(scalar, part.children[2])))
        else:
            no = effect(scalar, part.children[1])
    return If(tuple(branches), no, scalar.at(*at))


def _for(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    body = effect(scalar, parts[4])
    return Each(word(scalar, parts[1]), expression(scalar, parts[3]), body, scalar.at(*at))


def _together(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    body = effect(scalar, parts[4])
    return Together(word(scalar, parts[1]), expression(scalar, parts[3]), body, scalar.at(*at))


def _repeat(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    return Repeat(expression(scalar, parts[1]), effect(scalar, parts[2]), scalar.at(*at))


def _while(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    test, most = expression(scalar, parts[1]), expression(scalar, parts[4])
    return While(test, most, effect(scalar, parts[5]), scalar.at(*at))


def _choose(scalar: Scalar, parts: Parts, at: Range) -> Stmt:
    how_many: HowMany | None = None
    picks: tuple[Pick, ...] = ()
    by: Expr | None = None
    body: tuple[Stmt, ...] = ()
    no: tuple[Stmt, ...] = ()
    secretly = any(isinstance(part, Token) and part.type == "SECRETLY" for part in parts)
    for part in parts[1:]:
        if isinstance(part, Token):
            continue
        match part.data:
            case "howmany":
                how_many = _how_many(scalar, part)
            case "picks":
                picks = tuple(_pick(scalar, p) for p in part.children[::2])
            case "suite":
                body = effect(scalar, part)
            case "else_":
                no = effect(scalar, part.children[1])
            case _:
                by = expression(scalar, part)
    return Choose(how_many=how_many, picks=picks, by=by, body=body, no=no, span=scalar.at(*at), secretly=secretly)


def _how_many(scalar: Scalar, tree: Tree[Token]) -> HowMany:
    limits = [expression(scalar, part) for part in tree.children if isinstance(part, Tree)]
    low, high = (limits[0], limits[-1]) if limits else (None, None)
    return HowMany(low, high, scalar.at(_first(tree), _last(tree)))


def _pick(scalar: Scalar, tree: Tree[Token]) -> Pick:
    parts: Parts = tree.children
    where = expression(scalar, parts[4]) if len(parts) > 3 else None
    return Pick(word(scalar, parts[0]), expression(scalar, parts[2]), where)


def source(scalar: Scalar, tree: Tree[Token]) -> Source:
    """Build what an action's argument is chosen from, and how many are chosen."""
    parts: Parts = tree.children
    what = expression(scalar, parts[-1])
    if len(parts) == 1:
        return Source("one", None, None, what)
    if isinstance(parts[0], Token):
        return Source("optional" if parts[0] == "optional" else "some", None, None, what)
    many = expression(scalar, parts[0])
    low, high = (many.left, many.right) if isinstance(many, Binary) and many.operator == ".." else (many, many)
    return Source("some", low, high, what)


def modifier(scalar: Scalar, tree: Tree[Token]) -> Modifier:
    """Build what a card changes, forbids or allows."""
    change: Any = tree.children[0]
    parts: Parts = change.children
    value: Expr | None = None
    subtract = change.data == "subtract"
    how = MODIFIER_KIND["add" if subtract else change.data]
    if how in ("forbid", "allow"):
        target, start, end = built(scalar, parts[1])
    else:
        target, start, end = built(scalar, parts[0])
        value, _, last = built(scalar, parts[2])
        if subtract:  # `draws - 1` adds -1, so that all changes of a quantity can simply be added up
            value = Unary("-", value, scalar.at(parts[1].start_pos, last))
    if not isinstance(target, Name | Attribute | Call):
        raise Mistake(
            Finding(
                "E308", "this cannot be changed by a card", start, end, label="this must be a quantity or a permission"
            )
        )
    loop = when = None
    for part in tree.children[1:]:
        assert isinstance(part, Tree)
        if part.data == "for_all":
            loop, _ = for_part(scalar, part)
        else:
            clause: Any = part.children[1]
            when = expression(scalar, clause)
    span = scalar.at(_first(tree), _last(tree))
    return Modifier(how=how, target=target, value=value, loop=loop, when=when, span=span)


RULES: dict[str, Callable[[Scalar, Parts, Range], Stmt]] = {
    "move": _move,
    "draw": _draw,
    "gather": _gather,
    "shuffle": _shuffle,
    "swap": _swap,
    "show": _show,
    "random": _random,
    "let": _let,
    "assign": _assign,
    "call_stmt": _call,
    "offer": _offer,
    "end": _end,
    "next_turn": _next_turn,
    "if_": _if,
    "for_": _for,
    "together_": _together,
    "repeat_": _repeat,
    "while_": _while,
    "choose_": _choose,
}
