"""Types operators: which row of the table they are, and what their operands must be."""

from __future__ import annotations

import re
from dataclasses import replace

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...builtins.table import ROWS
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, UNKNOWN, Type, list_of
from ...spec.reader import literal
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.scope import NameScope, if_false, if_true
from .lists import check_test, known
from .matching import NUMBERED_HELP, cards_of, converted, fit, fits, mistyped, unified, unknown, with_article
from .names import needs_help

_ANY = ("whether there are any: `count(…) > 0`",)

NUMBERS = ("integer", "integer")

ARITHMETIC = {row.spelling: row.op for row in ROWS.values() if (*row.parameters, row.result) == (*NUMBERS, "integer")}
"""The operators that make a number of two."""


def _lua_choice(node: syn.Binary) -> str:
    """`test and 1 or 0`, as it is written here; "" for anything else."""
    both = node.left
    if not isinstance(both, syn.Binary) or both.operator != "and" or literal(both.right) is None:
        return ""
    return f"{print_syntax(both.right)} if {print_syntax(both.left)} else {print_syntax(node.right)}"


def binary(node: syn.Binary, scope: NameScope, expect: Type | None) -> ir.Expr:
    """Two operands: logic, comparison, membership, arithmetic, a range."""
    if node.operator == "or" and (lua := _lua_choice(node)):
        return scope.fault("E303", "`and … or` gives no value by a condition", node.span, helps=(f"write `{lua}`",))
    match node.operator:
        case "and" | "or":
            return _logic(node, scope)
        case "==" | "!=":
            return _equality(node, scope)
        case "<" | "<=" | ">" | ">=":
            return _order(node, scope)
        case "in" | "not in":
            return _membership(node, scope)
        case "..":
            low, high = scope.typed(node.left), scope.typed(node.right)
            args = (fit(low, INTEGER, scope, node.left.span), fit(high, INTEGER, scope, node.right.span))
            return ir.Apply("range", args, list_of(INTEGER), node.span)
        case _:
            return _arithmetic(node, scope, expect)


def _logic(node: syn.Binary, scope: NameScope) -> ir.Expr:
    left = fit(scope.typed(node.left), BOOLEAN, scope, node.left.span)
    learned = if_true(node.left) if node.operator == "and" else if_false(node.left)
    later = scope.knowing(learned)
    value = later.typed(node.right)
    test = node.left
    if isinstance(test, syn.Binary) and test.operator in ("==", "!=") and value.type.base in ("symbol", "kind"):
        other = print_syntax(replace(test, right=node.right))
        helps = (f"write both comparisons: `{print_syntax(test)} {node.operator} {other}`",)
        return mistyped("a boolean", value.type, node.right.span, scope, helps=helps)
    right = fit(value, BOOLEAN, later, node.right.span)
    return ir.Apply(node.operator, (left, right), BOOLEAN, node.span)


def pair(left: syn.Expr, right: syn.Expr, scope: NameScope) -> tuple[ir.Expr, ir.Expr]:
    """Two values that are compared: where one is a bare symbol, the other decides its enumeration."""
    if needs_help(left, scope) and not needs_help(right, scope):
        second = scope.typed(right)
        return scope.typed(left, second.type), second
    first = scope.typed(left)
    if first.type == UNKNOWN and needs_help(right, scope):
        return first, unknown(right.span)  # the mistake is on the left and has been reported
    return first, scope.typed(right, first.type)


def _equality(node: syn.Binary, scope: NameScope) -> ir.Expr:
    left, right = pair(node.left, node.right, scope)
    if "zone" in (left.type.base, right.type.base):
        zone = node.left if left.type.base == "zone" else node.right
        number = (right if zone is node.left else left).type.base == "integer"
        cards = "one card of it: `.top`, `.only`; whether there are any: `.empty`"
        advice = f"how many there are: `count({print_syntax(zone)})`" if number else cards
        return _incomparable("E311", node, zone.span, ("a zone", "this is a zone"), advice, scope)
    if not (fits(left.type, right.type) or fits(right.type, left.type)):
        return _different_types(node, left, right, scope)
    for one, other, written in ((left, right, node.right), (right, left, node.left)):
        if one.type.base == "none" and not other.type.optional and other.type != UNKNOWN:
            certain = _never_none(other, written, node.operator == "!=", scope)
            if certain is not None:
                return certain
    if left.type.is_nested() or right.type.is_nested():
        return _nested(node, scope)
    check_test(node, left, right, scope)
    if "list" in (left.type.base, right.type.base):
        left, right = converted(left, right.type, scope), converted(right, left.type, scope)
    result: ir.Expr = ir.Apply("equal", (left, right), BOOLEAN, node.span)
    return result if node.operator == "==" else ir.Apply("not", (result,), BOOLEAN, node.span)


