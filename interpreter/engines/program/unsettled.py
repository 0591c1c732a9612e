"""Which names stand for something that only play settles, so that no program has a number in their place.

    for c in cards of hand: lay c on spot[c.colour]     `c` is another card at each turn, so `c.colour` is no number
    let n = 1 if long else 2                            `n` is one as soon as the options are settled

Programs are made by putting numbers in place of options and of names for numbers (`specialise.py`), and the arguments
of an effect in place of its parameters (`inline.py`). A name is *unsettled* if that cannot make a number of it,
whatever the options are. All names are taken to be that at first; those that may become numbers are taken out, with all
that hangs on them, until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from ...language.ir.game import Game
from .nodes import Expr, Stmt
from .walk import all_effects, bound, every, values

LAZY = ("and", "or", "else")
"""What may be known although a part of it is not."""


@dataclass(frozen=True, slots=True)
class Body:
    """All effects and expressions of the main procedure of a game, of an effect or a function, with its parameters."""

    stmts: tuple[Stmt, ...]
    exprs: tuple[Expr, ...]
    parameters: tuple[ir.Local, ...]

    @classmethod
    def of(cls, body: ir.Body, parameters: tuple[ir.Local, ...] = ()) -> Body:
        """What lies in a block."""
        stmts = tuple(all_effects(body))
        return cls(stmts, tuple(value for stmt in stmts for value in values(stmt)), parameters)


def unsettled_in(game: Game, main: Body, effects: dict[str, Body]) -> Iterator[tuple[tuple[Expr, ...], set[int]]]:
    """All expressions of a game, with the numbers of the unsettled names in them."""
    unsettled = {name: _names(body) for name, body in effects.items()}
    bodies = [(main, _names(main)), *((body, unsettled[name]) for name, body in effects.items())]
    while any([_narrowed(body, names, effects, unsettled) for body, names in bodies]):
        pass
    yield from ((body.exprs, names) for body, names in bodies)
    # What a function is given is only put into it where its value is known altogether; then nothing of it is left.
    for function in game.functions.values():
        yield _alone(function.body, function.parameters)
    if game.winners is not None:
        yield _alone(game.winners, ())
    for one in (game.returns, game.score):
        if one is not None:
            yield _alone(one[1], (one[0],))


def _alone(expr: ir.Expr, parameters: tuple[ir.Local, ...]) -> tuple[tuple[Expr, ...], set[int]]:
    return (expr,), {local.number for local in (*parameters, *bound(expr))}


def _names(body: Body) -> set[int]:
    """The numbers of all names that are bound there."""
    found = [local for stmt in body.stmts for local in _bound(stmt)]
    return {local.number for local in (*found, *body.parameters, *(one for expr in body.exprs for one in bound(expr)))}


def _bound(stmt: Stmt) -> Iterator[ir.Local]:
    match stmt:
        case ir.Let() | ir.ForEach() | ir.Random() | ir.Score():
            yield stmt.local
        case ir.Ask():
            yield stmt.me
            yield from (parameter.local for choice in stmt.choices for parameter in choice.parameters)
        case _:
            pass


def _narrowed(body: Body, names: set[int], effects: dict[str, Body], unsettled: dict[str, set[int]]) -> bool:
    """Take out the names that may become numbers by what is done here; whether there were any."""
    found = False
    for stmt in body.stmts:
        match stmt:
            case ir.Let(local, value) if not local.changes:
                given = [(names, local, value)]
            case ir.Run(name, args):
                given = [(unsettled[name], *pair) for pair in zip(effects[name].parameters, args, strict=True)]
            case _:
                continue
        for owner, local, value in given:
            if local.number in owner and not is_unsettled(value, names):
                owner.remove(local.number)
                found = True
    return found


def is_unsettled(expr: Expr, names: set[int]) -> bool:
    """Whether an expression never becomes a number before play, where these names do not."""
    match expr:
        case ir.Local():
            return expr.number in names
        case ir.Variable() | ir.CardVariable():
            return True
        case ir.AttributeOf():
            return is_unsettled(expr.of, names)
        case ir.Apply() if expr.op not in LAZY:
            return any(is_unsettled(arg, names) for arg in expr.args)
        case _:
            return False


def members_in(exprs: tuple[Expr, ...]) -> Iterator[ir.Apply]:
    """All members of families that are named there."""
    for expr in exprs:
        for part in every(expr):
            if isinstance(part, ir.Apply) and part.op == "member":
                yield part
