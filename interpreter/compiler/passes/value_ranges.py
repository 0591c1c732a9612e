"""Value-range analysis: the range of an expression, the length of a list, the steps it takes, and what slots can hold.

Everything that is said here holds in every play; where nothing is known the answer is as wide as can be. So a check
can be left out where the answer shows that it cannot fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import assert_never

from ...diagnostics.record import dataclass
from ...engines.program import nodes as prog
from ...engines.program.card_flow import passing
from ...engines.program.control_flow import counts_up, is_below, targets
from ...engines.program.layout import Layout
from ...engines.program.traversal import all_effects, values
from ...engines.reference.expressions import traversed_argument
from ...language.ir import nodes as ir
from ...language.ir.types import LEAST, MOST, NONE
from . import intervals
from .intervals import Range

VARIANTS = 32
"""A function is looked into for this many different kinds of arguments; after that, for any arguments at once."""

SlotKey = tuple[int, str]
"""A slot: its address and its name. What is found for two that share both holds for both."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a local: its range (of a list, that of its elements) and its greatest length as a list."""

    range: Range = intervals.ANYTHING
    longest: int = 0


Locals = Mapping[int, Known]

Arguments = tuple[object, ...]
"""A function's name and what is known of its arguments."""


class Facts:
    """Answers questions about the expressions of one program.

    The body of a function is looked into once for the same knowledge of its arguments: the answers are memoised here.
    """

    def __init__(self, program: prog.Program, slots: Mapping[SlotKey, Range] | None = None) -> None:
        self.program = program
        self.slots: Mapping[SlotKey, Range] = {} if slots is None else slots
        self._values = intervals.values_of_types(program.layout)
        self._ranges: dict[Arguments, Range] = {}
        self._lengths, self._steps = dict[Arguments, int](), dict[Arguments, int]()
        self.sure: dict[Arguments, bool] = {}
        self._variants: dict[str, set[Arguments]] = {}

    # Values -------------------------------------------------------------------------------

    def range(self, expr: prog.Expr, env: Locals) -> Range:
        """The smallest and largest value of an expression, or of the elements of a list."""
        return intervals.of_type(self._range(expr, env), expr.type.item or expr.type, self._values)

    def _range(self, expr: prog.Expr, env: Locals) -> Range:
        match expr:
            case ir.Const(value):
                values = value if isinstance(value, tuple) else (value,)
                return (min(values), max(values)) if values else (0, 0)
            case ir.Local(number):
                return env[number].range if number in env else intervals.ANYTHING
            case prog.Slot(address, name) | prog.SlotList(address, _, name):
                return self.slots.get((address, name), intervals.ANYTHING)
            case ir.Option() | ir.CardVariable():
                return intervals.ANYTHING
            case ir.Call(name, args):
                return self._called(name, args, env)
            case ir.Variable(name, owner):
                cell = self.program.layout.variables[name]
                nobody = not cell.room and owner is not None and self.may_be_none(owner, env)
                return (NONE if cell.type.optional or nobody else cell.low), cell.high
            case ir.AttributeOf(name, of):
                return self._attribute(name, of, env)
            case ir.ZoneOf(name, owner):
                family = self.program.layout.families[name]
                low = NONE if owner is not None and self.may_be_none(owner, env) else min(family)
                return low, max(family)
            case ir.Apply():
                return self._applied(expr, env)
            case ir.If(_, yes, no):
                return intervals.both(self.range(yes, env), self.range(no, env))
            case ir.ListOf(items):
                ranges = [self.range(item, env) for item in items]
                return (min(low for low, _ in ranges), max(high for _, high in ranges)) if ranges else (0, 0)
            case ir.Fold():
                return self._fold(expr, env)
            case _:
                assert_never(expr)

    def _called(self, name: str, args: tuple[ir.Expr, ...], env: Locals) -> Range:
        body, inner, key = self.called(name, args, env)
        if key not in self._ranges:
            self._ranges[key] = self.range(body, inner)
        return self._ranges[key]

    def called(self, name: str, args: tuple[ir.Expr, ...], env: Locals) -> tuple[prog.Expr, Locals, Arguments]:
        """The body of a function, what is known in it for these arguments, and a key for both."""
        function = self.program.functions[name]
        inner = self.arguments(function, args, env)
        key, seen = (name, *inner.items()), self._variants.setdefault(name, set())
        if key not in seen and len(seen) >= VARIANTS:
            inner = {parameter.number: self.unknown(parameter) for parameter in function.parameters}
            key = (name, *inner.items())
        seen.add(key)
        return function.body, inner, key

    def unknown(self, local: ir.Local) -> Known:
        """What is known of a local of which nothing is known but its type."""
        return Known(longest=self.program.steps_limit if local.type.base == "list" else 0)

    def may_be_none(self, expr: prog.Expr, env: Locals) -> bool:
        """Whether an expression may be none."""
        return self.range(expr, env)[0] == NONE

    def is_seat(self, expr: prog.Expr, env: Locals) -> bool:
        """Whether a player or team surely exists: neither none nor out of range."""
        low, high = self.range(expr, env)
        layout = self.program.layout
        return low >= 0 and high < (layout.team_count if expr.type.base == "team" else layout.players)

    def _attribute(self, name: str, of: ir.Expr, env: Locals) -> Range:
        """The range of an attribute over all kinds; without none where each kind of the deck says what it is."""
        values = intervals.printed(self.program.layout, name)
        deck = name.split(".")[0]
        if all(name in row.attributes for row in self.program.layout.kinds if row.deck == deck):
            values = [v for v in values if v != NONE] or [NONE]
            rows = [row.attributes[name] for row in self.program.layout.kinds if row.deck == deck]
            if NONE in rows:
                values.append(NONE)
        if self.may_be_none(of, env):
            values.append(NONE)
        return min(values, default=NONE), max(values, default=NONE)

    def _applied(self, expr: ir.Apply, env: Locals) -> Range:
        args = [self.range(arg, env) for arg in expr.args]
        if expr.op == "size":
            return 0, self.longest(expr.args[0], env)
        if expr.op == "else":
            return intervals.both(self.some(expr.args[0], env), args[1])
        if is_there(expr):
            return args[0]
        return intervals.applied(self.program.layout, expr.op, args)

    def some(self, expr: prog.Expr, env: Locals) -> Range:
        """The range of an expression where it is not none."""
        match expr:
            case ir.Fold(op="max" | "min" | "first" | "last" | "top", body=body) if not expr.type.item:
                return self.some(body, self._inside(expr, env))
            case ir.AttributeOf(name):
                numbers = [one for one in intervals.printed(self.program.layout, name) if one != NONE]
                return min(numbers, default=0), max(numbers, default=0)
            case ir.Apply("card_place"):
                return 1, max(1, self.range(expr, env)[1])
            case ir.Call(name, args):
                called, inside, _ = self.called(name, args, env)
                return self.some(called, inside)
            case _:
                return intervals.of_type(intervals.without_none(self.range(expr, env)), expr.type, self._values)

    def _inside(self, fold: ir.Fold, env: Locals) -> dict[int, Known]:
        """What is known within the loops of a comprehension."""
        inner = dict(env)
        for loop in fold.loops:
            inner[loop.local.number] = self.element(loop.source, inner)
        return inner

    def _fold(self, fold: ir.Fold, env: Locals) -> Range:
        low, high = self.range(fold.body, self._inside(fold, env))
        most = self.longest(fold, env) if fold.op == "list" else self._iterations(fold, env)
        match fold.op:
            case "any" | "all":
                return 0, 1
            case "count":
                return 0, most
            case "sum":
                low, high = min(0, low * most), max(0, high * most)
                return (low, high) if low >= LEAST and high <= MOST else intervals.ANY_NUMBER
            case "list" | "best" | "sort" | "sets" | "runs":
                return low, high
            case "apart":
                return 0, MOST
            case "max" | "min" | "first" | "last" | "top":
                return NONE, high
            case _:
                raise AssertionError(f"unknown comprehension {fold.op}")

    def element(self, source: prog.Expr, env: Locals) -> Known:
        """What is known of the elements of a list; the range of a list of lists is that of what they hold."""
        return Known(self.range(source, env), self.widest(source, env) if source.type.is_nested() else 0)

    # Lengths ------------------------------------------------------------------------------

    def longest(self, expr: prog.Expr, env: Locals) -> int:
        """The greatest length of a list. Making a list costs a step an element, so the limit of steps bounds it too."""
        program, layout = self.program, self.program.layout
        match expr:
            case ir.Const(tuple() as values):
                return len(values)
            case ir.Local(number) if number in env:
                return env[number].longest
            case prog.SlotList():
                return expr.capacity
            case ir.Variable(name):
                return layout.variables[name].room
            case ir.AttributeOf(name):
                rows = [row.attributes.get(name, ()) for row in layout.kinds]
                return max((len(row) for row in rows if isinstance(row, tuple)), default=0)
            case ir.If(_, yes, no):
                return max(self.longest(yes, env), self.longest(no, env))
            case ir.ListOf(items):
                return len(items)
            case ir.Fold(op="runs"):
                return program.steps_limit
            case ir.Fold(op="first" | "last" | "top"):
                return self.longest(expr.body, self._inside(expr, env))
            case ir.Fold():
                return self._iterations(expr, env)
            case ir.Call(name, args):
                body, inner, key = self.called(name, args, env)
                if key not in self._lengths:
                    self._lengths[key] = self.longest(body, inner)
                return self._lengths[key]
            case ir.Apply("cards_of", (zone,)):
                return most_cards(layout, zone)
            case ir.Apply("join", (one, other)):
                return self.longest(one, env) + self.longest(other, env)
            case ir.Apply("else", (one, other)):
                return max(self.longest(one, env), self.longest(other, env))
            case ir.Apply("reverse" | "distinct" | "without", (one, *_)):
                return self.longest(one, env)
            case ir.Apply("alike", (_, one)):
                return self.longest(one, env)
            case ir.Apply("range", (low, high)):
                return max(0, min(self.range(high, env)[1] - self.range(low, env)[0] + 1, program.steps_limit))
            case ir.Apply("players" | "players_from" | "rivals" | "members"):
                return layout.players
            case ir.Apply("teams" | "team_rivals"):
                return layout.team_count
            case _:
                return program.steps_limit

    def widest(self, source: prog.Expr, env: Locals) -> int:
        """The greatest length of a list in a list of lists."""
        match source:
            case ir.Apply("subsets" | "all_subsets" | "stretches" | "all_stretches", (one, *_)):
                return self.longest(one, env)
            case ir.Apply("join", (one, other)):
                return max(self.widest(one, env), self.widest(other, env))
            case ir.Fold(op="sets" | "runs"):
                return self._iterations(source, env)
            case ir.Fold(op="list" | "best" | "sort"):
                return self.longest(source.body, self._inside(source, env))
            case _:
                return self.program.steps_limit

    def _iterations(self, fold: ir.Fold, env: Locals) -> int:
        """How often the body of a comprehension is computed at most."""
        inner = self._inside(fold, env)
        return prod(self.longest(loop.source, inner) for loop in fold.loops)

    def arguments(self, function: ir.Function, args: tuple[ir.Expr, ...], env: Locals) -> dict[int, Known]:
        """What is known of the parameters of a function."""
        return {
            parameter.number: self.known(arg, env) for parameter, arg in zip(function.parameters, args, strict=True)
        }

    def known(self, expr: prog.Expr, env: Locals) -> Known:
        """What is known of an expression."""
        return Known(self.range(expr, env), self.longest(expr, env) if expr.type.base == "list" else 0)

    def bound(self, let: ir.Let, env: Locals) -> Known:
        """What is known of a name that a `let` binds, as long as it holds."""
        return self.unknown(let.local) if let.local.changes else self.known(let.value, env)

    # Steps --------------------------------------------------------------------------------

    def steps(self, expr: prog.Expr, env: Locals) -> int:
        """The greatest number of steps that an expression can take."""
        match expr:
            case ir.Call(name, args):
                return 1 + self._called_steps(name, args, env) + sum(self.steps(arg, env) for arg in args)
            case ir.Fold(op="sets" | "runs" | "apart") | ir.Apply(
                "subsets" | "all_subsets" | "stretches" | "all_stretches"
            ):
                return self.program.steps_limit  # these check by themselves
            case ir.Fold():
                made = intervals.group_steps(expr.op, self._iterations(expr, env), 1)
                return min(intervals.PLENTY, made + self._fold_steps(expr, 0, dict(env)))
            case ir.Apply("range" | "join", args):
                return self.longest(expr, env) + sum(self.steps(arg, env) for arg in args)
            case ir.Apply(_, args):
                place = traversed_argument(expr)
                through = 0 if place is None else self.longest(args[place], env)
                lengths = [self.longest(arg, env) for arg in args if arg.type.base == "list"]
                made = intervals.group_steps(expr.op, *lengths[:2]) if expr.type.is_nested() else 0
                return min(intervals.PLENTY, made + through + sum(self.steps(arg, env) for arg in args))
            case ir.If(test, yes, no):
                return self.steps(test, env) + max(self.steps(yes, env), self.steps(no, env))
            case ir.ListOf(items):
                return sum(self.steps(item, env) for item in items)
            case ir.Variable(_, part) | ir.ZoneOf(_, part):
                return 0 if part is None else self.steps(part, env)
            case ir.CardVariable(_, part) | ir.AttributeOf(_, part):
                return self.steps(part, env)
            case ir.Const() | ir.Local() | ir.Option() | prog.Slot() | prog.SlotList():
                return 0
            case _:
                assert_never(expr)

    def _called_steps(self, name: str, args: tuple[ir.Expr, ...], env: Locals) -> int:
        body, inner, key = self.called(name, args, env)
        if key not in self._steps:
            self._steps[key] = self.steps(body, inner)
        return self._steps[key]

    def _fold_steps(self, fold: ir.Fold, place: int, env: dict[int, Known]) -> int:
        """The steps of the loops from `place` on: the source once, then for each element the test and the rest."""
        if place == len(fold.loops):
            return self.steps(fold.body, env) + sum(self.steps(key, env) for key in fold.keys)
        loop = fold.loops[place]
        many, before = self.longest(loop.source, env), self.steps(loop.source, env)
        env = {**env, loop.local.number: self.element(loop.source, env)}
        each = 0 if loop.test is None else self.steps(loop.test, env)
        inner = min(many, most_passing(self.program, loop)) * self._fold_steps(fold, place + 1, env)
        return min(intervals.PLENTY, before + many + many * each + inner)

    def function_steps(self, name: str) -> int:
        """The greatest number of steps that a function can take, for any arguments."""
        function = self.program.functions[name]
        return self.steps(function.body, {one.number: self.unknown(one) for one in function.parameters})

    def effect_steps(self, name: str, known: tuple[Known, ...]) -> int:
        """The greatest number of steps that a named effect can take, if this is known of its arguments."""
        key = (name, *known)
        if key not in self._steps:
            effect = self.program.effects[name]
            env = {parameter.number: one for parameter, one in zip(effect.parameters, known, strict=True)}
            self._steps[key] = self.body_steps(effect.body, env)
        return self._steps[key]

    def body_steps(self, body: tuple[prog.Stmt, ...], env: Locals) -> int:
        """The greatest number of steps that effects within one block can take, one after the other."""
        inner, total = dict(env), 0
        for stmt in body:
            total += self._stmt_steps(stmt, inner)
            if isinstance(stmt, ir.Let):
                inner[stmt.local.number] = self.bound(stmt, inner)
        return min(intervals.PLENTY, total)

    def _stmt_steps(self, stmt: prog.Stmt, env: dict[int, Known]) -> int:
        match stmt:
            case ir.When(test, yes, no):
                return self.steps(test, env) + max(self.body_steps(yes, env), self.body_steps(no, env))
            case ir.ForEach(local, source, body):
                inner = {**env, local.number: self.element(source, env)}
                return self.steps(source, env) + self.longest(source, env) * (1 + self.body_steps(body, inner))
            case ir.Run(name, args):
                known = tuple(self.known(arg, env) for arg in args)
                return 1 + self.effect_steps(name, known) + sum(self.steps(arg, env) for arg in args)
            case ir.Score(owners=owners, local=local, categories=categories):
                inner = {**env, local.number: self.element(owners, env)}
                each = sum(self.steps(points, inner) for _, points in categories)
                return self.steps(owners, env) + self.longest(owners, env) * each
            case _:
                return sum(self.steps(value, env) for value in values(stmt))


