"""Information flow: which moves depend on cards that a seat does not see, and which are legal whatever these are.

Either their legality does, or what follows: a reaction that happens by itself if somebody holds a card. The cards that
a move names are shown or hidden with it; what a condition says of them alone tells no more. How many cards lie in a
zone is no secret here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ....engines.cells import BAG
from ....engines.engine import HIDDEN
from ....engines.events import NOT_COMPUTED
from ....engines.position import Env, Position, ProgramTables, RawMove
from ....engines.program import nodes as prog
from ....engines.program.traversal import parts
from ....language.builtins.definitions import FOLDS
from ....language.builtins.table import ROWS
from ....language.ir import nodes as ir
from ..view import attributes_seen
from .observations import UNSEEN, AnnouncedMove, CardTravel, Limit


def legality_depends_on_hidden(code: ProgramTables, choice: prog.AskChoice, seat: int) -> bool:
    """Whether the legality of a move hangs on cards that a seat may not see, besides its own arguments."""
    return _reads_hidden(code, code.once(_to_be_legal, choice), seat)


def outcome_depends_on_hidden(code: ProgramTables, choice: prog.AskChoice, seat: int) -> bool:
    """Whether what follows from a move, until somebody decides, may hang on them."""
    return _reads_hidden(code, code.once(_to_go_on, choice), seat)


def _reads_hidden(code: ProgramTables, names: frozenset[str], seat: int) -> bool:
    zones = (code.layout.zones[zone] for name in names for zone in code.layout.families.get(name, ()))
    return any(zone.sees[seat] != "all" for zone in zones)


def _to_be_legal(code: ProgramTables, choice: prog.AskChoice) -> frozenset[str]:
    return zones_read(code.program, _tests(choice))


def _to_go_on(code: ProgramTables, choice: prog.AskChoice) -> frozenset[str]:
    found: list[prog.Expr] = []
    for block in blocks_from(code.program, choice.then):
        found += _whens(block.body, code.program)
        if isinstance(block.end, prog.Branch):
            found.append(block.end.test)
    return zones_read(code.program, found)


def blocks_from(program: prog.Program, start: int) -> Iterator[prog.Block]:
    """The blocks that may be played from one on, until somebody decides."""
    seen, waiting = {start}, [start]
    while waiting:
        block = program.blocks[waiting.pop()]
        yield block
        match block.end:
            case prog.Jump(to):
                following: tuple[int, ...] = (to,)
            case prog.Branch(_, yes, no):
                following = (yes, no)
            case prog.Dispatch(_, targets):
                following = tuple(targets)
            case prog.SettleTop() | prog.PickOne():
                following = (block.end.then,)
            case _:
                following = ()
        waiting += [one for one in following if one not in seen]
        seen.update(following)


def _whens(stmts: Iterable[object], program: prog.Program) -> Iterator[prog.Expr]:
    """What statements ask on the way: their own conditions, and those of the effects that they run by name."""
    waiting, run = list(stmts), set[str]()
    while waiting:
        match waiting.pop():
            case ir.When(test, yes, no):
                yield test
                waiting += (*yes, *no)
            case ir.ForEach(body=body) | ir.Forever(body=body) | ir.Scope(body=body):
                waiting += body
            case ir.Run(effect=name) if name not in run:
                run.add(name)
                waiting += program.effects[name].body
            case _:
                pass


def _tests(choice: prog.AskChoice) -> Iterator[prog.Expr]:
    for condition in choice.conditions:
        yield condition.test
    for parameter in choice.parameters:
        if parameter.where is not None:
            yield parameter.where
        zone = whole_zone(parameter.source)
        if zone is None:
            yield parameter.source
        elif zone.owner is not None:
            yield zone.owner
        yield from (one for one in (parameter.low, parameter.high) if one is not None)


def whole_zone(source: prog.Expr) -> ir.ZoneOf | None:
    """The zone of which any card may be named; None where cards are named otherwise."""
    if isinstance(source, ir.Apply) and source.op == "cards_of":
        source = source.args[0]
    return source if isinstance(source, ir.ZoneOf) else None


def zones_read(program: prog.Program, tests: Iterable[prog.Expr]) -> frozenset[str]:
    """The names of the zones whose cards expressions read, in functions that they call too."""
    found, called = set[str](), set[str]()
    waiting = list(tests)
    while waiting:
        part = waiting.pop()
        if isinstance(part, ir.Apply) and ROWS[part.op].of_zone and ROWS[part.op].reads == "length":
            continue
        if isinstance(part, ir.ZoneOf):
            found.add(part.name)
        elif isinstance(part, ir.Call) and part.function not in called:
            called.add(part.function)
            waiting.append(program.functions[part.function].body)
        waiting += parts(part)
    return frozenset(found)


# What is known of hidden cards since a move was legal; nothing where it was so by what a seat sees alone.
#
# Only who does not follow the colour that was led has told something. So the conditions of the move that was made are
# worked out where it was made, those parts that read nothing hidden:
#
#     led is none  or  c.colour == led  or  not any(d.colour == led for d in me.hand)
#        false             true                        hidden                           true, whatever is hidden
#        false             false                       hidden                           no card of this colour
#
# A part that reads what the seat does not see is neither true nor false, and what it is in truth is never looked at.
# If it must have been true, and only asks whether there is some card in a zone, that is a limit on the zone. Of a card
# that was seen to leave a place in the step it is known that it lay there: who lays a green card held one.


def limits_of_legality(
    m: Position, move: RawMove, heard: AnnouncedMove, seat: int, travels: Sequence[CardTravel] = ()
) -> list[Limit] | None:
    """What a seat knows of hidden cards since each condition of a move held that was made, with what went where after
    it; `m` is the position before it. None where it may know more than limits say.

    Of an argument that the seat did not hear, or that is not chosen from all cards of a zone, it may.
    """
    end = m.code.block(m.numbers).end
    if not isinstance(end, prog.AskBlock) or any(hides(part) for part in heard.parts):
        return None
    choice = end.choices[move[0]]
    env = {parameter.local.number: value for parameter, value in zip(choice.parameters, move[1:], strict=True)}
    # By zone the kinds of cards of which is seen that they lay there before all this: those that left it, or were
    # shown, before any other came
    lay, came = dict[int, int](), set[int]()
    for one in travels:
        if one.kind != UNSEEN and one.source not in came:
            lay[one.source] = lay.get(one.source, 0) | 1 << one.kind
        came.add(one.target)
    read = VisibleValues(m, env, seat, end.who, lay)
    tests = [condition.test for condition in choice.conditions]
    wheres = [(one.where, env[one.local.number]) for one in choice.parameters if one.where is not None]
    if any(isinstance(given, tuple) for _, given in wheres):
        return None  # it was asked of each element
    tests += [where for where, _ in wheres]
    return read.limits_of_all(tests, holds=True) if _from_all(choice, read) else None


def hides(part: int | tuple[int, ...]) -> bool:
    """Whether something of an argument was not heard."""
    return part == HIDDEN or (isinstance(part, tuple) and HIDDEN in part)


def _from_all(choice: prog.AskChoice, read: VisibleValues) -> bool:
    """Whether the seat can tell from which zone each argument is chosen, or sees what it is chosen from."""
    for parameter in choice.parameters:
        zone = whole_zone(parameter.source)
        source = parameter.source if zone is None else zone.owner
        bounds = (source, parameter.low, parameter.high)
        if not all(one is None or read.is_open(one) for one in bounds):
            return False
    return True


def _only_counted(part: prog.Expr) -> ir.ZoneOf | None:
    """The zone of which only the number of cards is read."""
    found = part.args[0] if isinstance(part, ir.Apply) and ROWS[part.op].reads == "length" else None
    return found if isinstance(found, ir.ZoneOf) else None


def _but_for(part: prog.Expr, zone: ir.ZoneOf | None) -> list[prog.Expr | None]:
    """The parts of an expression, of a zone only who owns it."""
    if zone is None:
        return list(parts(part))
    inner = [part.loops[0].test, part.body, *part.keys] if isinstance(part, ir.Fold) else []
    return [zone.owner, *inner]


def _is_card(part: prog.Expr, loop: ir.Loop) -> bool:
    """Whether this is the card itself through which a loop goes."""
    return isinstance(part, ir.Local) and part.number == loop.local.number


def _attributes_of(loop: ir.Loop, exprs: Sequence[prog.Expr]) -> set[str] | None:
    """The attributes that expressions read of the card through which a loop goes; None where they do more with it."""
    found, waiting = set[str](), list(exprs)
    while waiting:
        part = waiting.pop()
        if isinstance(part, ir.AttributeOf) and _is_card(part.of, loop):
            found.add(part.name)
        elif _is_card(part, loop):
            return None
        else:
            waiting += parts(part)
    return found


class VisibleValues:
    """What a seat sees of expressions in a position, with the arguments of a move; `who` decides, as all see. `lay`
    tells by zone of which kinds cards lay there for sure, as bits."""

    def __init__(self, m: Position, env: Env, seat: int, who: prog.Slot, lay: Mapping[int, int]) -> None:
        self.m, self.env, self.seat, self.who, self.lay = m, env, seat, who, lay

    def limits_of_all(self, tests: Iterable[prog.Expr], *, holds: bool) -> list[Limit] | None:
        """What is known of hidden cards if all of these tests hold, or none does."""
        each = [self.limits_of(test, holds=holds) for test in tests]
        return None if None in each else [limit for found in each for limit in found or ()]

    def limits_of(self, test: prog.Expr, *, holds: bool) -> list[Limit] | None:
        """What is known of hidden cards if a test holds, or does not; None where no limits say that."""
        match test:
            case ir.Apply("not", (one,)):
                return self.limits_of(one, holds=not holds)
            case ir.Apply(op, args) if ROWS[op].is_connective:
                decides = ROWS[op].decides
                if decides is None or not decides(holds):
                    return self.limits_of_all(args, holds=holds)
                # One is enough: that of which the seat does not see that it is not so
                able = [one for one in args if self.limits_of(one, holds=not holds) != []]
                each = [self.limits_of(one, holds=holds) for one in able]
                return [] if [] in each else each[0] if len(each) == 1 else None
            case ir.Call():
                called = self._called(test)
                return called and called[0].limits_of(called[1], holds=holds)
        value = self._computed(test)
        if value is not None:
            return [] if bool(value) is holds else None
        match test:
            case ir.Apply("list_empty", (listed,)):
                found, holds = self._listed(listed), not holds
            case ir.Apply("in", (kind, source)) if kind.type.base == "kind":
                number, zone = self._computed(kind), self._zone(source)
                found = None if number is None or zone is None else (zone, 1 << number)
            case ir.Fold(op="any", body=body):
                found = self._iterated(test, [body])
            case _:
                found = None
        if found is None:
            return None
        zone, kinds = found
        if holds:
            return [] if self.lay.get(zone, 0) & kinds else [Limit(zone, kinds, least=1)]
        return [Limit(zone, kinds)]

    def _called(self, call: ir.Call) -> tuple[VisibleValues, prog.Expr] | None:
        """The same within a function, and what it computes, if the seat sees its arguments."""
        function, values = self.m.code.program.functions[call.function], [self._computed(one) for one in call.args]
        env = dict(zip([local.number for local in function.parameters], values, strict=True))
        inner = VisibleValues(self.m, env, self.seat, self.who, self.lay)
        return None if None in values else (inner, function.body)

    def _listed(self, expr: prog.Expr) -> tuple[int, int] | None:
        """From which zone cards are listed, and of which kinds, as bits; None where the seat cannot tell."""
        if isinstance(expr, ir.Call):
            called = self._called(expr)
            return called and called[0]._listed(called[1])
        return self._iterated(expr, []) if isinstance(expr, ir.Fold) and expr.op == "list" else None

    def _iterated(self, fold: ir.Fold, tests: Sequence[prog.Expr]) -> tuple[int, int] | None:
        """The same of the cards through which a loop goes and for which these tests hold, too."""
        loop = fold.loops[0]
        if len(fold.loops) != 1:
            return None
        tests = [*tests, *(() if loop.test is None else (loop.test,))]
        zone = self._zone(loop.source)
        if zone is None or _attributes_of(loop, tests) is None or not all(map(self.is_open, tests)):
            return None
        layout, kind_of, kinds = self.m.code.layout, self.m.kind_of, 0
        for kind, card in {kind_of[card]: card for card in layout.decks[layout.zones[zone].deck]}.items():
            if all(self._value(test, {**self.env, loop.local.number: card}) for test in tests):
                kinds |= 1 << kind
        return zone, kinds

    def _zone(self, source: prog.Expr) -> int | None:
        """The zone of which all cards are listed, if the seat can tell which one that is."""
        zone = whole_zone(source)
        if zone is None or (zone.owner is not None and not self.is_open(zone.owner)):
            return None
        number: int | None = self._value(zone, self.env)
        return number

    def _computed(self, expr: prog.Expr) -> Any:
        """The value of an expression that the seat sees; None where it does not."""
        return self._value(expr, self.env) if self.is_open(expr) else None

    def _value(self, expr: prog.Expr, env: Env) -> Any:
        try:
            with self.m.aside():
                return self.m.value(expr, dict(env))
        except NOT_COMPUTED:
            return None

    def is_open(self, test: prog.Expr) -> bool:
        """Whether an expression reads nothing but what the seat sees, in functions that it calls too."""
        called, waiting = set[str](), [test]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ir.Call) and part.function not in called:
                called.add(part.function)
                waiting.append(self.m.code.program.functions[part.function].body)
            zone = _only_counted(part) or (self._read_from_backs(part) if isinstance(part, ir.Fold) else None)
            layout = self.m.code.layout
            counted = layout.families.get(zone.name, ()) if zone else ()
            if not self._is_seen(part) or any(layout.zones[n].sees[self.seat] == "none" for n in counted):
                return False
            waiting += (one for one in _but_for(part, zone) if one is not None)
        return True

    def _is_seen(self, part: prog.Expr) -> bool:
        layout = self.m.code.layout
        match part:
            case ir.Variable():
                return layout.variables[part.name].shows == "all"
            case ir.ZoneOf():
                return all(self._lies_open(zone) for zone in layout.families.get(part.name, ()))
            case ir.Apply():
                return ROWS[part.op].reads != "places"
            case prog.Slot():
                return part == self.who
            case ir.CardVariable() | prog.SlotList():
                return False
            case _:
                return True

    def _read_from_backs(self, fold: ir.Fold) -> ir.ZoneOf | None:
        """The zone through which a loop goes, where that reads only what the backs of its cards show the seat."""
        if not FOLDS[fold.op].is_total or FOLDS[fold.op].fails != "never" or len(fold.loops) != 1:
            return None
        loop, layout = fold.loops[0], self.m.code.layout
        zone = whole_zone(loop.source)
        if zone is None:
            return None
        zones = [layout.zones[number] for number in layout.families.get(zone.name, ())]
        shown = [attributes_seen(one, self.seat) for one in zones if one.sees[self.seat] != "all"]
        counted = fold.op == "count" and _is_card(fold.body, loop)
        names = _attributes_of(loop, [one for one in (loop.test, None if counted else fold.body) if one is not None])
        return zone if names is not None and all(names <= {*seen} for seen in shown) else None

    def _lies_open(self, number: int) -> bool:
        """Whether the seat sees all cards of a zone, and in which order they lie."""
        zone, code = self.m.code.layout.zones[number], self.m.code
        if zone.sees[self.seat] != "all":
            return False
        know = code.know_at
        return zone.order == "heap" or not any(self.m.state[know + card] & BAG for card in self.m.cards(number))
