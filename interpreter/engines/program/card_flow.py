"""Data-flow analysis of cards: which of them can ever lie in a zone.

A zone needs room for the cards that start there and for those that a move of the spec may bring. Which these are is
worked out in two steps. First every way is noted: from which zone, through which names, and what must be printed on a
card that goes there, since it has passed a test (`passing`):

    lay: {choose: {c: me.hand}, when: c.colour == red, do: move c to t.row}

    hand ──red ones──▸ c in the block of the action ──all──▸ row

Then cards flow along these ways until nothing new comes. Each name in each block is a place of its own, since `c` means
other cards in other actions. Where nothing is known of a card, it may be any of its deck.

Only the number of cards matters, and only for zones with an order: a heap has a bit for each card anyway. A position
from outside may have more cards in a zone than play would bring: it is held as its cells, and the compiled engine hands
over to the reference executor where a zone is full (`fast.cards.transfer`). So what is overlooked here costs time, and
changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import reduce

from ...diagnostics.record import dataclass
from ...language.builtins.definitions import Overflow
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from . import nodes as prog
from .layout import Layout
from .traversal import all_effects, bodies, every, targets

# Which cards can pass a test, as far as that follows from what is printed on them.
#
# A card never changes its kind, so what a test finds out about it holds for good. Each kind is tried: what is printed
# is known, everything else is not, and what follows from something unknown is unknown, unless the known part decides:
#
#     c.colour == red and first(t)           false for a card that is not red, else unknown
#     c.worth == 10 or …                     true for a card that is worth ten, else unknown

Key = int | tuple[int, str]
"""A name: the number of a local, or the cell and the name of a slot."""

Value = int | tuple[int, ...] | None
"""What is known of a value: None if nothing is."""


def key_of(expr: prog.Expr) -> Key | None:
    """The name that an expression is; None for anything else, and for a local that changes."""
    match expr:
        case ir.Local(number, changes=False):
            return number
        case prog.Slot(address, name):
            return address, name
        case _:
            return None


@dataclass(frozen=True, slots=True)
class KindBinding:
    """One kind of card, as what goes by some names; and what is known of other names.

    `results` is what was found out about functions, by name and what is known of their arguments.
    """

    program: prog.Program
    number: int
    cards: frozenset[Key]
    others: Mapping[Key, Value]
    results: dict[tuple[object, ...], Value] = field(default_factory=dict)

    def value(self, expr: prog.Expr) -> Value:
        """What is known of an expression."""
        match expr:
            case ir.Const(value):
                return value
            case ir.Local() | prog.Slot():
                key = key_of(expr)
                return None if key is None else self.others.get(key)
            case ir.AttributeOf(name, of) if self._is_card(of):
                nothing = () if expr.type.base == "list" else NONE
                return self.program.layout.kinds[self.number].attributes.get(name, nothing)
            case ir.If(test, yes, no):
                return self._either(test, yes, no)
            case ir.Call(name, args):
                return self._called(name, args)
            case ir.Apply(op, args):
                return self._applied(op, args)
            case _:
                return None

    def _is_card(self, expr: prog.Expr) -> bool:
        key = key_of(expr)
        return key is not None and key in self.cards

    def _either(self, test: prog.Expr, yes: prog.Expr, no: prog.Expr) -> Value:
        decided = self.value(test)
        if decided is not None:
            return self.value(yes if decided else no)
        one, other = self.value(yes), self.value(no)
        return one if one == other else None

    def _called(self, name: str, args: tuple[ir.Expr, ...]) -> Value:
        """A function of the author, with what is known of its arguments."""
        function = self.program.functions.get(name)
        if function is None:
            return None
        pairs = list(zip(function.parameters, args, strict=True))
        cards = frozenset(one.number for one, arg in pairs if self._is_card(arg))
        known: dict[Key, Value] = {one.number: self.value(arg) for one, arg in pairs}
        if not cards and all(value is None for value in known.values()):
            return None
        key = name, cards, *known.values()
        if key not in self.results:
            self.results[key] = KindBinding(self.program, self.number, cards, known, self.results).value(function.body)
        return self.results[key]

    def _applied(self, op: str, args: tuple[ir.Expr, ...]) -> Value:
        """A builtin, if its value follows from its arguments; a card is compared with a kind by its kind."""
        row = ROWS[op]
        if op == "kind" and self._is_card(args[0]):
            return self.number
        values = [self._as_kind(arg, args[-1 - place]) for place, arg in enumerate(args)]
        if row.is_connective and row.decides is not None:
            decided = [value for value in values if isinstance(value, int) and row.decides(value)]
            return decided[0] if decided else values[-1] if None not in values else None
        if None in values or not row.is_foldable:
            return None
        try:
            found = row.reference(self.program.layout, *values)
        except (ArithmeticError, LookupError, Overflow):
            return None
        return tuple(found) if isinstance(found, tuple | list) else int(found)

    def _as_kind(self, expr: ir.Expr, beside: ir.Expr) -> Value:
        type = beside.type.item or beside.type
        return self.number if self._is_card(expr) and type.base == "kind" else self.value(expr)


def passing(program: prog.Program, test: prog.Expr, key: Key, deck: str, *, holds: bool) -> int:
    """The cards that what goes by a name may be where a test holds (or does not), as bits; it is a card of this deck.

    All cards of other decks are among them.
    """
    layout: Layout = program.layout
    found = 0
    tried: dict[int, bool] = {}
    for card, kind in enumerate(layout.kind_of):
        if kind not in tried:
            value = KindBinding(program, kind, frozenset((key,)), {}).value(test)
            tried[kind] = layout.kinds[kind].deck != deck or value is None or bool(value) == holds
        found |= tried[kind] << card
    return found


Node = int | tuple[int | str, Key]
"""Where cards can be: a zone, by number, or what goes by a name: in a block, in a record, among waiting triggers."""

Cards = Mapping[Node, int]
"""The cards that a value may be: those of each node that have their bit set. `ANY` is a node with all cards."""

ANY = -1

Zones = tuple[int, ...]
Names = dict[Key, Cards | Zones]
"""What names stand for: cards or zones."""


def reachable_cards(program: prog.Program) -> tuple[int, ...]:
    """For each zone, the cards that play can ever bring there, as bits."""
    return CardFlow(program).reach()


class CardFlow:
    """The ways of cards in one program. `ways[to][from]` are the cards (bits) that can go from there to here."""

    def __init__(self, program: prog.Program) -> None:
        self.program = program
        self.layout = program.layout
        self.ways: dict[Node, dict[Node, int]] = {}
        self.decks = {deck: sum(1 << card for card in cards) for deck, cards in self.layout.decks.items()}
        self.all = (1 << len(self.layout.kind_of)) - 1
        self._tests: dict[tuple[int, Key, bool], int] = {}
        self._run: set[tuple[object, ...]] = set()
        self._found: dict[tuple[object, ...], Cards] = {}

    def reach(self) -> tuple[int, ...]:
        """Note all ways, then let cards flow until nothing new comes."""
        for block in self.program.blocks:
            self._block(block)
        found: dict[Node, int] = {ANY: self.all}
        for card, zone in enumerate(self.layout.home):
            found[zone] = found.get(zone, 0) | 1 << card
        grown = True
        while grown:
            grown = False
            for to, sources in self.ways.items():
                before = here = found.get(to, 0)
                for source, cards in sources.items():
                    here |= found.get(source, 0) & cards
                if here != before:
                    found[to], grown = here, True
        return tuple(found.get(zone.number, 0) for zone in self.layout.zones)

    def _to(self, node: Node, cards: Cards) -> None:
        """Cards can go to a node."""
        here = self.ways.setdefault(node, {})
        for source, some in cards.items():
            if source != node:
                here[source] = here.get(source, 0) | some

    # Blocks -----------------------------------------------------------------------------------

    def _block(self, block: prog.Block) -> None:
        names: Names = {}
        for one in block.live:
            if isinstance(one, prog.Slot | prog.SlotList):
                names[_name(one)] = self._stored((block.number, _name(one)), one.type)
        self._body(block.body, names)
        match block.end:
            case prog.Branch(test, yes, no):
                self._hand_on(yes, self._where(test, names, holds=True))
                self._hand_on(no, self._where(test, names, holds=False))
            case prog.PickOne(source, slot, then):
                self._hand_on(then, names | {_name(slot): self.cards(source, names)})
            case prog.AskBlock():
                self._ask(block.end, names)
            case _:
                for to in targets(block.end):
                    self._hand_on(to, names)

    def _stored(self, node: Node, type: Type) -> Cards | Zones:
        """What a name stands for that was given a value elsewhere."""
        return self._zones_of(type) if (type.item or type).base == "zone" else {node: self._any(type)}

    def _hand_on(self, to: int, names: Names) -> None:
        """Play goes on at a block, where these names are known."""
        for one in self.program.blocks[to].live:
            if isinstance(one, prog.Slot | prog.SlotList):
                cards = names.get(_name(one), {ANY: self._any(one.type)})
                if isinstance(cards, Mapping):
                    self._to((to, _name(one)), cards)

    def _ask(self, ask: prog.AskBlock, names: Names) -> None:
        for to in {ask.none, ask.secret.then if ask.secret is not None else None}:
            if to is not None:
                self._hand_on(to, names)
        for choice in ask.choices:
            inner = dict(names)
            for parameter in choice.parameters:
                inner[parameter.local.number] = self.cards(parameter.source, inner)
                if parameter.where is not None:
                    inner = self._where(parameter.where, inner, holds=True)
            for condition in choice.conditions:
                inner = self._where(condition.test, inner, holds=True)
            for parameter in choice.parameters:
                inner[_name(parameter.slot)] = inner[parameter.local.number]
            if ask.secret is None:
                self._hand_on(choice.then, inner)
            else:
                self._record(ask.secret.pending, inner)

    def _record(self, pending: prog.Pending, names: Names) -> None:
        """What was picked secretly waits in a record."""
        for slot in pending.slots:
            cards = names.get(_name(slot), {})
            if isinstance(cards, Mapping):
                self._to(("record", _name(slot)), cards)

    # Effects ----------------------------------------------------------------------------------

    def _body(self, body: Iterable[prog.Stmt], names: Names) -> None:
        """Effects one after the other; `names` becomes what is known behind them."""
        for stmt in body:
            self._effect(stmt, names)

    def _effect(self, stmt: prog.Stmt, names: Names) -> None:
        match stmt:
            case ir.Let(local, value):
                names[local.number] = self._value(value, names, local.changes)
            case prog.SetSlot(slot, value):
                names[_name(slot)] = self._value(value, names, False)
            case prog.Recall(pending):
                names.update({_name(slot): self._stored(("record", _name(slot)), slot.type) for slot in pending.slots})
            case prog.TakeTrigger(_, args):
                for number, slots in enumerate(args):
                    for i, one in enumerate(slots):
                        names[_name(one)] = self._stored(("trigger", (number, str(i))), one.type)
            case ir.Enqueue(trigger, args):
                number = self.program.triggers.index(trigger)
                for i, arg in enumerate(args):
                    self._to(("trigger", (number, str(i))), self.cards(arg, names))
            case ir.MoveCards(cards, zone):
                self._move(cards, zone, names)
            case ir.MoveAll(source, target):
                cards_there = self._in(self.zones(source, names))
                for number in self.zones(target, names):
                    self._to(number, cards_there)
            case ir.When(test, yes, no):
                ways = [self._where(test, names, holds=True), self._where(test, names, holds=False)]
                self._body(yes, ways[0])
                self._body(no, ways[1])
                for key in _set_in(stmt):
                    names[key] = _both(*(way.get(key, {}) for way in ways))
            case ir.Run(effect, args):
                self._called(effect, tuple(self._value(arg, names, False) for arg in args))
            case _:
                self._inside(stmt, names)

    def _inside(self, stmt: prog.Stmt, names: Names) -> None:
        """The effects within one, which may run several times: what they set may be anything."""
        for key, type in _set_in(stmt).items():
            names[key] = self._unknown(type)
        inner = dict(names)
        if isinstance(stmt, ir.ForEach):
            inner[stmt.local.number] = self._value(stmt.source, names, stmt.local.changes)
            if stmt.local.type.base == "zone":
                inner[stmt.local.number] = self._zones_of(stmt.local.type)
        for body in bodies(stmt):
            self._body(body, inner)

    def _called(self, name: str, args: tuple[Cards | Zones, ...]) -> None:
        """A named effect with these arguments, each combination once."""
        key = _key(name, args)
        if key not in self._run:
            self._run.add(key)
            effect = self.program.effects[name]
            pairs = zip(effect.parameters, args, strict=True)
            names: Names = {one.number: self._unknown(one.type) if one.changes else arg for one, arg in pairs}
            self._body(effect.body, names)

    def _move(self, cards: ir.Expr, zone: ir.Expr, names: Names) -> None:
        if isinstance(zone, ir.If):
            self._move(cards, zone.yes, self._where(zone.test, names, holds=True))
            self._move(cards, zone.no, self._where(zone.test, names, holds=False))
            return
        found = self.cards(cards, names)
        for number in self.zones(zone, names):
            self._to(number, found)

    # Values -----------------------------------------------------------------------------------

    def _value(self, value: prog.Expr, names: Names, changes: bool) -> Cards | Zones:
        if changes:
            return self._unknown(value.type)
        return self.zones(value, names) if value.type.base == "zone" else self.cards(value, names)

    def cards(self, expr: prog.Expr, names: Names) -> Cards:
        """The cards that an expression, or an element of it, may be."""
        type = expr.type
        while type.item is not None:
            type = type.item
        if type.base not in ("card", "zone"):
            return {}
        match expr:
            case ir.Const():
                return {ANY: sum(1 << card for card in set(_numbers(expr.value)) if card != NONE)}
            case ir.Local() | prog.Slot() | prog.SlotList():
                known = names.get(expr.number if isinstance(expr, ir.Local) else _name(expr))
                return known if isinstance(known, Mapping) else {ANY: self._any(type)}
            case ir.If(test, yes, no):
                one = self.cards(yes, self._where(test, names, holds=True))
                return _both_cards(one, self.cards(no, self._where(test, names, holds=False)))
            case ir.ListOf(items):
                return reduce(_both_cards, (self.cards(item, names) for item in items), {})
            case ir.Call(name, args):
                return self._cards_of_function(name, tuple(self._value(arg, names, False) for arg in args))
            case ir.Fold():
                return self._fold(expr, names)
            case ir.Apply(_, args):
                return self._applied(args, type, names)
            case _:
                return {ANY: self._any(type)}

    def _cards_of_function(self, name: str, args: tuple[Cards | Zones, ...]) -> Cards:
        """The cards that a function may yield for these arguments."""
        key = _key(name, args)
        if key not in self._found:
            function = self.program.functions[name]
            pairs = zip(function.parameters, args, strict=True)
            self._found[key] = self.cards(function.body, {one.number: arg for one, arg in pairs})
        return self._found[key]

    def _fold(self, fold: ir.Fold, names: Names) -> Cards:
        inner = dict(names)
        for loop in fold.loops:
            zone = loop.local.type.base == "zone"
            inner[loop.local.number] = self._zones_of(loop.local.type) if zone else self.cards(loop.source, inner)
            if loop.test is not None:
                inner = self._where(loop.test, inner, holds=True)
        return self.cards(fold.body, inner)

    def _applied(self, args: tuple[ir.Expr, ...], type: Type, names: Names) -> Cards:
        """Of builtins whose results are cards, these are some of the cards that they are given, or of a zone."""
        given: list[Cards] = []
        for arg in args:
            if arg.type.base == "zone":
                given.append(self._in(self.zones(arg, names)))
            elif _innermost(arg.type).base == "card":
                given.append(self.cards(arg, names))
        return reduce(_both_cards, given) if given else {ANY: self._any(type)}

    def zones(self, expr: prog.Expr, names: Names) -> Zones:
        """The zones that an expression may be."""
        match expr:
            case ir.ZoneOf(name, owner):
                family = self.layout.families[name]
                if owner is None:
                    return family[:1]
                if isinstance(owner, ir.Const) and isinstance(owner.value, int) and owner.value != NONE:
                    return (family[owner.value],)
                return family
            case ir.Const(int() as value):
                return () if value == NONE else (value,)
            case ir.If(_, yes, no):
                return (*self.zones(yes, names), *self.zones(no, names))
            case ir.Local(number) if isinstance(names.get(number), tuple):
                found = names[number]
                assert isinstance(found, tuple)
                return found
            case _:
                return self._zones_of(expr.type)

    def _in(self, zones: Zones) -> Cards:
        return dict.fromkeys(zones, self.all)

    def _zones_of(self, type: Type) -> Zones:
        """All zones for the cards of a deck."""
        name = _innermost(type).name
        return tuple(zone.number for zone in self.layout.zones if name in ("", zone.deck))

    def _any(self, type: Type) -> int:
        return self.decks.get(_innermost(type).name, self.all)

    def _unknown(self, type: Type) -> Cards | Zones:
        base = _innermost(type).base
        return self._zones_of(type) if base == "zone" else {ANY: self._any(type)} if base == "card" else {}

    # Tests ------------------------------------------------------------------------------------

    def _where(self, test: prog.Expr, names: Names, *, holds: bool) -> Names:
        """What names stand for where a test holds, or where it does not."""
        found = dict(names)
        for part in every(test):
            key = key_of(part)
            cards = None if key is None else names.get(key)
            if key is not None and part.type.base == "card" and isinstance(cards, Mapping):
                passes = self._passing(test, key, part.type.name, holds=holds)
                found[key] = {node: some & passes for node, some in cards.items() if some & passes}
        return found

    def _passing(self, test: prog.Expr, key: Key, deck: str, *, holds: bool) -> int:
        """Which cards pass; told apart by identity, since a program keeps its parts."""
        found = self._tests.get((id(test), key, holds))
        if found is None:
            found = self._tests[id(test), key, holds] = passing(self.program, test, key, deck, holds=holds)
        return found


def _key(name: str, args: tuple[Cards | Zones, ...]) -> tuple[object, ...]:
    """What tells calls with other arguments apart."""
    return (name, *(tuple(sorted(arg.items(), key=str)) if isinstance(arg, Mapping) else arg for arg in args))


def _name(slot: prog.Slot | prog.SlotList) -> Key:
    return slot.address, slot.name


def _innermost(type: Type) -> Type:
    while type.item is not None:
        type = type.item
    return type


def _numbers(value: int | tuple[int, ...]) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _set_in(stmt: prog.Stmt) -> dict[Key, Type]:
    """The slots that are set by the effects within one."""
    inside = (one for body in bodies(stmt) for one in all_effects(body))
    return {_name(one.slot): one.slot.type for one in inside if isinstance(one, prog.SetSlot)}


def _both_cards(one: Cards, other: Cards) -> Cards:
    found = dict(one)
    for node, cards in other.items():
        found[node] = found.get(node, 0) | cards
    return found


def _both(one: Cards | Zones, other: Cards | Zones) -> Cards | Zones:
    if isinstance(one, Mapping):
        return _both_cards(one, other) if isinstance(other, Mapping) else one
    return (*one, *other) if isinstance(other, tuple) else one
