"""Specialisation for one configuration: options and the number of players become constants, which are folded.

What would raise an error (a number that leaves the 64 bits, say) is left as it is: the rule may never run with these
options, and if it does, the error belongs to the play and points at the rule. For the same reason `x and false`
stays, since computing `x` may raise; `false and x` is false, since play would not compute that `x`. A test or a list on
which nothing depends stays where it may raise or take steps.

Names for a number or for another name are replaced by it, unless one of the two changes (`Local.changes`). All others
are bound once and never assigned to, so `known` may be filled on the way through a body and never needs to forget.
(What loops and comprehensions bind gets no entry, since it changes, except in the copies that `_rounds` makes, one for
each turn.)

Precomputing saves work in play but must not take forever itself: `LONGEST` and `EFFORT` bound it. What is left over
has the same value when it is computed in play, where its steps count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import NoReturn

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.builtins.definitions import FOLDS, Overflow
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.game import Kind, TypedGame
from ...language.ir.types import BOOLEAN, NONE
from .traversal import every, with_parts, with_values

Known = dict[int, ir.Const | ir.Local]
"""The values of locals, by number: a constant, or another local."""

LONGEST = 4096
"""No list longer than this is computed ahead of play."""

EFFORT = 20_000
"""How many turns of comprehensions and calls are computed ahead of play; the rest is left to it."""


def _cannot_fail(expr: ir.Expr) -> bool:
    """Whether computing an expression is the same as not computing it, once its value is not needed."""
    return all(
        ROWS[inner.op].is_free if isinstance(inner, ir.Apply) else not isinstance(inner, ir.Call | ir.Fold)
        for inner in every(expr)
    )


def _may_change(value: ir.Const | ir.Local) -> bool:
    """Whether a value is a name that gets other values later, so that nothing else may stand for it."""
    return isinstance(value, ir.Local) and value.changes


def _here(value: ir.Const | ir.Local, name: ir.Local) -> ir.Const | ir.Local:
    """The value of a name, where the name stands."""
    if isinstance(value, ir.Const):
        return ir.Const(value.value, name.type, name.span)
    return ir.Local(value.number, value.name, name.type, name.span, value.changes)


def attribute_key(deck: str, name: str) -> str:
    """The key of an attribute in the IR: `deck.name`."""
    return name if "." in name else f"{deck}.{name}"


@dataclass(slots=True)
class Specialiser:
    """Specialises the functions, effects and expressions of one game for one setting."""

    game: TypedGame
    setting: ProgramSettings
    functions: dict[str, ir.Function] = field(default_factory=dict)
    attributes: dict[int, dict[str, Value]] = field(default_factory=dict)
    kinds: dict[int, Kind] = field(default_factory=dict)
    calls: dict[tuple[str, tuple[Value, ...]], ir.Expr] = field(default_factory=dict)
    effort: int = EFFORT
    closed: dict[str, bool] = field(default_factory=dict)

    def function(self, name: str) -> ir.Function:
        """A function of the game, specialised."""
        if name not in self.functions:
            function = self.game.functions[name]
            self.functions[name] = replace(function, body=self.expr(function.body, {}))
        return self.functions[name]

    def effect(self, name: str) -> ir.Effect:
        """An effect of the game, specialised."""
        effect = self.game.effects[name]
        return replace(effect, body=self.body(effect.body, {}))

    # Effects ------------------------------------------------------------------------------

    def body(self, body: tuple[ir.Stmt, ...], known: Known) -> tuple[ir.Stmt, ...]:
        """A block of effects, specialised, up to its first `Exit`: what follows is never reached."""
        result: list[ir.Stmt] = []
        for stmt in body:
            result.extend(self._stmt(stmt, known))
            if result and isinstance(result[-1], ir.Exit):
                break
        return tuple(result)

    def _stmt(self, stmt: ir.Stmt, known: Known) -> tuple[ir.Stmt, ...]:
        changed = (
            with_values(stmt, lambda e: self.expr(e, known), lambda b: self.body(b, known), lambda local: local)
            if not isinstance(stmt, ir.When)
            else self._when(stmt, known)
        )
        match changed:
            case ir.Let(local, (ir.Const() | ir.Local()) as value) if not (local.changes or _may_change(value)):
                known[local.number] = value
                return ()
            case ir.When(ir.Const(value), yes, no):
                return yes if value else no
            case ir.When(test, (), ()) if _cannot_fail(test):
                return ()
            case ir.ForEach(source=source, body=()) if _cannot_fail(source):
                return ()
            case ir.Scope(body=()):
                return ()
            case ir.ForEach(source=ir.Const(())) | ir.Ask(together=True, who=ir.Const(())):
                return ()
            case _:
                return (changed,)

    def _when(self, stmt: ir.When, known: Known) -> ir.When:
        """Specialise a `when`; a side that cannot be reached becomes empty."""
        test = self.expr(stmt.test, known)
        settled = test.value if isinstance(test, ir.Const) else None
        yes = () if settled == 0 else self.body(stmt.yes, known)
        no = self.body(stmt.no, known) if not settled else ()
        return ir.When(test, yes, no, stmt.span)

    # Expressions --------------------------------------------------------------------------

    def expr(self, expr: ir.Expr, known: Known) -> ir.Expr:
        """An expression, specialised."""
        match expr:
            case ir.Const():
                return expr
            case ir.Local():
                value = known.get(expr.number)
                return expr if value is None else _here(value, expr)
            case ir.Option():
                return ir.Const(self.setting.options[expr.name], expr.type, expr.span)
            case ir.If():
                test = self.expr(expr.test, known)
                if isinstance(test, ir.Const):
                    return self.expr(expr.yes if test.value else expr.no, known)
                return ir.If(test, self.expr(expr.yes, known), self.expr(expr.no, known), expr.type, expr.span)
            case ir.Apply(op, (first, second)) if (decides := ROWS[op].decides) is not None:
                return self._lazy(expr, first, second, decides, known)
            case ir.Fold():
                return self._fold(expr, known)
            case _:
                return self._settled(with_parts(expr, lambda e: self.expr(e, known), lambda local: local))

    def _lazy(
        self, expr: ir.Apply, first: ir.Expr, second: ir.Expr, decides: Callable[[int], bool], known: Known
    ) -> ir.Expr:
        """Specialise `and`, `or` and `else`, whose second argument may not matter."""
        first = self.expr(first, known)
        if isinstance(first, ir.Const):
            decided = not isinstance(first.value, int) or decides(first.value)
            return replace(first, type=expr.type, span=expr.span) if decided else self.expr(second, known)
        second = self.expr(second, known)
        match second:
            case ir.Const(int() as value) if ROWS[expr.op].is_connective and not decides(value):
                return first
        return ir.Apply(expr.op, (first, second), expr.type, expr.span)

    def _settled(self, expr: ir.Expr) -> ir.Expr:
        """The value of an expression whose parts are settled, if it follows from them."""
        match expr:
            case ir.Apply():
                value = self._applied(expr)
            case ir.ListOf(items):
                value = tuple(i.value for i in items if isinstance(i, ir.Const) and isinstance(i.value, int))
                value = value if len(value) == len(items) else None
            case ir.AttributeOf(name, ir.Const(int() as of)) if of == NONE:
                value = () if expr.type.base == "list" else NONE
            case ir.AttributeOf(name, ir.Const(int() as of, type)) if type.base == "kind":
                value = self.attributes_of(of)[name]
            case ir.Call(name, args):
                return self._called(expr, name, args)
            case _:
                value = None
        return expr if value is None else ir.Const(value, expr.type, expr.span)

    def _applied(self, expr: ir.Apply) -> Value | None:
        args: list[Value] = []
        for arg in expr.args:
            if not isinstance(arg, ir.Const):
                return None
            args.append(arg.value)
        if expr.type.is_nested():
            return None
        match expr.op, args:
            case "range", [int() as low, int() as high] if high - low >= LONGEST:
                return None
        try:
            value = ROWS[expr.op].reference(self.setting, *args)
        except (ArithmeticError, LookupError, Overflow):
            return None
        if isinstance(value, tuple | list):
            return tuple(value) if len(value) <= LONGEST else None
        return int(value)

    def attributes_of(self, kind: int) -> dict[str, Value]:
        """The attributes of a kind of card, by key, without those that have no constant value."""
        if kind not in self.attributes:
            if not self.kinds:
                self.kinds = {row.number: row for deck in self.game.decks.values() for row in deck.kinds}
            row = self.kinds[kind]
            found: dict[str, Value] = {}
            for name, value in row.attributes.items():
                computed = self.expr(value, {})
                if isinstance(computed, ir.Const):
                    found[attribute_key(row.deck, name)] = computed.value
            self.attributes[kind] = found
        return self.attributes[kind]

    def _called(self, expr: ir.Call, name: str, args: tuple[ir.Expr, ...]) -> ir.Expr:
        body = self.function(name).body
        given = tuple(arg.value for arg in args if isinstance(arg, ir.Const))
        if not isinstance(body, ir.Const) and len(given) == len(args) and self._closed(body) and self.effort:
            key = (name, given)
            if key not in self.calls:
                self.effort -= 1
                function = self.game.functions[name]
                known: Known = {
                    p.number: ir.Const(v, p.type, p.span) for p, v in zip(function.parameters, given, strict=True)
                }
                self.calls[key] = self.expr(function.body, known)
            body = self.calls[key]
        return replace(body, type=expr.type, span=expr.span) if isinstance(body, ir.Const) else expr

    # Comprehensions -----------------------------------------------------------------------

    def _fold(self, expr: ir.Fold, known: Known) -> ir.Expr:
        loops: list[ir.Loop] = []
        for loop in expr.loops:
            source = self.expr(loop.source, known)
            test = None if loop.test is None else self.expr(loop.test, known)
            match source, test:
                case (ir.Const(()), _) | (_, ir.Const(0)):
                    return ir.Const(_folded(expr.op, (), ()), expr.type, expr.span)
                case _, ir.Const():
                    test = None
            loops.append(ir.Loop(loop.local, source, test))
        keys = tuple(self.expr(key, known) for key in expr.keys)
        body = self.expr(expr.body, known)
        fold = ir.Fold(op=expr.op, loops=tuple(loops), body=body, keys=keys, type=expr.type, span=expr.span)
        return self._unrolled(fold) if self._closed(fold) and not fold.type.is_nested() else fold

    def _closed(self, expr: ir.Expr) -> bool:
        """Whether an expression reads nothing of the position, so that it has one value in all of them."""
        for inner in every(expr):
            match inner:
                case ir.Variable() | ir.CardVariable() | ir.ZoneOf():
                    return False
                case ir.Call(name) if not self._is_closed(name):
                    return False
        return True

    def _is_closed(self, name: str) -> bool:
        """Whether a function reads nothing of the position; found once, since functions may call each other often."""
        if name not in self.closed:
            self.closed[name] = self._closed(self.function(name).body)
        return self.closed[name]

    def _unrolled(self, fold: ir.Fold) -> ir.Expr:
        items: list[int] = []
        keys: list[tuple[int, ...]] = []
        for known in self._rounds(fold.loops, {}):
            if known is None or len(items) > LONGEST:
                return fold
            found = [self.expr(e, dict(known)) for e in (fold.body, *fold.keys)]
            numbers = [e.value for e in found if isinstance(e, ir.Const) and isinstance(e.value, int)]
            if len(numbers) < len(found):
                return fold
            items.append(numbers[0])
            keys.append(tuple(numbers[1:]))
        try:
            return ir.Const(_folded(fold.op, items, keys), fold.type, fold.span)
        except Overflow:
            return fold

    def _rounds(self, loops: tuple[ir.Loop, ...], known: Known) -> Iterator[Known | None]:
        """The values of the loops' names, turn by turn; None where they are not known."""
        if not loops:
            yield known
            return
        loop = loops[0]
        source = self.expr(loop.source, dict(known))
        if not isinstance(source, ir.Const) or not isinstance(source.value, tuple) or len(source.value) > LONGEST:
            yield None
            return
        for value in source.value:
            self.effort = max(0, self.effort - 1)
            inner: Known = {**known, loop.local.number: ir.Const(value, loop.local.type, loop.local.span)}
            test = ir.Const(1, BOOLEAN, loop.local.span) if loop.test is None else self.expr(loop.test, inner)
            if not isinstance(test, ir.Const) or not self.effort:
                yield None
                return
            if test.value:
                yield from self._rounds(loops[1:], inner)