def _nested(node: syn.Binary, scope: NameScope) -> ir.Expr:
    """Report a comparison of lists of lists (E326)."""
    advice = "compare their lists one by one: `all(a[n] == b[n] for n in 1..count(a))`"
    return _incomparable("E326", node, node.span, ("lists of lists", "these are lists of lists"), advice, scope)


def _incomparable(
    code: str, node: syn.Binary, span: Span, what: tuple[str, str], advice: str, scope: NameScope
) -> ir.Expr:
    """Report that something cannot be compared; `what` it is, for the message and under the carets."""
    return scope.fault(code, f"'{node.operator}' cannot compare {what[0]}", span, label=what[1], helps=(advice,))


def _different_types(node: syn.Binary, left: ir.Expr, right: ir.Expr, scope: NameScope) -> ir.Expr:
    message = f"'{node.operator}' cannot compare {with_article(left.type)} with {with_article(right.type)}"
    others = (Label(node.left.span, f"this is {with_article(left.type)}"),)
    both = {left.type.base, right.type.base}
    helps = (NUMBERED_HELP,) if both == {"player", "integer"} else _of_this_type(node, left, right, scope)
    if both == {"list", "integer"}:
        many = node.left if left.type.base == "list" else node.right
        helps = (f"how many there are: `count({print_syntax(many)})`",)
    label = f"this is {with_article(right.type)}"
    return scope.fault("E311", message, node.right.span, label=label, others=others, helps=helps)


SPOKEN = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
"""What ranks are called that are written as numbers."""


def _of_this_type(node: syn.Binary, left: ir.Expr, right: ir.Expr, scope: NameScope) -> tuple[str, ...]:
    """What a symbol can be compared with: the attribute of the card that has such symbols; else which there are."""
    card = node.left.target if isinstance(node.left, syn.AttributeAccess) else node.left
    deck = left.name.partition(".")[0] if isinstance(left, ir.AttributeOf) else left.type.name
    for name, type in scope.world.attributes.get(deck, {}).items():
        if right.type.base == "symbol" == type.base and type.name == right.type.name:
            return (f"compare its {name}: `{print_syntax(card)}.{name}`",)
    if right.type.base == "kind" and isinstance(left, ir.AttributeOf) and left.type.base == "symbol":
        return (f"'{print_syntax(node.right)}' is a kind of card: compare the card itself, `{print_syntax(card)}`",)
    symbols = scope.world.enumerations.get(left.type.name, ()) if left.type.base == "symbol" else ()
    if isinstance(right, ir.Const) and right.type.base == "integer" and symbols:
        word = dict(enumerate(SPOKEN)).get(literal(node.right) or 0, "")
        if word in symbols:
            return (f"write `{word}`",)
    return (f"the symbols of {left.type.name} are {', '.join(symbols)}",) if symbols else ()


def _order(node: syn.Binary, scope: NameScope) -> ir.Expr:
    left = fit(scope.typed(node.left), INTEGER, scope, node.left.span)
    right = fit(scope.typed(node.right), INTEGER, scope, node.right.span)
    check_test(node, left, right, scope)
    if node.operator in (">", ">="):
        left, right = right, left
    op = "less" if node.operator in ("<", ">") else "less_equal"
    return ir.Apply(op, (left, right), BOOLEAN, node.span)


def _membership(node: syn.Binary, scope: NameScope) -> ir.Expr:
    if needs_help(node.left, scope):
        many = _many(node.right, scope)
        one = scope.typed(node.left, many.type.item)
    else:
        one = scope.typed(node.left)
        expect = list_of(one.type.sure()) if one.type.base not in ("nothing", "none") else None
        many = _many(node.right, scope, expect)
    item = many.type.item
    if item is not None and not (fits(one.type, item) or fits(item, one.type)):
        return _different_types(node, one, ir.Const(0, item, node.right.span), scope)
    result: ir.Expr = ir.Apply("in", (one, many), BOOLEAN, node.span)
    if many.type.is_nested():
        result = _among_lists(one, many, scope)
    return result if node.operator == "in" else ir.Apply("not", (result,), BOOLEAN, node.span)


def _among_lists(one: ir.Expr, many: ir.Expr, scope: NameScope) -> ir.Expr:
    """Whether a list is one of those in a list of lists: `any(one == each for each in many)`."""
    assert many.type.item is not None
    each = scope.frame.local("each", many.type.item, many.span)
    same = ir.Apply("equal", (converted(one, each.type, scope), converted(each, one.type, scope)), BOOLEAN, one.span)
    return ir.Fold(op="any", loops=(ir.Loop(each, many, None),), body=same, keys=(), type=BOOLEAN, span=one.span)


