"""Types comprehensions, and the lists of lists that only they go through."""

from __future__ import annotations

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...builtins.definitions import SPELLED
from ...builtins.table import spelled
from ...ir import nodes as ir
from ...ir.traversal import records
from ...ir.types import BOOLEAN, INTEGER, UNKNOWN, list_of
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.scope import NameScope, if_true
from ..names.world import instantiate_pattern
from .lists import element, known, list_value, may_be_empty
from .matching import fit, mistyped, scope_of_loop, unknown, with_article, wrong_count

_TAKING = "`best`, `max`, `min`, `sort`, `sets` and `runs`"


def fold(op: str, node: syn.Comprehension, scope: NameScope, whole: syn.CallExpression | syn.ListExpression) -> ir.Expr:
    """`sum(c.worth for c in hand if …)`; E630 where the order of a shuffled zone would matter."""
    op = f"{op} by" if node.by and f"{op} by" in SPELLED else op  # of several rows the one with keys
    row, inner = SPELLED[op], scope
    loops: list[ir.Loop] = []
    for part in node.loops:
        source = list_of_lists(part.source, inner) or list_value(part.source, inner, ordered=not row.unordered)
        inner, local = inner.local(part.name, element(source, inner, part.source.span))
        inner = scope_of_loop(part.name.text, source, inner)
        test = None
        if part.test is not None:
            test = fit(inner.typed(part.test), BOOLEAN, inner, part.test.span)
            inner = inner.knowing(if_true(part.test))
        loops.append(ir.Loop(local, source, test))
    want = {"boolean": BOOLEAN, "integer": INTEGER}.get(row.body)
    body = inner.typed(node.body, want)
    if op == "count" and body.type == BOOLEAN and not isinstance(node.body, syn.Name):
        _counts_truth(node, scope)
    if want is not None:
        body = fit(body, want, inner, node.body.span)
    elif body.type.base == "zone":
        helps = ("to list its cards, add another loop: `for c in ZONE`",)
        return scope.fault("E317", "a list cannot contain zones", node.body.span, label="this is a zone", helps=helps)
    elif body.type.is_nested() and row.result.startswith("list of list"):
        message = f"'{op}' puts lists together, which cannot hold lists themselves"
        return scope.fault("E326", message, node.body.span, label="a list of lists")
    keys = _laid_out(loops[-1].local, node, inner) if op == "apart" else _keys(op, node, inner)
    if row.keys and not node.by and op != "apart":
        return unknown(whole.span)
    joined = row.result.startswith("list of list") and body.type.item
    type = instantiate_pattern(row.result, {"T": joined or body.type})
    if type.optional and not body.type.optional and not may_be_empty(loops, node, inner):
        counted = any(loop.test is not None or not known(loop.source, inner).fewest for loop in loops)
        type = type.never(counted=counted)
    return ir.Fold(op=row.op, loops=tuple(loops), body=body, keys=keys, type=type, span=whole.span)


def _counts_truth(node: syn.Comprehension, scope: NameScope) -> None:
    """Report a `count` of conditions, which counts those that do not hold as well (E262)."""
    loop = node.loops[-1]
    also = f" {print_syntax(loop.test)} and" if loop.test is not None else ""
    helps: tuple[str, ...] = ()
    if len(node.loops) == 1:
        either = isinstance(node.body, syn.Binary) and node.body.operator == "or"
        test = f"({print_syntax(node.body)})" if also and either else print_syntax(node.body)
        helps = (
            f"write `count({loop.name.text} for {loop.name.text} in {print_syntax(loop.source)} if{also} {test})`",
        )
    message = "`count` counts how many there are, whether this is true or not"
    scope.fault("E262", message, node.body.span, label="this is true or false", helps=helps)


def _keys(op: str, node: syn.Comprehension, scope: NameScope) -> tuple[ir.Expr, ...]:
    row = SPELLED[op]
    _no_key(op, node, scope)
    if row.keys and not node.by:
        helps = (f"for example `{op}({node.span.written} by …)`",)
        if isinstance(node.body, syn.AttributeAccess) and len(node.loops) == 1:
            each, rest = node.loops[0].name.text, node.span.written[len(node.body.span.written) :]
            helps = (f"write `{op}({each}{rest} by {print_syntax(node.body)})`",)
        scope.fault("E318", f"'{op}' needs a key: `by …` at its end", node.span, label="no `by`", helps=helps)
    keys = []
    for key in node.by:
        typed = scope.typed(key)
        if row.keys and typed.type != UNKNOWN:
            _varies(op, key, node, scope)
        if typed.type.base in ("boolean", "symbol") and not typed.type.optional:
            keys.append(typed)
        else:
            keys.append(fit(typed, INTEGER, scope, key.span))
    return tuple(keys)


def _varies(op: str, key: syn.Expr, node: syn.Comprehension, scope: NameScope) -> None:
    """Warn of a `by` that is the same for all, so that it chooses, sorts or groups nothing (W665)."""
    names = [loop.name.text for loop in node.loops]
    if any(isinstance(one, syn.Name) and one.id in names for one in records(key)):
        return
    message = f"`by {key.span.written.strip()}` is the same for each '{names[-1]}'"
    helps = (f"write something of `{names[-1]}`: `by {names[-1]}.…`",)
    scope.fault("W665", message, key.span, label=SPELLED[op].same, helps=helps)


def _no_key(op: str, node: syn.Comprehension, scope: NameScope) -> None:
    if node.by and not SPELLED[op].keys:
        helps = (f"only {_TAKING} take a `by`",)
        scope.fault("E318", f"'{op}' takes no `by`", node.by[0].span, label="remove it", helps=helps)


