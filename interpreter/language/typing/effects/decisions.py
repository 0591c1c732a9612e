"""Lowers decisions: choose, offer, together, and the actions that are offered."""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import did_you_mean
from ...ir import nodes as ir
from ...ir.traversal import records
from ...ir.types import BOOLEAN, INTEGER, NONE, PLAYER, list_of
from ...spec.reader import check_how_many
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..expressions.conditions import conditions, interpolations
from ..expressions.lists import list_value, single
from ..expressions.matching import fit
from ..names.scope import NameScope, words_in_fact
from ..names.world import World
from .announcements import blocks, with_announcement
from .events import chosen, event_effect, parameter_of


def afterwards(lines: ir.Body, scope: NameScope, span: Span) -> ir.Body:
    """Run the triggers that wait, where these lines may have enqueued some."""
    return (ir.RunTriggers(span),) if enqueues(lines, scope.world, set()) else ()


def enqueues(lines: ir.Body, world: World, seen: set[str]) -> bool:
    """Whether these lines may enqueue a trigger. An effect that is not typed yet may; one that does not never will."""
    for stmt in lines:
        match stmt:
            case ir.Enqueue():
                return True
            case ir.Run():
                if stmt.effect in seen or stmt.effect in world.quiet:
                    continue
                seen.add(stmt.effect)
                effect = world.effects.get(stmt.effect)
                if effect is None or enqueues(effect.body, world, seen):
                    return True
                world.quiet.add(stmt.effect)
            case _:
                if any(enqueues(block, world, seen) for block in blocks(stmt)):
                    return True
    return False


# Actions ------------------------------------------------------------------------------------


def _not_offered(name: str, scope: NameScope) -> tuple[str, ...]:
    """The help where something is offered that comes without that, or is no move."""
    spec = scope.world.spec
    if name in spec.reactions:
        return (f"'{name}' is a reaction: players are asked when the time comes, so leave it out here",)
    if name in spec.phases:
        return (f"'{name}' is a phase: phases are played by `steps`",)
    return (f"'{name}' is an effect: an action runs it, by its `do`",) if name in spec.effects else ()


def action(word: syn.Word, me: ir.Local, scope: NameScope) -> ir.Choice | None:
    """An action as a choice of `me`; E213 unknown action."""
    world = scope.world
    declared = world.spec.actions.get(word.text)
    if declared is None:
        message = f"unknown action '{word.text}'"
        is_own = word.span.source is world.spec.span.source
        declare = ("declare it under `actions`" if is_own else f"add it: `add: {{actions.{word.text}: {{…}}}}`",)
        helps = _not_offered(word.text, scope) or did_you_mean(word.text, world.spec.actions)
        left = world.spec.actions.keys() - world.offered
        helps = (
            helps or tuple(f"did you mean '{one}', which nothing offers?" for one in left if len(left) == 1) or declare
        )
        notes = ("actions: " + ", ".join(world.spec.actions) if world.spec.actions else "this game has no actions",)
        scope.fault("E213", message, word.span, label="no such action", helps=helps, notes=notes)
        return None
    inner = scope.fresh(frame=scope.frame, me=me, level=scope.level, where="in an action", path=declared.path)
    parameters = []
    for pick in declared.choose:
        inner, parameter = parameter_of(pick, inner)
        parameters.append(parameter)
    tests = conditions(declared.when, inner, frozenset(p.name.text for p in declared.choose))
    key = event_effect(declared, [parameter.local.type for parameter in parameters], scope)
    args = (me, *(p.local for p in parameters))
    body: ir.Body = (ir.Run(key, args, declared.name.span),) if key else ()
    body = with_announcement(parameters, body, world)
    body = (*body, *afterwards(body, scope, declared.name.span))
    return ir.Choice(
        name=word.text,
        style="action",
        parameters=tuple(parameters),
        conditions=tests,
        body=body,
        path=declared.path,
        span=declared.name.span,
        told=interpolations(declared.braces, inner, [p.name.text for p in declared.choose]),
    )


# Effects that ask --------------------------------------------------------------------------


