"""Random trees of the effect language, for the laws; their locations mean nothing."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from cardwright.diagnostics.span import Source, Span
from cardwright.language.syntax import nodes as n

AT = Span(Source("none", ""), 0, 0)
NAMES = ("c", "me", "pile", "x1", "top", "of", "to", "draw", "some", "any", "position", "turn", "where", "list", "null")
"""Names; many are words that mean something elsewhere in the language."""

names = st.sampled_from(NAMES)
words = names.map(lambda text: n.Word(text, AT))
picked = st.sampled_from(("c", "me", "x1", "top", "draw", "some")).map(lambda text: n.Word(text, AT))
"""Names after `choose 2`, where words such as `of` and `to` would belong to the number before them."""
SIGNS = ("or", "and", "+", "-", "*", "div", "mod", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "..")


def _binary(operator: n.BinaryOperator, left: n.Expr, right: n.Expr) -> n.Expr:
    """Two operands; `none` is left out, because it is compared with `is`."""
    if operator in ("==", "!="):
        for one, other in ((left, right), (right, left)):
            if isinstance(one, n.Nothing):
                return n.IsNone(other, operator == "!=", AT)
    return n.Binary(operator, left, right, AT)


def _deeper(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    items = st.lists(inner, max_size=2).map(tuple)
    loops = st.lists(st.builds(n.For, words, inner, st.none() | inner), min_size=1, max_size=2).map(tuple)
    inside = st.builds(n.Comprehension, inner, loops, items, st.just(AT))
    calls = st.one_of(
        st.builds(n.CallExpression, st.none() | inner, words, items, st.none(), st.just(AT)),
        st.builds(n.CallExpression, st.none() | inner, words, st.just(()), inside, st.just(AT)),
    )
    lists = st.one_of(
        st.builds(n.ListExpression, items, st.none(), st.just(AT)),
        st.builds(n.ListExpression, st.just(()), inside, st.just(AT)),
    )
    return st.one_of(
        st.builds(n.AttributeAccess, inner, words, st.just(AT)),
        calls,
        lists,
        st.builds(n.Subscript, inner, inner, st.just(AT)),
        st.builds(_binary, st.sampled_from(SIGNS), inner, inner),
        st.builds(n.Unary, st.sampled_from(("not", "-", "may")), inner, st.just(AT)),
        st.builds(n.IsNone, inner, st.booleans(), st.just(AT)),
        st.builds(n.Conditional, inner, inner, inner, st.just(AT)),
        st.builds(n.OrElse, inner, inner, st.just(AT)),
    )


values = st.recursive(
    st.one_of(
        st.builds(n.Name, names, st.just(AT)),
        st.builds(n.Integer, st.integers(0, 2**63 - 1), st.just(AT)),
        st.builds(n.Boolean, st.booleans(), st.just(AT)),
        st.builds(n.Nothing, st.just(AT)),
    ),
    _deeper,
    max_leaves=8,
)
_named = st.builds(n.Name, st.sampled_from(("total", "c", "me")), st.just(AT))
_attribute = st.builds(n.AttributeAccess, _named, words, st.just(AT))
_target = st.one_of(_named, _attribute, st.builds(n.Subscript, _named, values, st.just(AT)))
_called = st.builds(
    n.CallExpression,
    st.none() | _named,
    st.builds(n.Word, st.sampled_from(("advance", "f")), st.just(AT)),
    st.lists(values, max_size=2).map(tuple),
    st.none(),
    st.just(AT),
)


def _place(at: n.PlaceAt, position: n.Expr, zone: n.Expr) -> n.Destination:
    return n.Destination(at, position if at == "position" else None, zone, AT)


_places = st.builds(_place, st.sampled_from(("", "top", "bottom", "position")), values, values)
_lines = st.one_of(
    st.builds(n.MoveStatement, values, st.none() | values, st.none(), _places, st.just(AT)),
    st.builds(n.MoveStatement, values, st.none(), values, _places, st.just(AT)),
    st.builds(n.Draw, values, values, values, st.just(AT)),
    st.builds(n.Gather, words, st.lists(words, max_size=2).map(tuple), values, st.just(AT)),
    st.builds(n.Shuffle, values, st.just(AT)),
    st.builds(n.Swap, values, values, st.just(AT)),
    st.builds(n.Show, values, values, st.just(AT)),
    st.builds(n.RandomStatement, words, values, st.just(AT)),
    st.builds(n.LetStatement, words, values, st.just(AT)),
    st.builds(n.Assign, _target, st.sampled_from(("=", "+=", "-=")), values, st.just(AT)),
    st.builds(n.CallEffect, _called, st.just(AT)),
    st.builds(n.OfferStatement, st.lists(words, min_size=1, max_size=2).map(tuple), st.none() | values, st.just(AT)),
    st.builds(n.End, words, st.just(AT)),
    st.builds(n.NextTurn, values, st.just(AT)),
)


def _how_many(low: n.Expr | None, high: n.Expr, same: bool) -> n.HowMany:
    return n.HowMany(low, None if low is None else low if same else high, AT)


def _blocks(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    body = st.lists(inner, min_size=1, max_size=2).map(tuple)
    no = st.just(()) | body
    branches = st.lists(st.tuples(values, body), min_size=1, max_size=2).map(tuple)
    picks = st.lists(st.builds(n.ChooseClause, picked, values, st.none() | values), min_size=1, max_size=2).map(tuple)
    many = st.none() | st.builds(_how_many, st.none() | values, values, st.booleans())
    return st.one_of(
        st.builds(n.IfStatement, branches, no, st.just(AT)),
        st.builds(n.ForStatement, words, values, body, st.just(AT)),
        st.builds(n.Repeat, values, body, st.just(AT)),
        st.builds(n.While, values, values, body, st.just(AT)),
        st.builds(n.TogetherStatement, words, values, body, st.just(AT)),
        st.builds(
            n.Choose,
            how_many=many,
            picks=picks,
            by=st.none() | values,
            body=body,
            no=no,
            span=st.just(AT),
            secretly=st.booleans(),
        ),
    )


effects = st.lists(st.recursive(_lines, _blocks, max_leaves=3), min_size=1, max_size=3).map(tuple)


def _modifier(
    how: n.ModifierKind, target: n.Expr, value: n.Expr, loop: n.For | None, when: n.Expr | None
) -> n.Modifier:
    changed_to = None if how in ("forbid", "allow") else value
    return n.Modifier(how=how, target=target, value=changed_to, loop=loop, when=when, span=AT)


modifiers = st.builds(
    _modifier,
    st.sampled_from(("add", "set", "forbid", "allow")),
    _named | _attribute | _called,
    values,
    st.none() | st.builds(n.For, words, values, st.none() | values),
    st.none() | values,
)