Value = int | tuple[int, ...]


def _folded(op: str, items: Sequence[int], keys: Sequence[tuple[int, ...]]) -> Value:
    """The value of a comprehension whose elements are `items`, each with its keys."""
    value = FOLDS[op].value(items, keys)
    return tuple(value) if isinstance(value, tuple | list) else int(value)


# What a program is built for: the number of players, their teams, the settled options.


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """One configuration.

    `team_of[seat]` is a team, `members[team]` its seats in order. The specialiser hands it to builtins in place of a
    machine (see `builtins.row.Machine`): one without cards, where asking for them raises `LookupError`.
    """

    players: int
    options: dict[str, int]
    team_of: Sequence[int]
    members: Sequence[tuple[int, ...]]
    kind_of: Sequence[int] = ()

    def cards(self, zone: int) -> Sequence[int]:
        """No zone exists yet."""
        raise LookupError(zone)

    def where(self, card: int) -> int:
        """No card exists yet."""
        raise LookupError(card)

    def owners(self, owner: str) -> int:
        """How many players or teams have one each of what is declared; 1 where it lies on the table."""
        return {"": 1, "player": self.players, "team": len(self.members)}[owner]


def specialiser_of(game: TypedGame, players: int, options: dict[str, int]) -> Specialiser:
    """Specialises a game for these options and this number of players: seat s is in team s mod the number of teams.

    Teams are of the same size for each number of players that the spec allows, or it was not read (E512).
    """
    count = game.teams.get(players, game.teams.get(None, 0))
    assert not count or players % count == 0
    team_of = tuple(seat % count for seat in range(players)) if count else ()
    members = tuple(tuple(range(team, players, count)) for team in range(count))
    return Specialiser(game, ProgramSettings(players, options, team_of, members))


def configuration_error(code: str, message: str, span: Span | None) -> NoReturn:
    """Report a mistake of the author that shows only in this configuration, by raising `SpecError`."""
    report = Report()
    report.add(code, message, span)
    raise SpecError(report)
