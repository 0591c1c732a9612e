"""Converts lark's tree of an effect, a modifier or an expression to the nodes of `nodes.py`, with their locations.

Each function below builds the node of one rule of the grammar from its parts, and returns it with the range in which it
is written. That range includes the brackets around it, which the node's own span leaves out: `(a + b) * c` begins with
the bracket, and `a + b` with `a`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from lark import Token, Tree

from ...diagnostics.suggest import instead
from ...source.text.tree import Scalar
from . import nodes as syn
from .findings import Finding, SemanticMistake

Parts = list[Any]
"""The parts of a rule: lark's trees and tokens."""
Built = tuple[syn.Expr, int, int]
"""A node, and the offsets where it begins and ends in the text, including the brackets around it."""
LARGEST = 2**63 - 1
BINARY: dict[str, syn.BinaryOperator] = {word: word for word in get_args(syn.BinaryOperator)}
UNARY: dict[str, syn.UnaryOperator] = {word: word for word in get_args(syn.UnaryOperator)}


def expression(scalar: Scalar, tree: Tree[Token]) -> syn.Expr:
    """Build the node of a tree."""
    return build_node(scalar, tree)[0]


def build_node(scalar: Scalar, tree: Tree[Token]) -> Built:
    """Build the node of a tree, and return it with its range in the text."""
    return EXPRESSION_RULES[tree.data](scalar, tree.children)


def end_of(token: Token) -> int:
    """The offset after a token."""
    return token.start_pos + len(token)  # type: ignore[operator]


def word(scalar: Scalar, token: Token) -> syn.Word:
    """A name with its location."""
    start: int = token.start_pos  # type: ignore[assignment]
    return syn.Word(str(token), scalar.at(start, start + len(token)))


def _name(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[0])
    return syn.Name(str(parts[0]), scalar.at(start, end)), start, end


def _integer(scalar: Scalar, parts: Parts) -> Built:
    token = parts[0]
    start, end = token.start_pos, end_of(token)
    if len(token) > 19 or int(token) > LARGEST:
        raise SemanticMistake(
            Finding("E302", "this number is too large", start, end, label=f"the largest number is {LARGEST}")
        )
    if len(token) > 1 and token[0] == "0":
        helps = f"write `{int(token)}`"
        raise SemanticMistake(Finding("E302", "a number does not begin with 0", start, end, helps=(helps,)))
    return syn.Integer(int(token), scalar.at(start, end)), start, end


def _truth(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[0])
    return syn.Boolean(parts[0] == "true", scalar.at(start, end)), start, end


def _nothing(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[0])
    return syn.Nothing(scalar.at(start, end)), start, end


def _in_brackets(scalar: Scalar, parts: Parts) -> Built:
    return expression(scalar, parts[1]), parts[0].start_pos, end_of(parts[2])


def _attribute(scalar: Scalar, parts: Parts) -> Built:
    target, start, _ = build_node(scalar, parts[0])
    end = end_of(parts[2])
    return syn.AttributeAccess(target, word(scalar, parts[2]), scalar.at(start, end)), start, end


def _call(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[-1])
    args, loops = _inside(scalar, parts[2:-1])
    return syn.CallExpression(None, word(scalar, parts[0]), args, loops, scalar.at(start, end)), start, end


def _method(scalar: Scalar, parts: Parts) -> Built:
    target, start, _ = build_node(scalar, parts[0])
    end = end_of(parts[-1])
    args, loops = _inside(scalar, parts[4:-1])
    return syn.CallExpression(target, word(scalar, parts[2]), args, loops, scalar.at(start, end)), start, end


def _index(scalar: Scalar, parts: Parts) -> Built:
    target, start, _ = build_node(scalar, parts[0])
    end = end_of(parts[3])
    return syn.Subscript(target, expression(scalar, parts[2]), scalar.at(start, end)), start, end


def _list(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[-1])
    items, loops = _inside(scalar, parts[1:-1])
    return syn.ListExpression(items, loops, scalar.at(start, end)), start, end


