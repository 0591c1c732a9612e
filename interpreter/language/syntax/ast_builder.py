"""Converts lark's tree of an effect, a modifier or an expression to the nodes of `nodes.py`, with their locations.

The tables below say for each rule of the grammar how its node is built: mostly from some of its parts, in the order of
the fields, and from the place where all of it is written. Brackets belong to the place of what is around them, and not
to that of the node inside: `(a + b) * c` begins with the bracket, and `a + b` with `a`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from ...diagnostics.suggest import instead
from ...source.text.tree import Scalar
from ..builtins.table import spellings
from . import nodes as syn
from .findings import CALLED, Finding, SemanticMistake
from .printer import print_syntax
from .token_errors import only_a_value

Builder = Callable[[Scalar, Any], Any]
"""Builds the node of a tree of lark's, which stands in a text."""
LARGEST = 2**63 - 1


def expression(scalar: Scalar, tree: Tree[Token]) -> syn.Expr:
    """Build the node of a tree."""
    node: syn.Expr = EXPRESSION_RULES[tree.data](scalar, tree)
    return node


def effect(scalar: Scalar, tree: Tree[Token]) -> tuple[syn.Stmt, ...]:
    """Build the lines of an effect."""
    lines: list[Any] = [part for part in tree.children if isinstance(part, Tree)]
    lines = [line.children[0] if line.data == "stmt" else line for line in lines]
    return tuple(EFFECT_RULES[line.data](scalar, line) for line in lines)


def _of_parts(kind: type, *at: int) -> Builder:
    """Builds a node whose fields are these parts: names, expressions, blocks."""

    def build(scalar: Scalar, tree: Any) -> Any:
        parts = tree.children
        return kind(*[_part(scalar, parts[place]) for place in at], scalar.at(*place_of(tree)))

    return build


def _part(scalar: Scalar, part: Any) -> Any:
    if isinstance(part, Token):
        return word(scalar, part)
    return effect(scalar, part) if part.data == "suite" else EXPRESSION_RULES[part.data](scalar, part)


def word(scalar: Scalar, token: Token) -> syn.Word:
    """A name with its location."""
    return syn.Word(str(token), scalar.at(*place_of(token)))


def place_of(tree: Any) -> tuple[int, int]:
    """The offsets where a tree begins and ends, without line breaks at its end."""
    first = last = tree
    while isinstance(first, Tree):
        first = first.children[0]
    while isinstance(last, Tree):
        parts = last.children
        last = parts[-1] if isinstance(parts[-1], Tree) or parts[-1].type[0] != "_" else parts[-2]
    return first.start_pos, last.start_pos + len(last)


def _mistake(code: str, message: str, place: tuple[int, int], *helps: str, label: str = "") -> SemanticMistake:
    return SemanticMistake(Finding(code, message, *place, label=label, helps=helps))


def _name(scalar: Scalar, tree: Any) -> syn.Expr:
    (token,) = tree.children
    return syn.Name(str(token), scalar.at(*place_of(token)))


def _integer(scalar: Scalar, tree: Any) -> syn.Expr:
    (token,), place = tree.children, place_of(tree)
    if len(token) > 19 or int(token) > LARGEST:
        raise _mistake("E302", "this number is too large", place, label=f"the largest number is {LARGEST}")
    if len(token) > 1 and token[0] == "0":
        raise _mistake("E302", "a number does not begin with 0", place, f"write `{int(token)}`")
    return syn.Integer(int(token), scalar.at(*place))


def _truth(scalar: Scalar, tree: Any) -> syn.Expr:
    return syn.Boolean(tree.data == "true", scalar.at(*place_of(tree)))


def _in_brackets(scalar: Scalar, tree: Any) -> syn.Expr:
    return expression(scalar, tree.children[1])


def _call(scalar: Scalar, tree: Any) -> syn.Expr:
    name, _, *parts, _ = tree.children
    return syn.CallExpression(None, word(scalar, name), *_inside(scalar, parts), scalar.at(*place_of(tree)))