def offer(stmt: syn.OfferStatement, scope: NameScope) -> ir.Body:
    """`offer a, b by p`: one of these actions."""
    who = _who(stmt.by, stmt.span, scope)
    me = scope.frame.local("me", PLAYER, stmt.span)
    choices = tuple(c for c in (action(word, me, scope) for word in stmt.actions) if c is not None)
    return (ir.Ask(me=me, who=who, choices=choices, span=stmt.span),)


def _who(by: syn.Expr | None, span: Span, scope: NameScope) -> ir.Expr:
    if by is not None:
        return fit(scope.typed(by, PLAYER), PLAYER, scope, by.span)
    if scope.me is not None and scope.me.type == PLAYER:
        return scope.me
    message = f"there is nobody to ask {scope.where or 'here'}"
    scope.fault("E320", message, span, label="who decides?", helps=("say who: `… by PLAYER`",))
    return ir.Const(0, PLAYER, span)


def choose(stmt: syn.Choose, scope: NameScope) -> ir.Body:
    """`choose c in me.hand where … by p: … else: …`; with nothing to choose its `else` runs (semantics 11)."""
    me = scope.frame.local("me", PLAYER, stmt.span)
    who = _who(stmt.by, stmt.span, scope)
    if stmt.by is not None:
        check_me(stmt.by, (stmt.picks, stmt.body), scope)
    choices, none = _picks(stmt, me, scope), scope.lowered(stmt.no)
    return (ir.Ask(me=me, who=who, choices=choices, none=none, span=stmt.span),)


def check_me(by: syn.Expr, inside: object, scope: NameScope) -> None:
    """Warn of `me` beside another name of who chooses (W338): it may be meant for the player outside.

    Whoever writes only `me`, or only the other name, knows who is meant.
    """
    if scope.me is None or print_syntax(by) == "me":
        return
    nodes = list(records(inside))
    others = [
        n.span
        for n in nodes
        if isinstance(n, syn.TogetherStatement) or (isinstance(n, syn.Choose) and n.by is not None)
    ]
    names = [n for n in nodes if isinstance(n, syn.Name) and not any(_within(n.span, other) for other in others)]
    mine = [name for name in names if name.id == "me"]
    if mine and ("me" in words_in_fact(print_syntax(by)) or any(name.id == print_syntax(by) for name in names)):
        scope.fault(
            "W338",
            "`me` in a choice is the player who chooses, not the one outside",
            mine[0].span,
            label="who chooses",
            others=(Label(by.span, "they choose"),),
            helps=(
                f"if that is meant, write `{by.id}`"
                if isinstance(by, syn.Name)
                else f"if that is meant, name them before: `let chooser = {print_syntax(by)}`, then `by chooser`",
                "if the player outside is meant, name them before: `let giver = me`",
            ),
        )


def _within(part: Span, whole: Span) -> bool:
    return part.source is whole.source and whole.start <= part.start and part.end <= whole.end


def _picks(stmt: syn.Choose, me: ir.Local, scope: NameScope) -> tuple[ir.Choice, ...]:
    how, low, high = _how(stmt.how_many, scope)
    asked = scope.being(me) if stmt.by is not None else replace(scope, me=me)
    pair = len(stmt.picks) > 1 and how == "optional"
    if pair:
        how = "one"
    if stmt.secretly:
        asked = replace(asked, secret=me)
    inner, parameters = asked, []
    for pick in stmt.picks:
        inner, parameter = _picked(pick, inner, how, low, high, maybe=pair)
        parameters.append(parameter)
    if pair:
        inner = replace(inner, facts=inner.facts - {pick.name.text for pick in stmt.picks})
    body = inner.lowered(stmt.body)
    if not stmt.secretly:
        body = with_announcement(parameters, body, scope.world)
    # the `words` for the chosen names may have others than these in braces
    names = [pick.name.text for pick in stmt.picks]
    words = [inner.world.spec.words[name] for name in names if name in inner.world.spec.words]
    choice = ir.Choice(
        name="",
        style="pick",
        parameters=tuple(parameters),
        body=body,
        path=scope.path,
        span=stmt.span,
        told=interpolations(tuple(brace for called in words for brace in called.braces), inner, names),
        secret=stmt.secretly,
    )
    return (choice, _neither(stmt, asked, parameters)) if pair else (choice,)


