"""Which kinds of cards the rules can tell apart where they look at cards that lie hidden.

Who does not follow has no card of the colour that was led. The rules ask for no more than the colour, so for what the
move tells of a hand, all cards of a colour are one *sort*:

    not any(d.colour == led for d in me.hand)        sorts by `colour`

What a move tells is looked for by trying (`constraints`); it is enough to try one kind of each sort. What is read of
cards that lie open to all is not asked here. Where the rules do more with hidden cards than read attributes, compare
them with a kind that is named, count them and move them, each kind is a sort by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from ....diagnostics.record import dataclass
from ....engines.position import ProgramTables
from ....engines.program import nodes as prog
from ....engines.program.traversal import all_effects, bodies, parts, texts_of_choice, values
from ....language.builtins.definitions import FOLDS
from ....language.builtins.table import ROWS
from ....language.ir import nodes as ir
from ....language.ir.types import Type
from .information_flow import blocks_from, whole_zone, zones_read


@dataclass(frozen=True, slots=True)
class KindClasses:
    """By the number of a kind: the first kind of its sort, and all kinds of it, as bits."""

    first: Sequence[int]
    members: Sequence[int]

    def many(self, kinds: int) -> int:
        """How many sorts there are among some kinds, given as bits."""
        return len({one for number, one in enumerate(self.first) if kinds >> number & 1})


def each_apart(code: ProgramTables, _: prog.Program) -> KindClasses:
    """Each kind a sort by itself."""
    many = range(len(code.layout.kinds))
    return KindClasses(many, [1 << kind for kind in many])


def by_legality(code: ProgramTables, choice: prog.AskChoice) -> KindClasses | None:
    """The sorts for whether a move is legal, of which all arguments are known; None where more may matter."""
    return ConditionReader(code, choice).sorts()


def by_what_follows(code: ProgramTables, choice: prog.AskChoice) -> KindClasses | None:
    """The same, also for what follows until somebody decides."""
    reader = ConditionReader(code, choice)
    reader.play_from(choice.then, own=False)
    return reader.sorts()


def by_what_may_be_done(code: ProgramTables, choice: prog.AskChoice) -> KindClasses | None:
    """The same, also for what may be done then by a player who sees their own cards."""
    reader = ConditionReader(code, choice)
    reader.play_from(choice.then, own=True)
    return reader.sorts()


class ConditionReader:
    """Goes through the rules, and collects what they read of cards that may lie hidden: `attributes`, and the `kinds`
    with which they are compared. It is not `clear` where they do something else with them. Where the order matters in
    which they go through them, this is `ordered`.

    Values are looked at one by one for whether they may be such cards (or kinds or lists of them, or a zone in which
    they lie). The arguments of the `given` move are none.
    """

    def __init__(self, code: ProgramTables, given: prog.AskChoice) -> None:
        self.code = code
        self.attributes, self.kinds, self.clear, self.ordered = set[str](), set[int](), True, False
        self._given = {parameter.slot for parameter in given.parameters}
        self._me: prog.Slot | None = None
        self._called: dict[object, bool] = {}
        self.choice(given)

    def sorts(self) -> KindClasses | None:
        """The sorts that follow from what was read, if that is clear."""
        layout = self.code.layout
        if not self.clear:
            return None
        backs = {key for zone in layout.zones for sees in zone.sees for key in sees.split()}
        names = sorted(self.attributes | backs)
        groups: dict[object, int] = {}
        keys: list[tuple[object, ...]] = []
        since = 0
        for number, row in enumerate(layout.kinds):
            named = number if number in self.kinds else -1
            key = (row.deck, named, *(row.attributes.get(name) for name in names))
            if self.ordered and keys and keys[-1][1:] != key:
                since = number
            keys.append((since, *key))
            groups[keys[-1]] = groups.get(keys[-1], 0) | 1 << number
        members = [groups[key] for key in keys]
        return KindClasses([(mask & -mask).bit_length() - 1 for mask in members], members)

    # What is played -----------------------------------------------------------------------

    def choice(self, choice: prog.AskChoice, *, given: bool = True, texts: bool = False) -> None:
        """What the legality of a move hangs on, and maybe its texts; its arguments are known if it is given."""
        env = dict[int, bool]()
        for parameter in choice.parameters:
            hidden = self.hidden(parameter.source, env)
            env[parameter.local.number] = not given and hidden
            for one in (parameter.low, parameter.high, parameter.where):
                if one is not None:
                    self.hidden(one, env)
        for condition in choice.conditions:
            self.hidden(condition.test, env)
        if texts:
            self._texts(texts_of_choice(choice), env)

    def play_from(self, start: int, *, own: bool) -> None:
        """What is read from a block on, until somebody decides; with `own` also what that player may do then."""
        waiting, met = [start], set[int]()
        while waiting:
            for block in blocks_from(self.code.program, waiting.pop()):
                if block.number in met:
                    continue
                met.add(block.number)
                env = dict[int, bool]()
                self._body(block.body, env)
                match block.end:
                    case prog.Branch(test):
                        self.hidden(test, env)
                    case prog.SettleTop(zone, place=place):
                        self._all([zone] if place is None else [zone, place], env)
                    case prog.PickOne(source):
                        self.hidden(source, env)
                    case prog.AskBlock() as ask:
                        waiting += self._asked(ask, own=own)
                    case _:
                        pass

    def _asked(self, ask: prog.AskBlock, *, own: bool) -> list[int]:
        """What a decision hangs on; and where play goes on if there is nothing to decide. Whoever is passed over tells
        of their own cards, too; the seat that looks sees its own."""
        if own:
            self._me = ask.who
            for choice in ask.choices:
                self.choice(choice, given=False, texts=True)
            self._me = None
        if ask.none is None or any(map(self._is_free, ask.choices)):
            return []
        for choice in ask.choices:
            self.choice(choice, given=False)
        return [ask.none]

    def _is_free(self, choice: prog.AskChoice) -> bool:
        """Whether a move is legal if only there are cards to choose from, in zones of which any may be chosen."""
        program = self.code.program
        return not choice.conditions and all(
            one.where is None
            and one.low is None
            and one.high is None
            and (whole_zone(one.source) is not None or not zones_read(program, [one.source]))
            for one in choice.parameters
        )

    def _body(self, body: Iterable[prog.Stmt], env: dict[int, bool]) -> None:
        for stmt in body:
            match stmt:
                case ir.Let() | ir.Change():
                    env[stmt.local.number] = self.hidden(stmt.value, env)
                case ir.ForEach() | ir.Random():
                    env[stmt.local.number] = self.hidden(stmt.source, env)
                    self.ordered |= env[stmt.local.number] and any(map(_does_more, bodies(stmt)))
                case ir.Run():
                    flags = [self.hidden(one, env) for one in stmt.args]
                    effect = self.code.program.effects[stmt.effect]
                    key = (stmt.effect, "run", *flags)
                    if key not in self._called:
                        self._called[key] = False
                        numbers = [local.number for local in effect.parameters]
                        self._body(effect.body, dict(zip(numbers, flags, strict=True)))
                case ir.Score():
                    self.hidden(stmt.owners, env)
                    self._all([points for _, points in stmt.categories], {**env, stmt.local.number: False})
                case ir.Tell():
                    self._texts(stmt.told, env)
                case ir.Ask():
                    self.clear = False
                case _:
                    self._all(values(stmt), env)
            for inner in bodies(stmt):
                self._body(inner, env)

    def _texts(self, told: Iterable[ir.Told], env: Mapping[int, bool]) -> None:
        """What texts name."""
        if any([self.hidden(one.value, env) for one in told]):
            self.clear = False

    # Values -------------------------------------------------------------------------------

    def _all(self, exprs: Iterable[prog.Expr], env: Mapping[int, bool]) -> bool:
        return any([self.hidden(one, env) for one in exprs])

    def hidden(self, expr: prog.Expr, env: Mapping[int, bool]) -> bool:
        """Whether a value may be hidden cards. What is read of such on the way is noted."""
        match expr:
            case ir.Local(number):
                return _of_cards(expr.type) and (expr.changes or env.get(number, True))
            case prog.Slot() | prog.SlotList():
                return _of_cards(expr.type) and expr not in self._given
            case ir.AttributeOf(name, of):
                if self.hidden(of, env):
                    self.attributes.add(name)
                return False
            case ir.ZoneOf():
                self._all(parts(expr), env)
                layout = self.code.layout
                family = [layout.zones[number] for number in layout.families.get(expr.name, ())]
                if self._me is not None and cast(prog.Expr, expr.owner) == self._me:
                    return any(one.owner_kind != "player" or one.sees[one.owner] != "all" for one in family)
                return any(sees != "all" for one in family for sees in one.sees)
            case ir.Apply():
                return self._applied(expr, [self.hidden(one, env) for one in expr.args])
            case ir.Call():
                flags = [self.hidden(one, env) for one in expr.args]
                function, key = self.code.program.functions[expr.function], (expr.function, *flags)
                if key not in self._called:
                    self._called[key] = False
                    numbers = [local.number for local in function.parameters]
                    self._called[key] = self.hidden(function.body, dict(zip(numbers, flags, strict=True)))
                return self._called[key]
            case ir.Fold():
                return self._folded(expr, dict(env))
            case ir.If(test, yes, no):
                self.hidden(test, env)
                return self._all((yes, no), env)
            case ir.ListOf(items):
                return self._all(items, env)
            case ir.Variable() | ir.CardVariable():
                self._all(parts(expr), env)
                return _of_cards(expr.type)
            case _:
                return False

    def _applied(self, expr: ir.Apply, flags: Sequence[bool]) -> bool:
        row = ROWS[expr.op]
        if not any(flags) or row.reads == "length" or expr.op == "card_place":
            return False
        if row.compares or expr.op == "in":
            for other, flag in zip(expr.args, flags, strict=True):
                named = other.value if isinstance(other, ir.Const) else ()
                self.kinds.update(named if isinstance(named, tuple) else (named,))
                self.clear = self.clear and (flag or isinstance(other, ir.Const))
            self.clear = self.clear and not all(flags)
            return False
        if not (row.of_zone and (row.reads_order or row.makes_list)):
            self.clear = False
        return True

    def _folded(self, expr: ir.Fold, env: dict[int, bool]) -> bool:
        through = False
        for loop in expr.loops:
            env[loop.local.number] = self.hidden(loop.source, env)
            through |= env[loop.local.number]
            if loop.test is not None:
                self.hidden(loop.test, env)
        found = self.hidden(expr.body, env)
        # A hand is gone through in the order in which its kinds are listed. So where that order shows, a sort holds
        # only kinds between which none of another is listed.
        in_order = not FOLDS[expr.op].unordered
        if self._all(expr.keys, env) or (found and in_order and expr.op != "list"):
            self.clear = False
        self.ordered |= through and not found and in_order
        return found and in_order


def _does_more(body: tuple[prog.Stmt, ...]) -> bool:
    """Whether a body does more than move cards and show them."""
    return any(not isinstance(one, ir.MoveCards | ir.ShowCards) for one in all_effects(body))


def _of_cards(type: Type) -> bool:
    """Whether values of a type are cards, or kinds, or lists of them."""
    return type.base in ("card", "kind", "zone") or (type.item is not None and _of_cards(type.item))
