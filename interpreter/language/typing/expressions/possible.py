"""Whether a player could take an action: `may p.play` is true where some move of it fulfils all its conditions.

The action is turned into a function, so that the conditions are written once, with the action:

    play:                                 possible play(me) =
      choose: {c: me.hand, t: teams}   ->   any(first and second
      when: {first: …, second: …}               for c in me.hand for t in teams)

Each loop is one choice; an optional choice also runs through none. Sets of cards are refused: a hand of ten has a
thousand of them. It says nothing about whether the action is on offer.
"""

from __future__ import annotations

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, NONE, PLAYER, list_of
from ...spec import nodes as spec
from ..names.scope import Frame, Scope
from .conditions import all_of, conditions
from .lists import element, many
from .matching import fit, unknown


def possible(action: spec.Action, owner: ir.Expr | None, given: int, scope: Scope, span: Span) -> ir.Expr:
    """`may p.play`: E204 if no player is named or there are arguments, E321 where an action asks for itself."""
    world, id = scope.world, action.name.text
    if owner is None or given:
        world.report.add(
            "E204",
            f"'{id}' is asked of a player, with no arguments",
            span,
            label="not asked like this",
            others=(Label(action.name.span, "declared here"),),
            helps=(f"write `may me.{id}`",),
            path=scope.path,
        )
        return unknown(span)
    owner = fit(owner, PLAYER, scope, owner.span)
    key = f"possible {id}"
    if key in world.typing:
        world.report.add(
            "E321",
            f"whether '{id}' is possible would depend on itself",
            span,
            label="circular",
            path=scope.path,
        )
        return unknown(span)
    if key not in world.functions:
        world.typing.append(key)
        frame = Frame()
        me = frame.local("me", PLAYER, span)
        inner = scope.fresh(frame=frame, me=me, where="in an action", path=action.path)
        world.functions[key] = ir.Function(key, (me,), _some_move(action, inner, span), action.name.span)
        world.results[key] = BOOLEAN
        world.typing.pop()
    return ir.Call(key, (owner,), BOOLEAN, span)


def _some_move(action: spec.Action, scope: Scope, span: Span) -> ir.Expr:
    """Whether some choice of the action fulfils its conditions; E205 where it would have to try sets of cards."""
    loops = []
    for pick in action.choose:
        source = many(pick.source, scope)
        item = element(source, scope, pick.source.span)
        if pick.how not in ("one", "optional"):
            scope.world.report.add(
                "E205",
                f"'may' cannot try all the sets of cards that '{action.name.text}' could take",
                span,
                label="too many to try",
                others=(Label(pick.source.span, "chosen here"),),
                path=scope.path,
                helps=("write a function that says when it is possible",),
            )
            return unknown(span)
        if pick.how == "optional":
            item = item.maybe()
            no_element = ir.ListOf((ir.Const(NONE, item, pick.source.span),), list_of(item), pick.source.span)
            source = ir.Apply("join", (source, no_element), list_of(item), pick.source.span)
        scope, local = scope.local(pick.name, item)
        loops.append(ir.Loop(local, source, None))
    body = all_of([c.test for c in conditions(action.when, scope, frozenset(p.name.text for p in action.choose))], span)
    return ir.Fold(op="any", loops=tuple(loops), body=body, keys=(), type=BOOLEAN, span=span) if loops else body
