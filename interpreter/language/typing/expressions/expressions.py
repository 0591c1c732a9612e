"""Types expressions: from the syntax tree to the IR; calls among them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from ....diagnostics.diagnostic import Label
from ....diagnostics.suggest import did_you_mean, instead
from ...builtins.definitions import SPELLED
from ...builtins.row import BuiltinRow
from ...builtins.table import spelled, spellings
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, UNKNOWN, Type, kind, list_of
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.scope import NameScope
from ..names.world import Bindings, bind_pattern, instantiate_pattern
from .comprehensions import fold, list_of_lists, report_list_of_lists
from .conditions import possible
from .instances import call_function, card_to_activate, permission, usable
from .lists import element_type
from .matching import (
    LIKELY,
    cards_of,
    converted,
    fit,
    fits,
    has_unknown_position,
    none,
    number,
    unified,
    unknown,
    with_article,
    wrong_count,
)
from .members import attribute, index
from .names import name, needs_help
from .operators import binary, conditional, is_none, or_else, unary


def expression(node: syn.Expr, scope: NameScope, expect: Type | None = None) -> ir.Expr:
    """The typed form of an expression. Mistakes go to the report; what has one gets a type that fits everywhere.

    `expect` is the type that is needed here, if known: it decides which symbol a word
    is. It is not checked here, see `matching.fit`.
    """
    match node:
        case syn.Name():
            return _known(name(node, scope, expect), node, scope)
        case syn.Integer():
            return number(node.value, node.span)
        case syn.Boolean():
            return ir.Const(int(node.value), BOOLEAN, node.span)
        case syn.Nothing():
            return none(node.span)
        case syn.AttributeAccess():
            return attribute(node, scope)
        case syn.CallExpression():
            return _known(call(node, scope, expect), node, scope)
        case syn.Subscript():
            return _known(index(node, scope), node, scope)
        case syn.ListExpression():
            return list_node(node, scope, expect)
        case syn.Binary():
            return binary(node, scope, expect)
        case syn.Unary(operator="may"):
            return may(node, scope)
        case syn.Unary():
            return unary(node, scope)
        case syn.IsNone():
            return is_none(node, scope)
        case syn.Conditional():
            return conditional(node, scope, expect)
        case syn.OrElse():
            return or_else(node, scope, expect)
        case _:
            assert_never(node)


def _known(value: ir.Expr, node: syn.Expr, scope: NameScope) -> ir.Expr:
    """The value without none in its type, where a condition has ruled none out."""
    if value.type.optional and scope.facts and print_syntax(node) in scope.facts:
        return replace(value, type=value.type.sure())
    return value


# Types calls: declared functions, built-in functions, comprehensions, permissions.


def call(node: syn.CallExpression, scope: NameScope, expect: Type | None) -> ir.Expr:
    """`f(x)`: E203 unknown function, E204 wrong number of arguments, E316 wrong types."""
    world, id = scope.world, node.name.text
    if node.target is not None:
        return _method(node, scope)
    if id in world.spec.functions:
        return call_function(node, scope)
    groups = list_of_lists(node, scope)
    if groups is not None:
        return groups
    if node.comprehension is not None and id in SPELLED:
        return fold(id, node.comprehension, scope, node)
    if spelled("function", id):
        return _builtin(node, scope, expect)
    if id in SPELLED:
        return _plain(node, scope)
    return _not_found(node, scope)


def _method(node: syn.CallExpression, scope: NameScope) -> ir.Expr:
    assert node.target is not None
    declared = scope.world.spec.permissions.get(node.name.text)
    helps: tuple[str, ...] = (f"ask for a permission with `may`: `may {node.span.written}`",) if declared else ()
    if not declared and node.name.text in scope.world.spec.functions:
        helps = (f"pass all arguments in parentheses: `{node.name.text}(…)`",)
    what, given = print_syntax(node.target), [print_syntax(one) for one in node.args]
    sections = ("call after a dot", "call after a dot with arguments", "call after a dot with one argument")
    for section in reversed(sections[: 3 if len(given) == 1 else 2 if given else 1]):
        helps = helps or instead(section, node.name.text, what=what, argument="".join(given[:1]))
    if not helps and not given and (had := _had(node.name.text, scope)):
        helps = (f"without parentheses: `{what}.{had}`",)
    message = f"'{node.name.text}' cannot be called after a dot"
    return scope.fault("E203", message, node.name.span, label="not written like this", helps=helps)


def may(node: syn.Unary, scope: NameScope) -> ir.Expr:
    """`may me.pairing(green)`, `may me.play`: E205 for an unknown permission or action."""
    operand = node.operand
    match operand:
        case syn.CallExpression(comprehension=None):
            target, word, args = operand.target, operand.name, operand.args
        case syn.AttributeAccess():
            target, word, args = operand.target, operand.name, ()
        case syn.Name():
            target, word, args = None, syn.Word(operand.id, operand.span), ()
        case _:
            target, word, args = None, syn.Word("", operand.span), ()
    declared = scope.world.spec.permissions.get(word.text)
    action = scope.world.spec.actions.get(word.text)
    if declared is None and word.text == "activate" and target is None and isinstance(operand, syn.CallExpression):
        one = card_to_activate(operand, scope)
        sure = fit(one, one.type.sure(), scope, operand.args[0].span) if one is not None else unknown(node.span)
        return sure if sure.type == UNKNOWN else usable(sure, scope, node.span)
    if declared is None and action is not None:
        return possible(action, scope.typed(target) if target is not None else None, len(args), scope, node.span)
    if declared is None:
        return scope.fault(
            "E205",
            f"unknown permission or action '{word.text}'"
            if word.text
            else "a permission or an action is needed after 'may'",
            word.span,
            label="not declared under `permissions:`",
            helps=did_you_mean(word.text, [*scope.world.spec.permissions, *scope.world.spec.actions]),
        )
    owner = scope.typed(target) if target is not None else None
    return permission(declared, owner, args, scope, node.span)


def _arguments(node: syn.CallExpression, scope: NameScope) -> list[ir.Expr]:
    if node.comprehension is not None:
        return [fold("list", node.comprehension, scope, node)]
    if len(node.args) == 2 and needs_help(node.args[0], scope) and not needs_help(node.args[1], scope):
        second = scope.typed(node.args[1])
        return [scope.typed(node.args[0], second.type), second]
    return [scope.typed(arg) for arg in node.args]


def _builtin(node: syn.CallExpression, scope: NameScope, expect: Type | None) -> ir.Expr:
    rows = spelled("function", node.name.text)
    args = _arguments(node, scope)
    if any(arg.type == UNKNOWN for arg in args):
        return unknown(node.span)
    for turn in (False, True):
        for row in rows:
            found = _fitting(row, args, node, scope, turn)
            if found is not None:
                return found
    return _no_row(rows, args, node, scope)


def _fitting(
    row: BuiltinRow, args: list[ir.Expr], node: syn.CallExpression, scope: NameScope, turn: bool
) -> ir.Expr | None:
    if len(args) != len(row.parameters):
        return None
    values: list[ir.Expr] = []
    bindings: Bindings = {}
    for pattern, arg in zip(row.parameters, args, strict=True):
        value = arg
        if turn and arg.type.base == "zone" and pattern.startswith("list"):
            value = cards_of(arg, scope, ordered=not row.unordered)
        if row.by_kind and value.type.is_nested():
            return report_list_of_lists(node.args[0], scope)
        if row.by_kind and value.type.item is not None and value.type.item.base == "card":
            value = converted(value, list_of(kind(value.type.item.name)), scope)
        bound = bind_pattern(pattern, value.type, bindings)
        if bound is None:
            return None
        bindings = bound
        values.append(value)
    if row.reads_order:
        for written in node.args:
            if has_unknown_position(written, scope):
                message = "the position of this card may be unknown, so no rule can read it"
                scope.fault("E630", message, written.span, label="lies in a zone that is shuffled")
    value = ir.Apply(row.op, tuple(values), instantiate_pattern(row.result, bindings), node.span)
    return element_type(value, node.args[0], scope) if values else value


def _no_row(rows: tuple[BuiltinRow, ...], args: list[ir.Expr], node: syn.CallExpression, scope: NameScope) -> ir.Expr:
    ways = tuple(row.signature for row in rows)
    counts = {len(row.parameters) for row in rows}
    if len(args) not in counts:
        text = wrong_count(node.name.text, counts, len(args))
        return scope.fault("E204", text, node.span, label=f"{len(args)} given", notes=ways)
    near = min(
        rows,
        key=lambda row: (
            len(row.parameters) != len(args),
            sum(bind_pattern(p, x.type.sure(), {}) is None for p, x in zip(row.parameters, args, strict=False)),
        ),
    )
    for pattern, arg, written in zip(near.parameters, args, node.args or (node,), strict=False):
        sure = arg.type.optional and bind_pattern(pattern, arg.type.sure(), {}) is not None
        if bind_pattern(pattern, arg.type, {}) is None:
            return scope.fault(
                "E313" if sure else "E316",
                f"'{node.name.text}' needs {with_article(arg.type.sure())}, but this may be none"
                if sure
                else f"'{node.name.text}' cannot take {with_article(arg.type)}",
                written.span,
                label="may be none" if sure else f"this is {with_article(arg.type)}",
                notes=ways,
                helps=(
                    f"give a value for that case: `… else {LIKELY.get(arg.type.base, '…')}`, or check first: "
                    "`… is not none and …`",
                )
                if sure
                else _numbered(written, arg, pattern) or _summed(node, arg, scope),
            )
    message, label = (
        f"'{node.name.text}' cannot take arguments of these types together",
        "these types do not go together",
    )
    given = {"name": node.name.text, "argument": print_syntax(node.args[0]) if node.args else "…"}
    helps = instead("function", f"{node.name.text} with one number", **given) if len(args) == 1 else ()
    return scope.fault("E316", message, node.span, label=label, notes=ways, helps=helps)


def _numbered(written: syn.Expr, arg: ir.Expr, pattern: str) -> tuple[str, ...]:
    """How a symbol becomes a number, where one is needed."""
    number = (
        arg.type.base == "symbol" and not isinstance(arg, ir.Const) and bind_pattern(pattern, INTEGER, {}) is not None
    )
    return (f"its number in the list of its type: `place({print_syntax(written)})`",) if number else ()


def _summed(node: syn.CallExpression, arg: ir.Expr, scope: NameScope) -> tuple[str, ...]:
    """What of the cards of a zone can be added or compared: `sum(c.value for c in p.ship)`."""
    deck = (arg.type.item or arg.type).name
    names = [n for n, type in scope.world.attributes.get(deck, {}).items() if type.base == "integer"]
    each = f"{node.name.text}(x.{names[0]} for x in {print_syntax(node.args[0])})" if names and node.args else ""
    return (f"say what of each card: `{each}`",) if each and node.name.text in SPELLED else ()


def _plain(node: syn.CallExpression, scope: NameScope) -> ir.Expr:
    """`best(hand)`: what goes through a comprehension was given something else (E204)."""
    id = node.name.text
    helps = (
        *_dotted(node, scope),
        f"write what it goes through: `{id}(x for x in …{' by …' if SPELLED[id].keys else ''})`",
    )
    return scope.fault("E204", f"'{id}' needs a comprehension", node.span, label="no `for … in …` in it", helps=helps)


def _not_found(node: syn.CallExpression, scope: NameScope) -> ir.Expr:
    world, id = scope.world, node.name.text
    if id in world.spec.effects or id in ("score", "activate", "say"):
        helps: tuple[str, ...] = ("effects are written on lines of their own, under `do:`",)
        if id == "score":
            helps = (f"write `{print_syntax(node)}` on a line of its own: it adds to the variable of its `into`",)
        if id in world.spec.effects:
            span = world.spec.effects[id].signature.span
            others: tuple[Label, ...] = (Label(span, "declared as an effect here"),)
        else:
            others = ()
        message = f"'{id}' is an effect, but a value is needed here"
        return scope.fault("E330", message, node.name.span, label="changes the game", others=others, helps=helps)
    near = did_you_mean(id, [*world.spec.functions, *spellings("function"), *SPELLED])
    notes: tuple[str, ...] = ()
    family = world.spec.zones.get(id) or world.spec.variables.get(id)
    if family is not None and family.along and node.args:
        helps = (f"one of them is named by brackets: `{id}{''.join(f'[{print_syntax(a)}]' for a in node.args)}`",)
        return scope.fault("E203", f"unknown function '{id}'", node.name.span, label="no such function", helps=helps)
    if id in world.globals:
        notes = (f"'{id}' is {world.globals[id][0]}, written without parentheses",)
    elif id in world.spec.actions:
        notes = (f"'{id}' is an action, which players choose; it has no value",)
    best = print_syntax(node).replace("worst(", "best(").replace(" by ", " by -")
    given = [print_syntax(one) for one in node.args]
    words = instead(f"function of {len(given)}", id, first=given[0], last=given[-1]) if given else ()
    words = words or instead("function", id, argument=given[0] if given else "…", best=best)
    if id == "range" and len(given) == 1 and (many := re.fullmatch(r"count\(([a-z_][\w.]*)\)", given[0])):
        words = (f"one after the other: `for x in {many[1]}:`; so many times: `repeat {given[0]}:`",)
    return scope.fault(
        "E203",
        f"unknown function '{id}'",
        node.name.span,
        label="no such function",
        notes=notes,
        helps=(words if not notes else ()) or _dotted(node, scope) or near,
    )


def _dotted(node: syn.CallExpression, scope: NameScope) -> tuple[str, ...]:
    """`worth(c)` for `c.worth`, `is_empty(pile)` for `pile.empty`: what something has comes after a dot."""
    had = _had(node.name.text, scope) if len(node.args) == 1 else ""
    return (f"write `{print_syntax(node.args[0])}.{had}`",) if had else ()


def _had(id: str, scope: NameScope) -> str:
    """What cards, players, teams or zones have of this name, perhaps with an `is_` before it; else nothing."""
    spec = scope.world.spec
    had = {a.name.text for deck in spec.decks.values() for a in deck.attributes} | {*spellings("property")}
    had |= {variable.name.text for variable in spec.variables.values() if variable.of is not None}
    had |= {zone.name.text for zone in spec.zones.values() if zone.of is not None}
    return next((one for one in (id, id.removeprefix("is_")) if one in had), "")


def list_node(node: syn.ListExpression, scope: NameScope, expect: Type | None) -> ir.Expr:
    """`[a, b]`, or a comprehension in brackets."""
    if node.comprehension is not None:
        return fold("list", node.comprehension, scope, node)
    items = _items(node, scope, expect.item if expect is not None and expect.base == "list" else None)
    if not items:
        return ir.ListOf((), expect.sure() if expect is not None and expect.base == "list" else Type("list"), node.span)
    item = items[0].type
    for value, written in zip(items[1:], node.items[1:], strict=True):
        if not fits(value.type, item) and not fits(item, value.type):
            message = (
                f"the elements of a list have one type, but this is {with_article(value.type)}"
                f" and the first is {with_article(item)}"
            )
            return scope.fault("E312", message, written.span, label=f"this is {with_article(value.type)}")
        item = unified(item, value.type) or item
    if item.base == "zone":
        alone = (f"leave the brackets out: `{node.items[0].span.written}`",) if len(items) == 1 else ()
        joined = " + ".join(one.span.written for one in node.items[:3])
        helps = alone or (f"the cards of several zones are `{joined}`",)
        return scope.fault("E317", "a list cannot contain zones", node.span, label="these are zones", helps=helps)
    return ir.ListOf(tuple(converted(v, item, scope) for v in items), list_of(item), node.span)


def _items(node: syn.ListExpression, scope: NameScope, want: Type | None) -> list[ir.Expr]:
    clear = next((i for i in node.items if not needs_help(i, scope)), None)
    if want is None and clear is not None:
        want = scope.typed(clear).type
        want = None if want == UNKNOWN else want
    return [scope.typed(item, want) for item in node.items]
