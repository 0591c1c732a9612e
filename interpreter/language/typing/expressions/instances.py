"""Functions, typed for the ways in which they are called; also those for quantities, permissions and `may activate(c)`.

A parameter whose type is a deck takes a card or a kind of card, and a card may come from a zone whose order is unknown.
Inside the function that makes a difference, so it is typed once for each way in which it is called:

    worth(main c): c.number + (1 if place(c) == 1 else 0)

    worth(ace)                          worth:k   c is a kind: `place(c)` is a mistake
    worth(me.hand.only)                 worth     c is a card
    worth(c) for c in shuffled deck     worth:u   c is a card of unknown position: `place(c)` is a mistake

A function that is being typed is on the stack `world.typing`; meeting it there again means that it is circular (E321).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ....diagnostics.diagnostic import Label, Report
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.traversal import records
from ...ir.types import BOOLEAN, INTEGER, PLAYER, UNKNOWN, Type, card, kind, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..names.scope import Frame, NameScope
from ..names.world import owner_type, type_of
from .card_rules import active_modifiers, forbidding, usable_kinds
from .matching import arguments, cards_of, fit, has_unknown_position, mistyped, unknown, wrong_count


def call_function(node: syn.CallExpression, scope: NameScope) -> ir.Expr:
    """A call of a declared function: E204 wrong number of arguments, E310 wrong type, E321 calls itself."""
    world = scope.world
    function = world.spec.functions[node.name.text]
    parameters = function.signature.parameters
    if node.comprehension is not None and len(parameters) == 1:
        message = f"'{node.name.text}' needs its list in brackets"
        others = (Label(function.signature.span, "declared here"),)
        helps = (f"write `{node.name.text}([{node.comprehension.span.written}])`",)
        return scope.fault("E204", message, node.span, label="no list yet", others=others, helps=helps)
    if node.comprehension is not None or len(node.args) != len(parameters):
        count = 1 if node.comprehension else len(node.args)
        hidden = world.symbols.get(node.name.text, ())
        return scope.fault(
            "E204",
            wrong_count(node.name.text, len(parameters), count),
            node.span,
            label=f"{count} given",
            others=(Label(function.signature.span, "declared here"),),
            helps=(f"'{node.name.text}' is also a symbol of {hidden[0]}: give the function another name",)
            if hidden
            else (),
        )
    args, types = typed_arguments(node.args, parameters, scope)
    loose = frozenset(n for n, arg in enumerate(node.args) if has_unknown_position(arg, scope))
    if UNKNOWN in [arg.type for arg in args]:
        return unknown(node.span)  # what is wrong with an argument was reported
    key = instance(function, tuple(types), scope, loose)
    return unknown(node.span) if key is None else ir.Call(key, tuple(args), world.functions[key].body.type, node.span)


def typed_arguments(
    written: Iterable[syn.Expr], parameters: Iterable[syn.SignatureParameter], scope: NameScope
) -> tuple[list[ir.Expr], list[Type]]:
    """The arguments of a call, fitted to the types of the parameters, and these types as they are called."""
    args, types = [], []
    for one, parameter in zip(written, parameters, strict=True):
        want = type_of(parameter.type, scope.world)
        value = scope.typed(one, want)
        types.append(as_called(want, value.type))
        args.append(fit(value, types[-1], scope, one.span))
    return args, types


def as_called(want: Type, have: Type) -> Type:
    """The type of a parameter in a call: for a deck a card or a kind, whichever it is given."""
    if want.base == "card" and have.base == "kind" and have.name == want.name:
        return Type("kind", want.name, optional=want.optional)
    inner, given = want.item, have.item
    if (
        inner is not None
        and given is not None
        and (inner.base, given.base) == ("card", "kind")
        and given.name == inner.name
    ):
        return list_of(Type("kind", inner.name, optional=inner.optional))
    return want


def call_of(name: str, inside: object, otherwise: Span) -> Span:
    """Where something is called first within a rule."""
    calls = (one.span for one in records(inside) if isinstance(one, syn.CallExpression) and one.name.text == name)
    return next(calls, otherwise)


def instance(
    function: spec.FunctionSpec, types: tuple[Type, ...], scope: NameScope, loose: frozenset[int] = frozenset()
) -> str | None:
    """The key of the function typed for these types of arguments; None where it is circular (E321).

    `loose` are the positions of the arguments that are cards whose own position may be unknown.
    """
    world, id = scope.world, function.name.text
    key = id + instance_suffix(types, loose)
    if key in world.typing:
        circle = [k.split(":")[0] for k in world.typing[world.typing.index(key) :]]
        message = f"'{id}' depends on itself: " + " -> ".join([*circle, id])
        at = call_of([*circle, id][1], function, function.name.span)
        world.report.add("E321", message, at, label="circular", path=function.path)
        return None
    if key not in world.functions:
        world.typing.append(key)
        world.enter(1, function.signature.span, function.path)
        inner = scope.fresh(where="in a function", path=function.path)
        locals: list[ir.Local] = []
        for number, (parameter, type) in enumerate(zip(function.signature.parameters, types, strict=True)):
            inner, local = inner.local(parameter.name, type)
            locals.append(local)
            if number in loose:
                inner = inner.loosely(parameter.name.text)
        known, world.wrong[key] = len(world.report.diagnostics), Report()
        body = _no_zone(with_lets(function.lets, function.body, key, tuple(locals), inner), function, scope)
        _leave(scope)
        world.functions[key] = ir.Function(key, tuple(locals), body, function.signature.span)
        for one in world.report.diagnostics[known:]:
            if one.severity == "error":
                world.wrong[key].again(one)
    # Who checks an expression on its own, as a scenario does, has to hear what is wrong with what it calls, too
    for one in world.wrong[key].diagnostics:
        for report in (world.report, *(world.wrong[around] for around in world.typing if around in world.wrong)):
            report.again(one)
    return key


def _no_zone(body: ir.Expr, function: spec.FunctionSpec, scope: NameScope) -> ir.Expr:
    """The value of a function, which may be anything but a zone (E317)."""
    if body.type.base != "zone":
        return body
    message = "the value of a function cannot be a zone"
    helps = ("choose the zone where it is needed: `a if … else b`",)
    scope.world.report.add("E317", message, function.body.span, label="this is a zone", path=function.path, helps=helps)
    return unknown(function.body.span)


def instance_suffix(types: Iterable[Type], loose: frozenset[int] = frozenset()) -> str:
    """The way in which something is called, as the end of its key: `:k-` if its first argument is a kind of card."""
    found = "".join("k" if _of_kinds(type) else "u" if n in loose else "-" for n, type in enumerate(types))
    return f":{found}" if found.strip("-") else ""


def _of_kinds(type: Type) -> bool:
    return "kind" in (type.base, type.item.base if type.item else "")


def quantity(declared: spec.Quantity, owner: ir.Expr | None, scope: NameScope, span: Span) -> ir.Expr:
    """A number that cards may change: its base, what sets it, what adds to it, then its limits (semantics 14)."""
    key = f"quantity {declared.name.text}"
    world = scope.world
    if not _enter(key, declared.name, declared.path, scope):
        return unknown(span)
    if key not in world.functions:
        inner, parameters = _owner_scope(declared.of, declared.path, scope)
        who = parameters[0] if parameters else None
        value = fit(inner.typed(declared.base, INTEGER), INTEGER, inner, declared.base.span)
        value = active_modifiers(declared.name.text, who, value, inner)
        low, high = declared.at_least, declared.at_most
        if isinstance(low, syn.Integer) and isinstance(high, syn.Integer) and low.value > high.value:
            message, helps = f"the range {low.value}..{high.value} is empty", ("`at_least` is the smaller number",)
            inner.fault("E325", message, low.span, helps=helps)
        for limit, op in ((declared.at_least, "larger"), (declared.at_most, "smaller")):
            if limit is not None:
                bound = fit(inner.typed(limit, INTEGER), INTEGER, inner, limit.span)
                value = ir.Apply(op, (value, bound), INTEGER, limit.span)
        world.functions[key] = ir.Function(key, tuple(parameters), value, declared.name.span)
    _leave(scope)
    return ir.Call(key, (owner,) if owner is not None else (), INTEGER, span)


def permission(
    declared: spec.Permission, owner: ir.Expr | None, args: tuple[syn.Expr, ...], scope: NameScope, span: Span
) -> ir.Expr:
    """Whether something is allowed: by its base or by a card that allows it, and no card forbids it."""
    world, id = scope.world, declared.name.text
    types = [type_of(t, world) for t in declared.takes]
    if len(args) != len(types) or (declared.of is not None) != (owner is not None):
        whom = f"a {declared.of.text}" if declared.of else "nobody in particular"
        text = f"'{id}' is asked of {whom}, with {arguments(len(types))}"
        args_form = "(…)" if types else ""
        whose = "me" if declared.of and declared.of.text == "player" else "me.team"
        help_text = f"write `may {whose}.{id}{args_form}`" if declared.of else f"write `may {id}{args_form}`"
        others = (Label(declared.name.span, "declared here"),)
        return scope.fault("E204", text, span, label="not asked like this", others=others, helps=(help_text,))
    values = []
    for written, want in zip(args, types, strict=True):
        value = scope.typed(written, want)
        want = kind(want.name) if want.base == "card" else want
        values.append(fit(value, want, scope, written.span))
    if owner is not None:
        assert declared.of is not None
        want = owner_type(declared.of)
        owner = fit(owner, want, scope, owner.span)
        values.insert(0, owner)
    key = f"permission {id}"
    if not _enter(key, declared.name, declared.path, scope):
        return unknown(span)
    if key not in world.functions:
        world.functions[key] = _permission_function(key, declared, types, scope)
    _leave(scope)
    return ir.Call(key, tuple(values), BOOLEAN, span)


def _permission_function(key: str, declared: spec.Permission, types: list[Type], scope: NameScope) -> ir.Function:
    inner, parameters = _owner_scope(declared.of, declared.path, scope)
    who = parameters[0] if parameters else None
    its: list[ir.Local] = []
    for type in types:
        type = kind(type.name) if type.base == "card" else type
        its.append(inner.frame.local("it", type, declared.name.span))
    base: ir.Expr = ir.Const(1, BOOLEAN, declared.name.span)
    if declared.base is not None:
        asked = replace(inner, it=its[0]) if its else inner
        base = fit(asked.typed(declared.base, BOOLEAN), BOOLEAN, asked, declared.base.span)
    body = forbidding(declared.name.text, who, its, base, inner)
    return ir.Function(key, (*parameters, *its), body, declared.name.span)


def _owner_scope(of: spec.Owner | None, path: str, scope: NameScope) -> tuple[NameScope, list[ir.Local]]:
    frame = Frame()
    if of is None:
        return scope.fresh(frame=frame, where="here", path=path), []
    me = frame.local("me", owner_type(of), of.span)
    return scope.fresh(frame=frame, me=me, it=me, where="here", path=path), [me]


def _enter(key: str, name: syn.Word, path: str, scope: NameScope) -> bool:
    world = scope.world
    if key in world.typing:
        circle = " -> ".join([*(k.split(" ")[-1] for k in world.typing[world.typing.index(key) :]), name.text])
        world.report.add("E321", f"'{name.text}' depends on itself: {circle}", name.span, label="circular", path=path)
        return False
    world.typing.append(key)
    world.enter(1, name.span, path)
    return True


def _leave(scope: NameScope) -> None:
    scope.world.typing.pop()
    scope.world.depth -= 1


def card_to_activate(call: syn.CallExpression, scope: NameScope) -> ir.Expr | None:
    """The card to activate: E204 not one argument, E310 not a card."""
    if len(call.args) != 1:
        message = f"'activate' needs one card, but got {len(call.args)}"
        scope.fault("E204", message, call.span, label=f"{len(call.args)} given")
        return None
    target = scope.typed(call.args[0])
    if target.type == UNKNOWN:
        return None
    if target.type.base != "card":
        mistyped("a card", target.type, call.args[0].span, scope)
        return None
    return target


def usable(target: ir.Expr, scope: NameScope, span: Span) -> ir.Expr:
    """`may activate(c)`: the card has an effect to activate and its conditions hold for `me`."""
    world, deck = scope.world, target.type.name
    key = f"can_activate {deck}"
    if scope.me is None or scope.me.type != PLAYER:
        return scope.fault("E320", "'may activate' needs a 'me' who would do it", span, label="who would do it?")
    if key in world.typing:
        return scope.fault("E321", "whether a card can be activated would depend on itself", span, label="circular")
    if key not in world.functions:
        world.typing.append(key)
        frame = Frame()
        me = frame.local("me", PLAYER, span)
        it = frame.local("it", card(deck), span)
        inner = scope.fresh(frame=frame, me=me, it=it, where="in a card's rule", path=f"cards.{deck}")
        body = usable_kinds(world.spec.decks[deck], it, inner)
        world.typing.pop()
        world.functions[key] = ir.Function(key, (me, it), body, span)
    return ir.Call(key, (scope.me, target), BOOLEAN, span)


# Names for values: the lines `let x = …` of effects, and those before the value of a function.
#
# The IR has no `let` in expressions. A function whose value has names becomes several functions, and each name is a
# parameter of the one in which it holds, so it is computed once:
#
#     f(p):                       f(p)      = f.1(p, A)
#       let a = A          ->     f.1(p, a) = f.2(p, a, B)
#       let b = B                 f.2(p, a, b) = V
#       V


def let_value(stmt: syn.LetStatement, scope: NameScope) -> ir.Expr:
    """The value that a name is given: anything but none itself (E310); of a zone, its cards."""
    value = scope.typed(stmt.value)
    if value.type.base == "zone":
        return cards_of(value, scope)
    if value.type.base == "none":
        message = "a name needs a value, but this is always none"
        return scope.fault("E310", message, stmt.value.span, label="always none")
    return value


def with_lets(
    lets: tuple[syn.LetStatement, ...], body: syn.Expr, key: str, locals: tuple[ir.Local, ...], scope: NameScope
) -> ir.Expr:
    """The value of the function `key`, which has these locals; a function is generated for what follows each name."""
    if not lets:
        return scope.typed(body)
    first, *others = lets
    value = let_value(first, scope)
    scope.check_new_name(first.name)
    inner, given = replace(scope, frame=Frame()), []
    for local in locals:
        given.append(inner.frame.local(local.name, local.type, local.span))
        inner = inner.bound(local.name, given[-1])
    given.append(inner.frame.local(first.name.text, value.type, first.name.span))
    inner = inner.bound(first.name.text, given[-1])
    rest = f"{key.split('.')[0]}.{len(locals) + 1}"
    scope.world.enter(2, first.span, scope.path)
    result = with_lets(tuple(others), body, rest, tuple(given), inner)
    scope.world.depth -= 2
    scope.world.functions[rest] = ir.Function(rest, tuple(given), result, first.span)
    return ir.Call(rest, (*locals, value), result.type, body.span)
