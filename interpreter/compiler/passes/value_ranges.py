"""Value-range analysis: the range of an expression, the length of a list, the steps it takes, and what slots can hold.

Everything that is said here holds in every play; where nothing is known the answer is as wide as can be. So a check
can be left out where the answer shows that it cannot fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ...engines.program import nodes as prog
from ...engines.program.control_flow import counts_up, is_below
from ...engines.program.layout import Layout
from ...engines.program.traversal import all_effects, parts, targets, values
from ...language.builtins.definitions import FOLDS, FoldRow
from ...language.builtins.intervals import PLENTY, Known, Range, Sizes, between
from ...language.builtins.row import BuiltinRow
from ...language.builtins.table import ROWS, Analysis, Arguments, Locals, constant, traversed_argument
from ...language.ir import nodes as ir
from ...language.ir.types import MOST, NONE
from .partial_evaluation import PartialEvaluator

SlotKey = tuple[int, str]
"""A slot: its address and its name. What is found for two that share both holds for both."""


def values_of_types(layout: Layout) -> dict[tuple[str, str], int]:
    """How many values a type has, besides none: by its base, and the name of an enumeration."""
    found = {("symbol", name): len(values) for name, values in layout.enumerations.items()}
    return found | {
        ("player", ""): layout.players,
        ("team", ""): layout.team_count,
        ("card", ""): len(layout.kind_of),
        ("kind", ""): len(layout.kinds),
        ("zone", ""): len(layout.zones),
        ("boolean", ""): 2,
    }


class Facts(Analysis):
    """Answers questions about the expressions of one program; `slots` are the ranges of those that are known.

    `residual` says what is left of a test of a card. Making a list costs a step an element, so the limit of steps
    bounds its length, too.
    """

    def __init__(
        self,
        program: prog.Program,
        slots: Mapping[SlotKey, Range] | None = None,
        residual: PartialEvaluator | None = None,
    ) -> None:
        layout = program.layout
        room = max((zone.capacity for zone in layout.zones), default=0)
        sizes = Sizes((layout.players,) * 2, (layout.team_count,) * 2, len(layout.kind_of), room)
        super().__init__(sizes, values_of_types(layout), program.steps_limit)
        self.program, self.residual = program, residual
        self.slots: Mapping[SlotKey, Range] = {} if slots is None else slots
        self._steps, self._sure = dict[Arguments, int](), dict[Arguments, bool]()

    def function(self, name: str) -> ir.Function:
        """A function of the program."""
        return self.program.functions[name]

    def leaf(self, expr: prog.Expr, env: Locals) -> Known:
        """What is known of a variable, an attribute, a zone or a slot."""
        layout = self.program.layout
        match expr:
            case prog.Slot(address, name):
                return between(*self.slots.get((address, name), (NONE, MOST)))
            case prog.SlotList(address, capacity, name):
                return between(*self.slots.get((address, name), (NONE, MOST)), longest=capacity)
            case ir.Variable(name, owner):
                cell = layout.variables[name]
                nobody = not cell.room and owner is not None and self.may_be_none(owner, env)
                return Known(cell.low, cell.high, cell.type.optional or nobody, 0, cell.room or PLENTY)
            case ir.AttributeOf(name, of):
                return self._attribute(name, of, env)
            case ir.ZoneOf(name, owner):
                family = layout.families[name]
                nobody = owner is not None and self.may_be_none(owner, env)
                most = max(layout.zones[one].capacity for one in family)
                return Known(min(family), max(family), nobody, 0, most)
            case _:
                return Known()

    def _attribute(self, name: str, of: ir.Expr, env: Locals) -> Known:
        """What is known of an attribute: what is printed on the cards that have it."""
        rows = [row.attributes.get(name, NONE) for row in self.program.layout.kinds if row.deck == name.split(".")[0]]
        found = constant(tuple(one for row in rows for one in (row if isinstance(row, tuple) else (row,))))
        lists = [len(row) if isinstance(row, tuple) else 0 for row in rows]
        none = self.may_be_none(of, env)
        fewest, longest = (0 if none else min(lists, default=0)), max(lists, default=0)
        return Known(found.low, found.high, found.none or none, fewest, longest)

    def applied(self, row: BuiltinRow | FoldRow, args: list[Known], expr: ir.Apply | ir.Fold) -> Known:
        """What is known of an operation."""
        found = super().applied(row, args, expr)
        there = isinstance(expr, ir.Apply) and is_there(expr)
        return replace(found, none=args[0].none) if there else found

    # Answers ------------------------------------------------------------------------------

    def range(self, expr: prog.Expr, env: Locals) -> Range:
        """The smallest and largest value of an expression, or of the elements of a list."""
        return self.known(prog.as_expr(expr), env).range

    def longest(self, expr: prog.Expr, env: Locals) -> int:
        """The greatest length of a list."""
        return self.known(prog.as_expr(expr), env).longest

    def may_be_none(self, expr: prog.Expr, env: Locals) -> bool:
        """Whether an expression may be none."""
        return self.known(prog.as_expr(expr), env).none

    def is_seat(self, expr: prog.Expr, env: Locals) -> bool:
        """Whether a player or team surely exists: neither none nor out of range."""
        low, high = self.range(expr, env)
        layout = self.program.layout
        return low >= 0 and high < (layout.team_count if expr.type.base == "team" else layout.players)

    def bound(self, let: ir.Let, env: Locals) -> Known:
        """What is known of a name that a `let` binds, as long as it holds."""
        return self.unknown(let.local.type) if let.local.changes else self.known(let.value, env)

    def cannot_fail(self, expr: prog.Expr, env: Locals) -> bool:
        """Whether nothing can go wrong in a value, however long it takes; what is left out of it is not missed."""
        match expr:
            case ir.Fold(loops=loops):
                inner = dict(env)
                for loop in loops:
                    if not self.cannot_fail(loop.source, inner):
                        return False
                    inner[loop.local.number] = self.element(loop.source, inner)
                    if loop.test is not None and not self.cannot_fail(loop.test, inner):
                        return False
                inside = all(self.cannot_fail(part, inner) for part in (expr.body, *expr.keys))
                return inside and not self.goes_wrong(expr, env)
            case ir.Apply():
                if self.goes_wrong(expr, env):
                    return False
            case ir.Call(name, args):
                body, given, key = self.called(name, args, env)
                if key not in self._sure:
                    self._sure[key] = self.cannot_fail(body, given)
                if not self._sure[key]:
                    return False
        return all(self.cannot_fail(part, env) for part in parts(expr))

    def goes_wrong(self, expr: ir.Apply | ir.Fold, env: Locals) -> bool:
        """Whether something may go wrong in an operation itself, once there are its arguments.

        Nobody has no team and no neighbours, so these wait for a test that there is somebody.
        """
        if isinstance(expr, ir.Fold):
            row: BuiltinRow | FoldRow = FOLDS[expr.op]
        else:
            row = ROWS[expr.op]
            if row.reads == "seats" and not all(self.is_seat(one, env) for one in expr.args):
                return True
        return row.fails != "never" and self.may_fail(row, self.operands(expr, env))

    # Steps --------------------------------------------------------------------------------

    def steps(self, expr: prog.Expr, env: Locals) -> int:
        """The greatest number of steps that an expression can take."""
        match expr:
            case ir.Call(name, args):
                return 1 + self._called_steps(name, args, env) + sum(self.steps(arg, env) for arg in args)
            case ir.Fold(op=op) if FOLDS[op].fails == "too many":
                return self.program.steps_limit  # these check by themselves
            case ir.Fold():
                return min(PLENTY, self._fold_steps(expr, 0, dict(env)))
            case ir.Apply(op, args):
                if ROWS[op].steps == "groups":
                    return self.program.steps_limit
                place = traversed_argument(expr)
                counted = expr if ROWS[op].steps == "result" else None if place is None else args[place]
                through = 0 if counted is None else self.longest(counted, env)
                return min(PLENTY, through + sum(self.steps(arg, env) for arg in args))
            case ir.If(test, yes, no):
                return self.steps(test, env) + max(self.steps(yes, env), self.steps(no, env))
            case _:
                return sum(self.steps(part, env) for part in parts(expr))

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
        inner = min(many, self._most_passing(loop)) * self._fold_steps(fold, place + 1, env)
        return min(PLENTY, before + many + many * each + inner)

    def _most_passing(self, loop: ir.Loop) -> int:
        """How many cards can pass the test of a loop through a zone, by what is printed on them."""
        layout, test, local = self.program.layout, loop.test, loop.local
        match loop.source:
            case ir.Apply("cards_of", (ir.ZoneOf(name),)) if test is not None and self.residual is not None:
                decks = {layout.zones[one].deck for one in layout.families[name]}
                cards = [card for deck in decks for card in layout.decks[deck]]
                copies = Counter(layout.kind_of[card] for card in cards)
                one_of = {layout.kind_of[card]: ir.Const(card, local.type, local.span) for card in cards}
                return sum(
                    n for kind, n in copies.items() if self.residual.may_hold(test, {local.number: one_of[kind]})
                )
            case _:
                return PLENTY

    def function_steps(self, name: str) -> int:
        """The greatest number of steps that a function can take, for any arguments."""
        function = self.program.functions[name]
        return self.steps(function.body, {one.number: self.unknown(one.type) for one in function.parameters})

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
        return min(PLENTY, total)

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


def slot_ranges(program: prog.Program, residual: PartialEvaluator | None = None) -> Facts:
    """The facts of a program, with those of its slots; see `Facts`."""
    ranges: dict[SlotKey, Range] = {}
    for number in range(ROUNDS):
        # The ranges found so far; every other slot holds 0, as all cells do at first.
        found = _ranges(program, Facts(program, {key: ranges.get(key, (0, 0)) for key, _ in _assignments(program)}))
        for key, (low, high) in found.items():
            least, most = ranges.get(key, (low, high))
            found[key] = min(low, least), max(high, most)
        if found == ranges:
            return Facts(program, _ranges(program, Facts(program, ranges)), residual)
        if number == ROUNDS // 2:
            found = {key: _widened(value, ranges.get(key, (0, 0))) for key, value in found.items()}
        ranges = found
    return Facts(program, residual=residual)


def _widened(grown: Range, before: Range) -> Range:
    low, high = grown
    return low if low == before[0] else NONE, high if high == before[1] else MOST


def _ranges(program: prog.Program, facts: Facts) -> dict[SlotKey, Range]:
    found: dict[SlotKey, Range] = {}
    for key, (value, env, end) in _assignments(program):
        low, high = (NONE, MOST) if value is None else facts.range(value, env)
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
                    env[parameter.local.number] = Known(longest=1 << 20)


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