def _inside(scalar: Scalar, parts: Parts) -> tuple[tuple[syn.Expr, ...], syn.Comprehension | None]:
    """The inside of the brackets of a call or a list: values, or one comprehension."""
    if len(parts) == 1 and parts[0].data == "comprehension":
        return (), _comprehension(scalar, parts[0].children)
    return tuple(expression(scalar, part) for part in parts[::2]), None


def _comprehension(scalar: Scalar, parts: Parts) -> syn.Comprehension:
    body, start, end = build_node(scalar, parts[0])
    loops: list[syn.For] = []
    by: list[syn.Expr] = []
    for part in parts[1:]:
        if part.data == "by":
            for key in part.children[1::2]:
                node, _, end = build_node(scalar, key)
                by.append(node)
        else:
            loop, end = for_part(scalar, part)
            loops.append(loop)
    return syn.Comprehension(body, tuple(loops), tuple(by), scalar.at(start, end))


def for_part(scalar: Scalar, tree: Tree[Token]) -> tuple[syn.For, int]:
    """`for c in me.hand if …`, and the offset where it ends."""
    parts: Parts = tree.children
    source, _, end = build_node(scalar, parts[3])
    test: syn.Expr | None = None
    if len(parts) > 4:
        test, _, end = build_node(scalar, parts[5])
    return syn.For(word(scalar, parts[1]), source, test), end


def _chain(scalar: Scalar, parts: Parts) -> Built:
    """`a + b - c`: from left to right."""
    left, start, end = build_node(scalar, parts[0])
    for sign, part in zip(parts[1::2], parts[2::2], strict=True):
        right, _, end = build_node(scalar, part)
        left = syn.Binary(BINARY[sign], left, right, scalar.at(start, end))
    return left, start, end


def _compare(scalar: Scalar, parts: Parts) -> Built:
    pair = _chain(scalar, parts)
    node, sign = pair[0], parts[1]
    assert isinstance(node, syn.Binary)
    if sign in ("==", "!=") and (isinstance(node.left, syn.Nothing) or isinstance(node.right, syn.Nothing)):
        say = "is none" if sign == "==" else "is not none"
        raise SemanticMistake(
            Finding(
                "E303",
                f"`{sign}` cannot compare with `none`",
                sign.start_pos,
                end_of(sign),
                helps=(f"write `x {say}`",),
            )
        )
    return pair


def _not_in(scalar: Scalar, parts: Parts) -> Built:
    (left, start, _), (right, _, end) = build_node(scalar, parts[0]), build_node(scalar, parts[3])
    return syn.Binary("not in", left, right, scalar.at(start, end)), start, end


def _is_none(scalar: Scalar, parts: Parts) -> Built:
    operand, start, _ = build_node(scalar, parts[0])
    end = end_of(parts[-1])
    return syn.IsNone(operand, len(parts) == 4, scalar.at(start, end)), start, end


def _unary(scalar: Scalar, parts: Parts) -> Built:
    operand, _, end = build_node(scalar, parts[1])
    start = parts[0].start_pos
    return syn.Unary(UNARY[parts[0]], operand, scalar.at(start, end)), start, end


def _conditional(scalar: Scalar, parts: Parts) -> Built:
    (yes, start, _), (no, _, end) = build_node(scalar, parts[0]), build_node(scalar, parts[4])
    return syn.Conditional(expression(scalar, parts[2]), yes, no, scalar.at(start, end)), start, end


def _or_else(scalar: Scalar, parts: Parts) -> Built:
    (value, start, _), (default, _, end) = build_node(scalar, parts[0]), build_node(scalar, parts[2])
    return syn.OrElse(value, default, scalar.at(start, end)), start, end


EXPRESSION_RULES: dict[str, Callable[[Scalar, Parts], Built]] = {
    "name": _name,
    "integer": _integer,
    "true": _truth,
    "false": _truth,
    "none": _nothing,
    "atom": _in_brackets,
    "attribute": _attribute,
    "call": _call,
    "method": _method,
    "index": _index,
    "list": _list,
    "or_": _chain,
    "and_": _chain,
    "sum_": _chain,
    "prod": _chain,
    "range": _chain,
    "in_": _chain,
    "compare": _compare,
    "not_in": _not_in,
    "is_none": _is_none,
    "is_not_none": _is_none,
    "not_": _unary,
    "negative": _unary,
    "may": _unary,
    "cond": _conditional,
    "otherwise": _or_else,
}


