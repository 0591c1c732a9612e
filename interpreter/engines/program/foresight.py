"""What holds of the rules of a game in every configuration, so that `validate` need not make each of its programs.

Options and the number of players only leave things out: they settle which branch is played, and never add an effect.
So what cannot go wrong with all branches in place cannot go wrong without some of them. Asked are the mistakes that
only show when effects are inlined and cut into blocks:

    E326   lists that a position cannot hold   a game with lists of lists, or lists that may be none, is not foreseen
    E576   members of families     each is named by what only play settles (`unsettled.py`), or by a number to try
    E770   leaving what is not running   every `Exit` lies within its scope, through all effects that are run
    E771   far too many effects    there are few enough even if every effect is inlined where it is run
    E575   no room for locals      `room` cells are enough for the names on the deepest way through the effects

Whatever cannot be foreseen, be it right or wrong, is left to `make_program`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import chain

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from ...language.ir.game import Game
from .bounds import MOST
from .inline import MOST_EFFECTS
from .nodes import Stmt
from .unsettled import Body, is_unsettled, members_in, unsettled_in
from .walk import all_effects, bodies, every

OWN = 1000
"""Cells for what the blocks keep for themselves, such as the turns of their loops."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What is known of a game that becomes a program in every configuration, if what it declares fits.

    The locals take at most `room` cells. `members` are those of families that are named by a number which only options
    settle: whether they exist is left to each configuration.
    """

    room: int
    members: tuple[ir.Apply, ...] = ()


def foresee(game: Game, players: int, *, start: str | None = None) -> Foreseen | None:
    """What holds of the programs of a game for up to so many players; None if the rules might not become a program.

    This holds with up to `MOST` cards. `start` is an effect that is made a program of its own as well.
    """
    main = Body.of(game.main)
    effects = {name: Body.of(effect.body, effect.parameters) for name, effect in game.effects.items()}
    members, found = _members(game, main, effects), [main, *effects.values()]
    if members is None or max(map(len, game.enumerations.values()), default=0) > MOST:
        return None
    if _has_long_list(game, found) or _has_strange_list(game, found):
        return None
    seen = _Foresight(game, players, _Foresight(game, players, None))
    size = seen.size(game.main) + sum(map(seen.effect_size, game.effects))
    apart: ir.Body = () if start is None else game.effects[start].body
    if seen.left(game.main) or seen.left(apart) or size + seen.size(apart) > MOST_EFFECTS:
        return None
    return Foreseen(OWN + max(seen.room(game.main), seen.room(apart)), members)


def _members(game: Game, main: Body, effects: dict[str, Body]) -> tuple[ir.Apply, ...] | None:
    """The members of families that are named by numbers; None if it is not clear how one is named."""
    if not any(z.along for z in game.zones.values()) and not any(v.along for v in game.variables.values()):
        return ()
    members: list[ir.Apply] = []
    for exprs, names in unsettled_in(game, main, effects):
        for member in members_in(exprs):
            at = member.args[1]
            if isinstance(at, ir.Const | ir.Option):
                members.append(member)
            elif not is_unsettled(at, names):
                return None
    return tuple(members)


def _has_long_list(game: Game, found: list[Body]) -> bool:
    """Whether a list that is written out is longer than any other can become."""
    written = chain((function.body for function in game.functions.values()), *(body.exprs for body in found))
    return any(isinstance(part, ir.ListOf) and len(part.items) > MOST for expr in written for part in every(expr))


def _has_strange_list(game: Game, found: list[Body]) -> bool:
    """Whether a list that no position can hold has a name, or is gone through; it may have to outlast a decision."""
    stmts = [stmt for body in found for stmt in body.stmts]
    types = [stmt.local.type for stmt in stmts if isinstance(stmt, ir.Let)]
    types += [stmt.source.type for stmt in stmts if isinstance(stmt, ir.ForEach)]
    types += [local.type for effect in game.effects.values() for local in effect.parameters]
    return any(type.is_nested() or type.base == "list" and type.optional for type in types)


@dataclass(slots=True)
class _Foresight:
    """Looks through the effects of a game, each once. What is run by a trigger sets off none: they wait."""

    game: Game
    players: int
    in_triggers: _Foresight | None
    sizes: dict[str, int] = field(default_factory=dict)
    rooms: dict[str, int] = field(default_factory=dict)
    lefts: dict[str, frozenset[str]] = field(default_factory=dict)

    def runs(self, stmt: Stmt) -> Iterator[tuple[_Foresight, str]]:
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
                asked = self.players if _is_of_players(stmt.who) else MOST
                return 2 + chosen + (_LIST + 3 + asked * (1 + chosen) if stmt.together else 0)
            case _:
                return 0


_LIST = 1 + MOST


def _cells(local: ir.Local) -> int:
    return _LIST if local.type.base == "list" else 1


def _is_of_players(who: ir.Expr) -> bool:
    """Whether nobody is in a list more than once, as far as that can be seen."""
    return not any(
        isinstance(part, ir.Fold | ir.ListOf | ir.Call | ir.Const) or isinstance(part, ir.Apply) and part.op == "join"
        for part in every(who)
    )