def is_there(expr: ir.Apply) -> bool:
    """Whether an element of a list surely is there: that with which a loop over blocks goes on, whose end was just
    tested. What an author asks for by number may be none, as its type says.
    """
    match expr:
        case ir.Apply(
            "item", (prog.SlotList() | ir.Const(tuple()), ir.Apply("add", (prog.Slot() | ir.Const(), ir.Const(1))))
        ):
            return not expr.type.optional
        case _:
            return False


# How many cards a zone can hold, and how many of those can pass a test, as far as that is known before the play.


def most_cards(layout: Layout, zone: prog.Expr) -> int:
    """The greatest number of cards in a zone."""
    family = layout.families[zone.name] if isinstance(zone, ir.ZoneOf) else range(len(layout.zones))
    return max((layout.zones[one].capacity for one in family), default=0)


def most_passing(program: prog.Program, loop: ir.Loop) -> int:
    """How many cards can pass the test of a loop through a zone, by what is printed on them."""
    layout, test = program.layout, loop.test
    match loop.source:
        case ir.Apply("cards_of", (ir.ZoneOf(name),)) if test is not None:
            decks = {layout.zones[one].deck for one in layout.families[name]}
            sets = ((deck, passing(program, test, loop.local.number, deck, holds=True)) for deck in decks)
            return sum(cards >> card & 1 for deck, cards in sets for card in layout.decks[deck])
        case _:
            return intervals.PLENTY