def _many(node: syn.Expr, scope: NameScope, expect: Type | None = None) -> ir.Expr:
    """The list to search; for that the order of a zone does not matter."""
    value = scope.typed(node, expect)
    if value.type.base == "zone":
        return cards_of(value, scope, ordered=False)
    return fit(value, Type("list"), scope, node.span)


def _arithmetic(node: syn.Binary, scope: NameScope, expect: Type | None, before: syn.Expr | None = None) -> ir.Expr:
    """`x + y`; `before` is what stands behind an `else` that follows, which stands for the whole sum, not its end."""
    wants_list = expect if expect is not None and expect.base == "list" else None
    left = _operand(node.left, scope, wants_list, before)
    if node.operator in ("+", "-") and left.type.base in ("list", "zone"):
        return _of_lists(node, left, scope)
    if node.operator in ("+", "-") and left.type == UNKNOWN:  # it may have been meant as a list
        _operand(node.right, scope, None, before)
        return unknown(node.span)
    left = fit(left, INTEGER, scope, node.left.span)
    right = fit(_operand(node.right, scope, None, before), INTEGER, scope, node.right.span)
    if ROWS[ARITHMETIC[node.operator]].fails == "zero" and not never_zero(right, scope):
        helps = ("make sure that it is not: `max(1, …)`",)
        scope.fault("E314", "this divisor could be zero", node.right.span, label="may be zero", helps=helps)
    if UNKNOWN in (left.type, right.type):
        return unknown(node.span)
    return ir.Apply(ARITHMETIC[node.operator], (left, right), INTEGER, node.span)


def _operand(node: syn.Expr, scope: NameScope, expect: Type | None, before: syn.Expr | None) -> ir.Expr:
    """One side of a sum. Where it may be none and an `else` follows the sum, it says where that belongs (E313)."""
    if before is None:
        return scope.typed(node, expect)
    if isinstance(node, syn.Binary) and node.operator in ARITHMETIC:
        return _arithmetic(node, scope, expect, before)
    value = scope.typed(node, expect)
    if not value.type.optional or value.type.base != "integer":
        return value
    message = "a number is needed here, but this may be none"
    notes = ("`else` stands for everything before it, here for the whole sum",)
    helps = (f"for this part alone, write it in parentheses: `({print_syntax(node)} else {print_syntax(before)})`",)
    return scope.fault("E313", message, node.span, label="may be none", notes=notes, helps=helps)


def never_zero(value: ir.Expr, scope: NameScope) -> bool:
    """Whether a number can be seen not to be zero."""
    found = known(value, scope)
    return value.type == UNKNOWN or found.range[0] > 0 or found.high < 0


def _of_lists(node: syn.Binary, left: ir.Expr, scope: NameScope) -> ir.Expr:
    """One list after the other, or what is in the first and not in the second; E326 for a list less other lists."""
    if left.type.base == "zone":
        left = cards_of(left, scope)
    right = scope.typed(node.right, left.type)
    item = left.type.item
    wanted = Type("list") if item is None or item.base == "none" else list_of(item.maybe())
    right = fit(right, wanted, scope, node.right.span, ordered=node.operator == "+")
    if node.operator == "-":
        if left.type.is_nested() or right.type.is_nested():
            return _nested(node, scope)
        return ir.Apply("without", (left, right), left.type, node.span)
    return ir.Apply("join", (left, right), unified(left.type, right.type) or left.type, node.span)


def unary(node: syn.Unary, scope: NameScope) -> ir.Expr:
    """One operand: `not` or a minus sign (`may` is a call)."""
    value = scope.typed(node.operand)
    if node.operator == "not":
        return ir.Apply("not", (fit(value, BOOLEAN, scope, node.operand.span),), BOOLEAN, node.span)
    value = fit(value, INTEGER, scope, node.operand.span)
    if isinstance(value, ir.Const) and isinstance(value.value, int):
        return ir.Const(-value.value, value.type, node.span)
    return ir.Apply("negate", (value,), INTEGER, node.span)


def conditional(node: syn.Conditional, scope: NameScope, expect: Type | None) -> ir.Expr:
    """`a if b else c`: both have one type."""
    test = fit(scope.typed(node.test), BOOLEAN, scope, node.test.span)
    yes_scope, no_scope = scope.knowing(if_true(node.test)), scope.knowing(if_false(node.test))
    if needs_help(node.yes, scope) and not needs_help(node.no, scope):
        no = no_scope.typed(node.no, expect)
        yes = yes_scope.typed(node.yes, expect or no.type)
    else:
        yes = yes_scope.typed(node.yes, expect)
        no = no_scope.typed(node.no, expect or yes.type)
    return _either(test, yes, no, node.yes.span, node.no.span, node.span, scope)