def _laid_out(group: ir.Local, node: syn.Comprehension, scope: NameScope) -> tuple[ir.Expr, ...]:
    """`apart` looks at the cards of each group, which its last loop names; E310 where those are no groups of cards."""
    _no_key("apart", node, scope)
    type, word = group.type, node.loops[-1].name
    if type.base == "nothing" or (type.base == "list" and type.item is not None and type.item.base == "card"):
        return (group,)
    message = f"'apart' goes through groups of cards, but each '{word.text}' is {with_article(type)}"
    helps = ("groups are what `subsets`, `stretches`, `sets` and `runs` make of cards",)
    scope.fault("E310", message, word.span, label=f"this is {with_article(type)}", helps=helps)
    return (unknown(word.span),)


# Lists of lists ---------------------------------------------------------------------------


def is_list_of_lists(node: syn.Expr, scope: NameScope) -> bool:
    """Whether an expression says by its words alone that it is a list of lists.

    It is `subsets(…)`, `stretches(…)`, `sets(…)` or `runs(…)`, unless the spec has a function of this name; a
    comprehension `[g for … for g in …]` over such a list; or two of these joined by `+`.
    """
    match node:
        case syn.CallExpression(target=None, name=word, comprehension=made):
            if word.text in scope.world.spec.functions:
                return False
            results = [row.result for row in spelled("function", word.text)]
            results += [] if made is None or word.text not in SPELLED else [SPELLED[word.text].result]
            return any(result.startswith("list of list") for result in results)
        case syn.ListExpression(comprehension=syn.Comprehension(body=syn.Name(id=id), loops=loops)):
            return any(loop.name.text == id and is_list_of_lists(loop.source, scope) for loop in loops)
        case syn.Binary(operator="+", left=left, right=right):
            return is_list_of_lists(left, scope) or is_list_of_lists(right, scope)
        case _:
            return False


def list_of_lists(node: syn.Expr, scope: NameScope) -> ir.Expr | None:
    """A list of lists for a comprehension to go through; None where it is something else."""
    if not is_list_of_lists(node, scope):
        return None
    match node:
        case syn.CallExpression(comprehension=syn.Comprehension() as made) if node.name.text in SPELLED:
            return fold(node.name.text, made, scope, node)
        case syn.CallExpression():
            return _parts(node, scope)
        case syn.ListExpression(comprehension=syn.Comprehension() as made):
            return fold("list", made, scope, node)
        case syn.Binary(left=left, right=right):
            return _joined(left, right, node.span, scope)
        case _:
            return None


def report_list_of_lists(node: syn.Expr, scope: NameScope) -> ir.Expr:
    """Report a list of lists in which each is to stay once (E326)."""
    text = print_syntax(node)
    helps = (f"take its lists one by one: `… for s in {text}`",)
    return scope.fault("E326", "'distinct' cannot compare lists", node.span, label="a list of lists", helps=helps)


def _joined(left: syn.Expr, right: syn.Expr, span: Span, scope: NameScope) -> ir.Expr:
    """Groups of one kind and groups of another: E310 where one side is something else."""
    one, other = _side(left, scope), _side(right, scope)
    if UNKNOWN in (one.type, other.type):
        return unknown(span)
    if one.type != other.type:
        this = Label(left.span, f"this is {with_article(one.type)}")
        return mistyped(with_article(one.type), other.type, right.span, scope, others=(this,))
    return ir.Apply("join", (one, other), one.type, span)


def _side(node: syn.Expr, scope: NameScope) -> ir.Expr:
    found = list_of_lists(node, scope)
    if found is not None:
        return found
    value = scope.typed(node)
    if value.type == UNKNOWN or value.type.item is not None and value.type.item.base == "list":
        return value
    helps = ("the other side of the `+` is a list of lists",)
    return mistyped("a list of lists", value.type, node.span, scope, helps=helps)


def _parts(node: syn.CallExpression, scope: NameScope) -> ir.Expr:
    """`subsets(L)`, `stretches(L, 3..5)`, `subsets(L, 2)`: E204 wrong number of arguments, E310 wrong types."""
    id, span = node.name.text, node.span
    if node.comprehension is not None:
        of: ir.Expr = fold("list", node.comprehension, scope, node)
    elif len(node.args) in (1, 2):
        of = list_value(node.args[0], scope)
    else:
        message = wrong_count(id, {1, 2}, len(node.args))
        notes = tuple(row.signature for row in spelled("function", id))
        return scope.fault("E204", message, span, label=f"{len(node.args)} given", notes=notes)
    if of.type == UNKNOWN:
        return of
    if len(node.args) < 2:
        return ir.Apply(f"all_{id}", (of,), list_of(of.type), span)
    sizes = _sizes(node.args[1], scope)
    return unknown(span) if sizes.type == UNKNOWN else ir.Apply(id, (of, sizes), list_of(of.type), span)


def _sizes(node: syn.Expr, scope: NameScope) -> ir.Expr:
    """How many elements parts of a list may have: a number, or a list of numbers such as `3..5` (E310)."""
    value = scope.typed(node)
    match value.type.base:
        case "integer":
            one = fit(value, INTEGER, scope, node.span)
            return one if one.type == UNKNOWN else ir.ListOf((one,), list_of(INTEGER), node.span)
        case "list":
            return fit(list_value(node, scope), list_of(INTEGER), scope, node.span)
        case "nothing":
            return value
    helps = ("how many elements the parts have: `3`, or from 3 to 5: `3..5`",)
    return mistyped("a number or a list of numbers", value.type, node.span, scope, helps=helps)