def _method(scalar: Scalar, tree: Any) -> syn.Expr:
    of, _, name, _, *parts, _ = tree.children
    target = expression(scalar, of)
    return syn.CallExpression(target, word(scalar, name), *_inside(scalar, parts), scalar.at(*place_of(tree)))


def _list(scalar: Scalar, tree: Any) -> syn.Expr:
    return syn.ListExpression(*_inside(scalar, tree.children[1:-1]), scalar.at(*place_of(tree)))


def _inside(scalar: Scalar, parts: list[Any]) -> tuple[tuple[syn.Expr, ...], syn.Comprehension | None]:
    """The inside of the brackets of a call or a list: values, or one comprehension."""
    if len(parts) == 1 and parts[0].data == "comprehension":
        return (), _comprehension(scalar, parts[0])
    return tuple(expression(scalar, part) for part in parts[::2]), None


def _comprehension(scalar: Scalar, tree: Any) -> syn.Comprehension:
    body, *rest = tree.children
    loops = tuple(_loop(scalar, part) for part in rest if part.data != "by")
    by = tuple(expression(scalar, key) for part in rest if part.data == "by" for key in part.children[1::2])
    return syn.Comprehension(expression(scalar, body), loops, by, scalar.at(*place_of(tree)))


def _loop(scalar: Scalar, tree: Any) -> syn.For:
    """`for c in me.hand if …`"""
    _, name, _, of, *test = tree.children
    return syn.For(word(scalar, name), expression(scalar, of), expression(scalar, test[1]) if test else None)


def _chain(scalar: Scalar, tree: Any) -> syn.Expr:
    """`a + b - c`: from left to right."""
    first, *rest = tree.children
    left, start = expression(scalar, first), place_of(tree)[0]
    for sign, part in zip(rest[::2], rest[1::2], strict=True):
        left = syn.Binary(sign.value, left, expression(scalar, part), scalar.at(start, place_of(part)[1]))
    return left


def _compare(scalar: Scalar, tree: Any) -> syn.Expr:
    node, sign = _chain(scalar, tree), tree.children[1]
    assert isinstance(node, syn.Binary)
    if sign in ("==", "!=") and (isinstance(node.left, syn.Nothing) or isinstance(node.right, syn.Nothing)):
        say = "is none" if sign == "==" else "is not none"
        raise _mistake("E303", f"`{sign}` cannot compare with `none`", place_of(sign), f"write `x {say}`")
    return node


def _not_in(scalar: Scalar, tree: Any) -> syn.Expr:
    left, *_, right = tree.children
    return syn.Binary("not in", expression(scalar, left), expression(scalar, right), scalar.at(*place_of(tree)))


def _is_none(scalar: Scalar, tree: Any) -> syn.Expr:
    negated = tree.data == "is_not_none"
    return syn.IsNone(expression(scalar, tree.children[0]), negated, scalar.at(*place_of(tree)))


def _unary(scalar: Scalar, tree: Any) -> syn.Expr:
    sign, operand = tree.children
    return syn.Unary(sign.value, expression(scalar, operand), scalar.at(*place_of(tree)))


EXPRESSION_RULES: dict[str, Builder] = {
    "name": _name,
    "integer": _integer,
    "true": _truth,
    "false": _truth,
    "none": _of_parts(syn.Nothing),
    "atom": _in_brackets,
    "attribute": _of_parts(syn.AttributeAccess, 0, 2),
    "call": _call,
    "method": _method,
    "index": _of_parts(syn.Subscript, 0, 2),
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
    "cond": _of_parts(syn.Conditional, 2, 0, 4),
    "otherwise": _of_parts(syn.OrElse, 0, 2),
}

# Effects and modifiers.


def _move(scalar: Scalar, tree: Any) -> syn.Stmt:
    _, cards, _, where = tree.children
    parts = [expression(scalar, part) for part in cards.children if isinstance(part, Tree)]
    alike = parts.pop(0) if cards.data == "alike" else None
    left_out = parts[1] if len(parts) > 1 else None
    return syn.MoveStatement(parts[0], left_out, alike, _place(scalar, where), scalar.at(*place_of(tree)))