def _either(test: ir.Expr, yes: ir.Expr, no: ir.Expr, at: Span, other: Span, span: Span, scope: NameScope) -> ir.Expr:
    type = unified(yes.type, no.type)
    if type is None:
        message = (
            f"both values need the same type, but one is {with_article(yes.type)} and the other {with_article(no.type)}"
        )
        others = (Label(at, f"this is {with_article(yes.type)}"),)
        team = at if (yes.type.base, no.type.base) == ("team", "player") else other
        both = {yes.type.base, no.type.base} == {"team", "player"}
        helps = (f"the players of a team are its members: `first({team.text}.members)`",) if both else ()
        return scope.fault("E312", message, other, label=f"this is {with_article(no.type)}", others=others, helps=helps)
    return ir.If(test, converted(yes, type, scope), converted(no, type, scope), type, span)


def or_else(node: syn.OrElse, scope: NameScope, expect: Type | None) -> ir.Expr:
    """`x else y`: y where x is none."""
    if isinstance(node.value, syn.Binary) and node.value.operator in ARITHMETIC:
        value = _arithmetic(node.value, scope, expect.maybe() if expect else None, node.default)
    else:
        value = scope.typed(node.value, expect.maybe() if expect else None)
    if value.type.optional:
        scope.world.needed.add(node.span)
    elif value.type != UNKNOWN:
        if _is_list(value, node.value, scope):
            message = "this is never none, so the part after 'else' is never used"
            helps = ("whether it is empty is a condition: `x if count(x) > 0 else y`",)
            report = scope.world.report
            report.add("E315", message, node.value.span, label="never none", helps=helps, path=scope.path)
            return value
        written = node.value.span.text
        alone = f"write `{written}`" if "\n" not in written + node.span.text else "remove `else …`"
        _needless(value, node, "the part after 'else' is never used", alone, scope)
    default = scope.typed(node.default, expect or value.type)
    type = unified(value.type.sure(), default.type)
    if type is None:
        return _either(value, value, default, node.value.span, node.default.span, node.span, scope)
    args = (converted(value, type.maybe(), scope), converted(default, type, scope))
    return ir.Apply("else", args, type, node.span)


def is_none(node: syn.IsNone, scope: NameScope) -> ir.Expr:
    """`x is none`, `x is not none`"""
    value = scope.typed(node.operand)
    if value.type.optional:
        scope.world.needed.add(node.operand.span)
    elif value.type != UNKNOWN:
        certain = _never_none(value, node.operand, node.negated, scope)
        if certain is not None:
            return certain
    result: ir.Expr = ir.Apply("is_none", (value,), BOOLEAN, node.span)
    return ir.Apply("not", (result,), BOOLEAN, node.span) if node.negated else result


def _is_list(value: ir.Expr, written: syn.Expr, scope: NameScope) -> bool:
    """Whether none is confused with an empty list, rather than said once too often."""
    known = value.type.seems or print_syntax(written) in scope.facts
    return value.type.base in ("zone", "list") and not known


def _needless(value: ir.Expr, node: syn.Expr, text: str, advice: str, scope: NameScope) -> None:
    """Warn of an `else`, or a test for none, of what is never none (W334): it does no harm, and was needed perhaps.

    In a part another use may need it.
    """
    label = "there is always an element to take" if value.type.seems else "never none"
    if node.span.source.used is None:
        scope.fault("W334", text, node.span, label=label, helps=(advice,))


def _never_none(value: ir.Expr, written: syn.Expr, negated: bool, scope: NameScope) -> ir.Expr | None:
    """A test whether something is none that never is: W334, but E315 for a list or a zone, which may be empty.

    None where it is tested all the same: what is known by another condition may be asked when that one fails.
    """
    if _is_list(value, written, scope):
        message = f"this is {with_article(value.type)}, which is never none"
        helps = ("whether any card lies there: `.empty`",) if value.type.base == "zone" else _ANY
        made = value.span if isinstance(value, ir.Local) else None
        if made is not None and (few := re.match(r"\w+: *0\.\.1 of +", made.source.text[made.start :])):
            others = (Label(written.span, "this asks whether there is none"),)
            helps = (f"one or none is chosen by `optional`: `{few[0].replace('0..1 of', 'optional').strip()} …`",)
            return scope.fault("E315", message, made, label="a list of one or none", others=others, helps=helps)
        return scope.fault("E315", message, written.span, label="never none", helps=helps)
    known = print_syntax(written) in scope.facts
    if not known:
        _needless(value, written, "this is never none", "remove the test", scope)
    return None if known or value.type.seems else ir.Const(int(negated), BOOLEAN, written.span)