# Converts lark's tree of an effect or a modifier to the nodes of `nodes.py`, with their locations.

PLACE_AT: dict[str, syn.PlaceAt] = {word: word for word in get_args(syn.PlaceAt)}
ASSIGN: dict[str, syn.AssignOperator] = {word: word for word in get_args(syn.AssignOperator)}
MODIFIER_KIND: dict[str, syn.ModifierKind] = {word: word for word in get_args(syn.ModifierKind)}


def effect(scalar: Scalar, tree: Tree[Token]) -> tuple[syn.Stmt, ...]:
    """Build the lines of an effect."""
    return tuple(_statement(scalar, part)[0] for part in tree.children if isinstance(part, Tree))


def _statement(scalar: Scalar, tree: Tree[Token]) -> tuple[syn.Stmt, int]:
    """One line or block, and the offset where it ends."""
    inner: Any = tree.children[0] if tree.data == "stmt" else tree
    parts: Parts = inner.children
    start, end = _first(inner), _last(inner)
    return EFFECT_RULES[inner.data](scalar, parts, (start, end)), end


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


def _move(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    cards = parts[1].children
    alike, left_out = None, None
    if parts[1].data == "alike":
        alike, what = expression(scalar, cards[0]), expression(scalar, cards[3])
    else:
        what = expression(scalar, cards[0])
        left_out = expression(scalar, cards[2]) if len(cards) > 1 else None
    return syn.MoveStatement(what, left_out, alike, _place(scalar, parts[3]), scalar.at(*at))


def _place(scalar: Scalar, tree: Tree[Token]) -> syn.Destination:
    parts: Parts = tree.children
    at = PLACE_AT["" if len(parts) == 1 else parts[0]]
    position = expression(scalar, parts[1]) if at == "position" else None
    zone = expression(scalar, parts[-1])
    return syn.Destination(at, position, zone, scalar.at(_first(tree), _last(tree)))


def _draw(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    number, source, target = (expression(scalar, part) for part in parts[1::2])
    return syn.Draw(number, source, target, scalar.at(*at))


def _gather(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.Gather(word(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _shuffle(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.Shuffle(expression(scalar, parts[1]), scalar.at(*at))


def _swap(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.Swap(expression(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _show(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.Show(expression(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _random(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.RandomStatement(word(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _let(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.LetStatement(word(scalar, parts[1]), expression(scalar, parts[3]), scalar.at(*at))


def _assign(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    target, start, end = build_node(scalar, parts[0])
    if not isinstance(target, syn.Name | syn.AttributeAccess | syn.Subscript):
        raise SemanticMistake(
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
        raise SemanticMistake(Finding("E303", "`=-` may mean two things", sign, sign + 2, helps=helps))
    return syn.Assign(target, ASSIGN[parts[1]], expression(scalar, parts[2]), scalar.at(*at))


def _call_effect(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    call, start, end = build_node(scalar, parts[0])
    if isinstance(call, syn.CallExpression):
        return syn.CallEffect(call, scalar.at(*at))
    helps: tuple[str, ...] = ("an effect is, for example, `move c to …`, `total += 3` or `advance(me, 3)`",)
    if isinstance(call, syn.Name | syn.AttributeAccess):
        called = scalar.text[start:end]
        helps = (f"to run an effect of this name, write it with parentheses: `{called}()`",)
        helps = instead("effect", called) or instead("telling", called) or helps
    raise SemanticMistake(Finding("E308", "this is only a value, so the line does nothing", start, end, helps=helps))


def _offer(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    by = expression(scalar, parts[-1]) if isinstance(parts[-1], Tree) else None
    actions = tuple(word(scalar, p) for p in parts[1:] if not isinstance(p, Tree) and p.type == "NAME")
    return syn.OfferStatement(actions, by, scalar.at(*at))


def _end(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.End(word(scalar, parts[1]), scalar.at(*at))


def _next_turn(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.NextTurn(expression(scalar, parts[2]), scalar.at(*at))


def _if(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    branches = [(expression(scalar, parts[1]), effect(scalar, parts[2]))]
    no: tuple[syn.Stmt, ...] = ()
    for part in parts[3:]:
        if part.data == "elif_":
            branches.append((expression(scalar, part.children[1]), effect(scalar, part.children[2])))
        else:
            no = effect(scalar, part.children[1])
    return syn.IfStatement(tuple(branches), no, scalar.at(*at))


def _for(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    body = effect(scalar, parts[4])
    return syn.ForStatement(word(scalar, parts[1]), expression(scalar, parts[3]), body, scalar.at(*at))


def _together(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    body = effect(scalar, parts[4])
    return syn.TogetherStatement(word(scalar, parts[1]), expression(scalar, parts[3]), body, scalar.at(*at))


def _repeat(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    return syn.Repeat(expression(scalar, parts[1]), effect(scalar, parts[2]), scalar.at(*at))


def _while(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    test, most = expression(scalar, parts[1]), expression(scalar, parts[4])
    return syn.While(test, most, effect(scalar, parts[5]), scalar.at(*at))


def _choose(scalar: Scalar, parts: Parts, at: Range) -> syn.Stmt:
    how_many: syn.HowMany | None = None
    picks: tuple[syn.ChooseClause, ...] = ()
    by: syn.Expr | None = None
    body: tuple[syn.Stmt, ...] = ()
    no: tuple[syn.Stmt, ...] = ()
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
    return syn.Choose(how_many=how_many, picks=picks, by=by, body=body, no=no, span=scalar.at(*at), secretly=secretly)


def _how_many(scalar: Scalar, tree: Tree[Token]) -> syn.HowMany:
    limits = [expression(scalar, part) for part in tree.children if isinstance(part, Tree)]
    low, high = (limits[0], limits[-1]) if limits else (None, None)
    return syn.HowMany(low, high, scalar.at(_first(tree), _last(tree)))


def _pick(scalar: Scalar, tree: Tree[Token]) -> syn.ChooseClause:
    parts: Parts = tree.children
    where = expression(scalar, parts[4]) if len(parts) > 3 else None
    return syn.ChooseClause(word(scalar, parts[0]), expression(scalar, parts[2]), where)


def source(scalar: Scalar, tree: Tree[Token]) -> syn.ArgumentSource:
    """Build what an action's argument is chosen from, and how many are chosen."""
    parts: Parts = tree.children
    what = expression(scalar, parts[-1])
    if len(parts) == 1:
        return syn.ArgumentSource("one", None, None, what)
    if isinstance(parts[0], Token):
        return syn.ArgumentSource("optional" if parts[0] == "optional" else "some", None, None, what)
    many = expression(scalar, parts[0])
    low, high = (many.left, many.right) if isinstance(many, syn.Binary) and many.operator == ".." else (many, many)
    return syn.ArgumentSource("some", low, high, what)


def modifier(scalar: Scalar, tree: Tree[Token]) -> syn.Modifier:
    """Build what a card changes, forbids or allows."""
    change: Any = tree.children[0]
    parts: Parts = change.children
    value: syn.Expr | None = None
    subtract = change.data == "subtract"
    how = MODIFIER_KIND["add" if subtract else change.data]
    if how in ("forbid", "allow"):
        target, start, end = build_node(scalar, parts[1])
    else:
        target, start, end = build_node(scalar, parts[0])
        value, _, last = build_node(scalar, parts[2])
        if subtract:  # `draws - 1` adds -1, so that all changes of a quantity can simply be added up
            value = syn.Unary("-", value, scalar.at(parts[1].start_pos, last))
    if not isinstance(target, syn.Name | syn.AttributeAccess | syn.CallExpression):
        raise SemanticMistake(
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
    return syn.Modifier(how=how, target=target, value=value, loop=loop, when=when, span=span)


EFFECT_RULES: dict[str, Callable[[Scalar, Parts, Range], syn.Stmt]] = {
    "move": _move,
    "draw": _draw,
    "gather": _gather,
    "shuffle": _shuffle,
    "swap": _swap,
    "show": _show,
    "random": _random,
    "let": _let,
    "assign": _assign,
    "call_stmt": _call_effect,
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