def _picked(
    pick: syn.ChooseClause, scope: NameScope, how: ir.How, low: ir.Expr | None, high: ir.Expr | None, *, maybe: bool
) -> tuple[NameScope, ir.Parameter]:
    source = list_value(pick.source, scope)
    type = chosen(single(source, scope, pick.source.span, "optional" if maybe else how), how)
    inner, local = scope.local(pick.name, type.maybe() if maybe else type)
    where = None
    sure = inner.knowing(frozenset({pick.name.text})) if how in ("one", "optional") else inner
    if pick.where is not None:
        where = fit(sure.typed(pick.where), BOOLEAN, sure, pick.where.span)
        if how == "optional":
            is_none = ir.Apply("is_none", (local,), BOOLEAN, pick.where.span)
            where = ir.Apply("or", (is_none, where), BOOLEAN, pick.where.span)
    inner = sure if maybe else inner
    return inner, ir.Parameter(local=local, source=source, how=how, low=low, high=high, where=where)


def _neither(stmt: syn.Choose, scope: NameScope, parameters: list[ir.Parameter]) -> ir.Choice:
    """For `choose 0..1 a in X, b in Y`, the choice of neither: both names are none."""
    lets: list[ir.Stmt] = []
    for parameter in parameters:
        old = parameter.local
        local = scope.frame.local(old.name, old.type, old.span)
        lets.append(ir.Let(local, ir.Const(NONE, old.type, old.span), old.span))
        scope = scope.bound(old.name, local)
    body = scope.lowered(stmt.body)
    return ir.Choice(
        name="none",
        style="action",
        body=(*lets, *body),
        path=scope.path,
        span=stmt.span,
        secret=stmt.secretly,
    )


def _how(how: syn.HowMany | None, scope: NameScope) -> tuple[ir.How, ir.Expr | None, ir.Expr | None]:
    """`one`, `optional` (`0..1`) or `some` with its bounds."""
    if how is None:
        return "one", None, None
    if how.low is None:
        return "some", None, None
    check_how_many(how.low, how.high, scope.world.report, scope.path)
    low = fit(scope.typed(how.low, INTEGER), INTEGER, scope, how.low.span)
    if how.high is None:
        return "some", low, low
    high = fit(scope.typed(how.high, INTEGER), INTEGER, scope, how.high.span)
    if isinstance(low, ir.Const) and isinstance(high, ir.Const) and (low.value, high.value) == (0, 1):
        return "optional", None, None
    return "some", low, high


def together(stmt: syn.TogetherStatement, scope: NameScope) -> ir.Body:
    """`together p in L:` around one `choose` or `offer`: all choose secretly, then it takes effect in order.

    See semantics 8.
    """
    players = fit(scope.typed(stmt.source, list_of(PLAYER)), list_of(PLAYER), scope, stmt.source.span)
    inside = stmt.body[0] if len(stmt.body) == 1 else None
    if (
        not isinstance(inside, syn.Choose | syn.OfferStatement)
        or inside.by is not None
        or (isinstance(inside, syn.Choose) and inside.no)
    ):
        message = "a `together` contains exactly one `choose` or `offer`, without `by` or `else`"
        helps = ("write what happens with the choices inside the `choose`, or after the `together`",)
        scope.fault("E726", message, stmt.span, label="all choose at the same time here", helps=helps)
        return ()
    scope.check_new_name(stmt.name)
    me = scope.frame.local(stmt.name.text, PLAYER, stmt.name.span)
    check_me(syn.Name(stmt.name.text, stmt.name.span), inside, scope)
    inner = scope.being(me).bound(stmt.name.text, me)
    if isinstance(inside, syn.Choose):
        choices = _picks(inside, me, inner)
    else:
        choices = tuple(c for c in (action(word, me, inner) for word in inside.actions) if c is not None)
    return (ir.Ask(me=me, who=players, together=True, choices=choices, span=stmt.span),)