# What slots can hold: the range of everything that is ever written to each.
#
# What is written to one slot may depend on others, so ranges start at 0 (as cells do) and grow, for all slots at once,
# until nothing changes:
#
#     ranges = {each slot: 0 to 0}
#     repeat up to ROUNDS times:
#         found = the range of all that is written to each slot, given `ranges`
#         if found == ranges: that is an answer, and so is what is written given these
#         half way through: of what still grows the end that does may be anything
#         ranges = found
#
# Without an answer nothing is known of any slot, which is always true. A counter that goes up where it was just found
# to be below an end comes no further than there.

ROUNDS = 8
"""How often ranges may grow."""


def slot_ranges(program: prog.Program) -> Facts:
    """The facts of a program, with those of its slots."""
    ranges: dict[SlotKey, Range] = {}
    for number in range(ROUNDS):
        # The ranges found so far; every other slot holds 0, as all cells do at first.
        found = _ranges(program, Facts(program, {key: ranges.get(key, (0, 0)) for key, _ in _assignments(program)}))
        for key, (low, high) in found.items():
            least, most = ranges.get(key, (low, high))
            found[key] = min(low, least), max(high, most)
        if found == ranges:
            return Facts(program, _ranges(program, Facts(program, ranges)))
        if number == ROUNDS // 2:
            found = {key: _widened(value, ranges.get(key, (0, 0))) for key, value in found.items()}
        ranges = found
    return Facts(program)


