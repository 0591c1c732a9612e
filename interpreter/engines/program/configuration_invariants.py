"""Invariants of a game in every configuration, so that `validate` need not make each of its programs.

Options and the number of players only leave things out: they settle which branch is played, and never add an effect.
So what cannot go wrong with all branches in place cannot go wrong without some of them. Asked are the mistakes that
only show when effects are inlined and cut into blocks:

    E326   lists that a position cannot hold   a game with lists of lists, or lists that may be none, is not foreseen
    E576   members of families     each is named by what only play settles (`unsettled.py`), or by a number to try
    E770   leaving what is not running   every `Exit` lies within its scope, through all effects that are run
    E771   far too many effects    there are few enough even if every effect is inlined where it is run
    E575   no room for locals      `room` cells are enough for the names on the deepest way through the effects

Whatever cannot be foreseen, be it right or wrong, is left to `make_program`. To validate the large games with their
scenarios takes 4 s of processor time so, else 12; the one with most options 0.3 s, else 0.9.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import chain

from ...diagnostics.record import dataclass
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.game import TypedGame
from .bounds import MOST_LISTED
from .inlining import MOST_EFFECTS
from .nodes import Expr, Stmt
from .traversal import all_effects, bodies, bound, every, values

OWN = 1000
"""Cells for what the blocks keep for themselves, such as the turns of their loops."""


@dataclass(frozen=True, slots=True)
class Invariants:
    """What is known of a game that becomes a program in every configuration, if what it declares fits.

    The locals take at most `room` cells. `members` are those of families that are named by a number which only options
    settle: whether they exist is left to each configuration.
    """

    room: int
    members: tuple[ir.Apply, ...] = ()


def find_invariants(game: TypedGame, players: int, *, start: str | None = None) -> Invariants | None:
    """What holds of the programs of a game for up to so many players; None if the rules might not become a program.

    This holds with up to `MOST_LISTED` cards. `start` is an effect that is made a program of its own as well.
    """
    main = Body.of(game.main)
    effects = {name: Body.of(effect.body, effect.parameters) for name, effect in game.effects.items()}
    members, found = _members(game, main, effects), [main, *effects.values()]
    if members is None or max(map(len, game.enumerations.values()), default=0) > MOST_LISTED:
        return None
    if _has_long_list(game, found) or _has_strange_list(game, found):
        return None
    seen = _InvariantFinder(game, players, _InvariantFinder(game, players, None))
    size = seen.size(game.main) + sum(map(seen.effect_size, game.effects))
    apart: ir.Body = () if start is None else game.effects[start].body
    if seen.left(game.main) or seen.left(apart) or size + seen.size(apart) > MOST_EFFECTS:
        return None
    return Invariants(OWN + max(seen.room(game.main), seen.room(apart)), members)


def _members(game: TypedGame, main: Body, effects: dict[str, Body]) -> tuple[ir.Apply, ...] | None:
    """The members of families that are named by numbers; None if it is not clear how one is named."""
    if not any(z.along for z in game.zones.values()) and not any(v.along for v in game.variables.values()):
        return ()
    members: list[ir.Apply] = []
    for exprs, names in runtime_names(game, main, effects):
        for member in members_in(exprs):
            at = member.args[1]
            if isinstance(at, ir.Const | ir.Option):
                members.append(member)
            elif not is_runtime(at, names):
                return None
    return tuple(members)


def _has_long_list(game: TypedGame, found: list[Body]) -> bool:
    """Whether a list that is written out is longer than any other can become."""
    written = chain((function.body for function in game.functions.values()), *(body.exprs for body in found))
    return any(
        isinstance(part, ir.ListOf) and len(part.items) > MOST_LISTED for expr in written for part in every(expr)
    )


def _has_strange_list(game: TypedGame, found: list[Body]) -> bool:
    """Whether a list that no position can hold has a name, or is gone through; it may have to outlast a decision."""
    stmts = [stmt for body in found for stmt in body.stmts]
    types = [stmt.local.type for stmt in stmts if isinstance(stmt, ir.Let)]
    types += [stmt.source.type for stmt in stmts if isinstance(stmt, ir.ForEach)]
    types += [local.type for effect in game.effects.values() for local in effect.parameters]
    return any(type.is_nested() or type.base == "list" and type.optional for type in types)


@dataclass(slots=True)
class _InvariantFinder:
    """Looks through the effects of a game, each once. What is run by a trigger sets off none: they wait."""

    game: TypedGame
    players: int
    in_triggers: _InvariantFinder | None
    sizes: dict[str, int] = field(default_factory=dict)
    rooms: dict[str, int] = field(default_factory=dict)
    lefts: dict[str, frozenset[str]] = field(default_factory=dict)

    def runs(self, stmt: Stmt) -> Iterator[tuple[_InvariantFinder, str]]:
        """The effects that an effect runs itself, each with who looks through it."""
        if isinstance(stmt, ir.Run):
            yield self, stmt.effect
        elif isinstance(stmt, ir.RunTriggers) and self.in_triggers is not None:
            yield from ((self.in_triggers, name) for name in self.game.triggers)

    # Scopes that are left ----------------------------------------------------------------

    def left(self, body: ir.Body) -> frozenset[str]:
        """The scopes that are left inside, but do not begin there."""
        return frozenset[str]().union(*map(self._left, body))

    def _left(self, stmt: ir.Stmt) -> frozenset[str]:
        match stmt:
            case ir.Exit(name):
                return frozenset((name,))
            case ir.Scope(name, body):
                return self.left(body) - {name}
        inside = frozenset[str]().union(*map(self.left, bodies(stmt)))
        return inside.union(*(seen.effect_left(name) for seen, name in self.runs(stmt)))

    def effect_left(self, name: str) -> frozenset[str]:
        """The same of an effect."""
        if name not in self.lefts:
            self.lefts[name] = self.left(self.game.effects[name].body)
        return self.lefts[name]

    # How many effects --------------------------------------------------------------------

    def size(self, body: ir.Body) -> int:
        """How many effects there are if every one is inlined where it is run."""
        return sum(1 + sum(seen.effect_size(name) for seen, name in self.runs(stmt)) for stmt in all_effects(body))

    def effect_size(self, name: str) -> int:
        """The same of an effect."""
        if name not in self.sizes:
            self.sizes[name] = self.size(self.game.effects[name].body)
        return self.sizes[name]

    # How many cells ----------------------------------------------------------------------

    def room(self, body: ir.Body) -> int:
        """How many cells the names on the deepest way through these effects take."""
        every_name, deepest = 0, 0
        for stmt in all_effects(body):
            every_name += self._names(stmt)
            deepest = max(deepest, *(seen.effect_room(name) for seen, name in self.runs(stmt)), 0)
        return every_name + deepest

    def effect_room(self, name: str) -> int:
        """The same of an effect, with its parameters."""
        if name not in self.rooms:
            effect = self.game.effects[name]
            self.rooms[name] = 1 + sum(map(_cells, effect.parameters)) + self.room(effect.body)
        return self.rooms[name]

    def _names(self, stmt: Stmt) -> int:
        """The cells of the names that an effect binds itself, with those that it needs to go on."""
        match stmt:
            case ir.Let() | ir.Random():
                return _cells(stmt.local)
            case ir.ForEach():
                return _LIST + 1 + _cells(stmt.local)
            case ir.Ask():
                chosen = sum(_cells(p.local) for choice in stmt.choices for p in choice.parameters)
                asked = self.players if _is_of_players(stmt.who) else MOST_LISTED
                return 2 + chosen + (_LIST + 3 + asked * (1 + chosen) if stmt.together else 0)
            case _:
                return 0


_LIST = 1 + MOST_LISTED


def _cells(local: ir.Local) -> int:
    return _LIST if local.type.base == "list" else 1


def _is_of_players(who: ir.Expr) -> bool:
    """Whether nobody is in a list more than once, as far as that can be seen."""
    return not any(
        isinstance(part, ir.Fold | ir.ListOf | ir.Call | ir.Const) or isinstance(part, ir.Apply) and part.op == "join"
        for part in every(who)
    )


# Which names stand for something that only play settles, so that no program has a number in their place.
#
#     for c in cards of hand: lay c on spot[c.colour]     `c` is another card at each turn, so `c.colour` is no number
#     let n = 1 if long else 2                            `n` is one as soon as the options are settled
#
# Programs are made by putting numbers in place of options and of names for numbers (`specialise.py`), and the arguments
# of an effect in place of its parameters (`inline.py`). A name is *unsettled* if that cannot make a number of it,
# whatever the options are. All names are taken to be that at first; those that may become numbers are taken out, with
# all that hangs on them, until nothing changes any more.


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


def runtime_names(game: TypedGame, main: Body, effects: dict[str, Body]) -> Iterator[tuple[tuple[Expr, ...], set[int]]]:
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
            if local.number in owner and not is_runtime(value, names):
                owner.remove(local.number)
                found = True
    return found


def is_runtime(expr: Expr, names: set[int]) -> bool:
    """Whether an expression never becomes a number before play, where these names do not."""
    match expr:
        case ir.Local():
            return expr.number in names
        case ir.Variable() | ir.CardVariable():
            return True
        case ir.AttributeOf():
            return is_runtime(expr.of, names)
        case ir.Apply(op) if ROWS[op].decides is None:
            return any(is_runtime(arg, names) for arg in expr.args)
        case _:
            return False


def members_in(exprs: tuple[Expr, ...]) -> Iterator[ir.Apply]:
    """All members of families that are named there."""
    for expr in exprs:
        for part in every(expr):
            if isinstance(part, ir.Apply) and part.op == "member":
                yield part