def _place(scalar: Scalar, tree: Any) -> syn.Destination:
    at: Any = "" if len(tree.children) == 1 else tree.children[0].value
    position = expression(scalar, tree.children[1]) if at == "position" else None
    return syn.Destination(at, position, expression(scalar, tree.children[-1]), scalar.at(*place_of(tree)))


def _assign(scalar: Scalar, tree: Any) -> syn.Stmt:
    left, sign, right = tree.children
    target, at = expression(scalar, left), place_of(sign)[0]
    if not isinstance(target, syn.Name | syn.AttributeAccess | syn.Subscript):
        cure, label = "write a variable on the left: `total = 3`, `me.total += 3`", "only a variable can be set"
        if isinstance(target, syn.CallExpression) and not target.target and len(target.args) == 1:
            cure = f"what each has is written with a dot: `{print_syntax(target.args[0])}.{target.name.text}`"
        raise _mistake("E308", "this cannot be set", place_of(left), cure, label=label)
    if scalar.text[at : at + 2] == "=-" and scalar.text[at + 2 : at + 3].isspace():
        helps = ("write `-=` to subtract", "or `= -`, with a space before the `-`, for a negative number")
        raise _mistake("E303", "`=-` may mean two things", (at, at + 2), *helps)
    return syn.Assign(target, sign.value, expression(scalar, right), scalar.at(*place_of(tree)))


def _call_effect(scalar: Scalar, tree: Any) -> syn.Stmt:
    call, (start, end) = expression(scalar, tree.children[0]), place_of(tree)
    if isinstance(call, syn.CallExpression):
        return syn.CallEffect(call, scalar.at(start, end))
    helps: tuple[str, ...] = ()
    if isinstance(call, syn.Name | syn.AttributeAccess):
        called = scalar.text[start:end]
        run = f"to set a variable, write `{called} = …`; to run an effect of this name, `{called}()`"
        helps = (run if isinstance(call, syn.Name) else f"to set it, write `{called} = …`",)
        owner, _, verb = called.rpartition(".")
        if verb in spellings("property"):
            helps = (f"a variable gets its value before `=`: `{owner} = {called}`",)
        if owner and verb in CALLED:
            helps = (f"write `{verb}({owner})`",)
        helps = instead("effect", called) or instead("telling", called) or helps
    if not helps:
        raise SemanticMistake(only_a_value(scalar.text, start, end))
    raise _mistake("E308", "this is only a value, so the line does nothing", (start, end), *helps)


def _offer(scalar: Scalar, tree: Any) -> syn.Stmt:
    by = next((expression(scalar, part) for part in tree.children if isinstance(part, Tree)), None)
    actions = tuple(word(scalar, p) for p in tree.children if isinstance(p, Token) and p.type == "NAME")
    return syn.OfferStatement(actions, by, scalar.at(*place_of(tree)))


def _if(scalar: Scalar, tree: Any) -> syn.Stmt:
    _, test, body, *rest = tree.children
    pairs = [(test, body), *(part.children[1:] for part in rest if part.data == "elif_")]
    branches = tuple((expression(scalar, test), effect(scalar, body)) for test, body in pairs)
    no = effect(scalar, rest[-1].children[1]) if rest and rest[-1].data == "else_" else ()
    return syn.IfStatement(branches, no, scalar.at(*place_of(tree)))


def _choose(scalar: Scalar, tree: Any) -> syn.Stmt:
    parts = {part.data: part for part in tree.children if isinstance(part, Tree)}
    picks, body = parts.pop("picks"), parts.pop("suite")
    many, no = parts.pop("howmany", None), parts.pop("else_", None)
    return syn.Choose(
        how_many=None if many is None else _how_many(scalar, many),
        picks=tuple(_pick(scalar, one) for one in picks.children[::2]),
        by=next((expression(scalar, part) for part in parts.values()), None),
        body=effect(scalar, body),
        no=() if no is None else effect(scalar, no.children[1]),
        span=scalar.at(*place_of(tree)),
        secretly=any(isinstance(part, Token) and part.type == "SECRETLY" for part in tree.children),
    )