def _widened(grown: Range, before: Range) -> Range:
    low, high = grown
    return low if low == before[0] else intervals.ANYTHING[0], high if high == before[1] else intervals.ANYTHING[1]


def _ranges(program: prog.Program, facts: Facts) -> dict[SlotKey, Range]:
    found: dict[SlotKey, Range] = {}
    for key, (value, env, end) in _assignments(program):
        low, high = intervals.ANYTHING if value is None else facts.range(value, env)
        if end is not None:
            high = min(high, max(low, facts.range(end, {})[1]))
        least, most = found.get(key, (0, 0))
        found[key] = min(low, least), max(high, most)
    return found


Assignment = tuple[prog.Expr | None, dict[int, Known], prog.Expr | None]
"""What is written to a slot (None for anything at all), what is known of the names in it, and its end if it counts."""


def _assignments(program: prog.Program) -> Iterator[tuple[SlotKey, Assignment]]:
    """Everything that is ever written to slots."""
    ends = counters(program)
    for block in program.blocks:
        env: dict[int, Known] = {}
        counter, end = ends.get(block.number, (None, None))
        for stmt in all_effects(block.body):
            match stmt:
                case prog.SetSlot(slot, value):
                    once = any(stmt is one for one in block.body)  # and not in each turn of a loop
                    up = counter is not None and once and counts_up(stmt, counter)
                    yield key_of(slot), (value, env, end if up else None)
                    counter = None if counter is not None and counter.address == slot.address else counter
                case prog.Recall(pending, _, which):
                    yield key_of(which), (None, env, None)
                    yield from ((key_of(slot), (None, env, None)) for slot in pending.slots)
                case prog.TakeTrigger(which, args):
                    yield key_of(which), (None, env, None)
                    yield from ((key_of(slot), (None, env, None)) for one in args for slot in one)
        yield from _at_end(block)