def _how_many(scalar: Scalar, tree: Any) -> syn.HowMany:
    limits = [expression(scalar, part) for part in tree.children if isinstance(part, Tree)]
    low, high = (limits[0], limits[-1]) if limits else (None, None)
    if isinstance(low, syn.Name) and low.id in ("a", "an"):
        raise _mistake("E309", f"`{low.id}` is not written here", place_of(tree), "leave it out")
    return syn.HowMany(low, high, scalar.at(*place_of(tree)))


def _pick(scalar: Scalar, tree: Any) -> syn.ChooseClause:
    name, _, of, *where = tree.children
    test = expression(scalar, where[1]) if where else None
    return syn.ChooseClause(word(scalar, name), expression(scalar, of), test)


def source(scalar: Scalar, tree: Any) -> syn.ArgumentSource:
    """Build what an action's argument is chosen from, and how many are chosen."""
    how, what = tree.children[0], expression(scalar, tree.children[-1])
    if len(tree.children) == 1:
        return syn.ArgumentSource("one", None, None, what)
    if isinstance(how, Token):
        return syn.ArgumentSource("optional" if how == "optional" else "some", None, None, what)
    many = expression(scalar, how)
    if isinstance(many, syn.Name) and isinstance(what, syn.Name) and what.id == "me":
        owned = f"write `me.{many.id}`"
        raise _mistake("E309", "what somebody has comes after a dot", place_of(tree), owned)
    low, high = (many.left, many.right) if isinstance(many, syn.Binary) and many.operator == ".." else (many, many)
    return syn.ArgumentSource("some", low, high, what)


def _gather(scalar: Scalar, tree: Any) -> syn.Gather:
    deck, *kept = (word(scalar, part) for part in tree.children[1:-2] if part.type == "NAME")
    return syn.Gather(deck, tuple(kept), _part(scalar, tree.children[-1]), scalar.at(*place_of(tree)))


def modifier(scalar: Scalar, tree: Any) -> syn.Modifier:
    """Build what a card changes, forbids or allows."""
    change, *clauses = tree.children
    how, value = change.data, None
    named = change.children[how in ("forbid", "allow")]
    target = expression(scalar, named)
    if how not in ("forbid", "allow"):
        value = expression(scalar, change.children[2])
    if how == "subtract":  # `draws - 1` adds -1, so that all changes of a quantity can simply be added up
        how, place = "add", (place_of(change.children[1])[0], place_of(change)[1])
        value = syn.Unary("-", value, scalar.at(*place)) if value else None
    if not isinstance(target, syn.Name | syn.AttributeAccess | syn.CallExpression):
        label = "this must be a quantity or a permission"
        raise _mistake("E308", "this cannot be changed by a card", place_of(named), label=label)
    parts = {part.data: part for part in clauses}
    loop = _loop(scalar, parts["for_all"]) if "for_all" in parts else None
    when = expression(scalar, parts["when"].children[1]) if "when" in parts else None
    return syn.Modifier(how=how, target=target, value=value, loop=loop, when=when, span=scalar.at(*place_of(tree)))


EFFECT_RULES: dict[str, Builder] = {
    "move": _move,
    "draw": _of_parts(syn.Draw, 1, 3, 5),
    "gather": _gather,
    "shuffle": _of_parts(syn.Shuffle, 1),
    "swap": _of_parts(syn.Swap, 1, 3),
    "show": _of_parts(syn.Show, 1, 3),
    "random": _of_parts(syn.RandomStatement, 1, 3),
    "let": _of_parts(syn.LetStatement, 1, 3),
    "assign": _assign,
    "call_stmt": _call_effect,
    "offer": _offer,
    "end": _of_parts(syn.End, 1),
    "next_turn": _of_parts(syn.NextTurn, 2),
    "if_": _if,
    "for_": _of_parts(syn.ForStatement, 1, 3, 4),
    "together_": _of_parts(syn.TogetherStatement, 1, 3, 4),
    "repeat_": _of_parts(syn.Repeat, 1, 2),
    "while_": _of_parts(syn.While, 1, 4, 5),
    "choose_": _choose,
}