def counters(program: prog.Program) -> dict[int, tuple[prog.Slot, prog.Expr]]:
    """The blocks where play goes on only after it was found that a slot is below an end: that slot, and the end."""
    found: dict[int, tuple[prog.Slot, prog.Expr]] = {}
    several = {0}
    for block in program.blocks:
        asked = is_below(block.end)
        for to in targets(block.end):
            if asked is None or to != asked[2] or to in found:
                several.add(to)
            else:
                found[to] = asked[0], asked[1]
    return {number: one for number, one in found.items() if number not in several}


def _at_end(block: prog.Block) -> Iterator[tuple[SlotKey, Assignment]]:
    match block.end:
        case prog.PickOne(source, slot):
            yield key_of(slot), (ir.ListOf((source, _none(source)), source.type, source.span), {}, None)
        case prog.AskBlock(choices=choices):
            for choice in choices:
                env: dict[int, Known] = {}
                for parameter in choice.parameters:
                    yield key_of(parameter.slot), (_value(parameter), dict(env), None)
                    env[parameter.local.number] = Known(intervals.ANYTHING, 1 << 20)


def _value(parameter: prog.MoveParameter) -> ir.Expr:
    source = parameter.source
    if parameter.how != "optional":
        return source
    return ir.ListOf((source, _none(source)), source.type, source.span)


def _none(like: ir.Expr) -> ir.Const:
    return ir.Const(NONE, like.type, like.span)


def key_of(slot: prog.Slot | prog.SlotList) -> SlotKey:
    """The key of a slot."""
    return slot.address, slot.name
