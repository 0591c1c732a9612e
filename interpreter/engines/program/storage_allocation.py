"""Storage allocation: every variable, card and zone, and each name that outlives a block, gets cells of the state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, fields, is_dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import count, product
from typing import Any, TypeVar, cast

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...language.ir import game as decl
from ...language.ir import nodes as ir
from ...language.ir.game import TypedGame
from ...language.ir.types import LEAST, MOST, NONE, Type
from . import nodes as prog
from .bounds import MOST_LISTED, Bounds
from .catalogue import MOST_CARDS, CardCatalogue, members_of, settled_number
from .control_flow import Draft, Procedure, SlotCandidate
from .inlining import Renamer, from_zero
from .layout import HEADER, CardCell, ChanceSource, Layout, VariableCell, ZoneCell
from .liveness import live_names
from .specialisation import Known, Specialiser, attribute_key, configuration_error
from .traversal import with_parts, with_values

MOST_CELLS = 1_000_000
"""How many numbers a position may take (E575); a cell has 8 bytes."""

WAITING = 32
"""How many triggers can wait at the same time (more are R708)."""


@dataclass(frozen=True, slots=True)
class Arranger:
    """Lays out one game in one setting.

    The variables come first, since the locals that follow them are placed before the rest is laid out.
    """

    game: decl.TypedGame
    specialiser: Specialiser
    catalogue: CardCatalogue
    bounds: Bounds

    def variables(self) -> dict[str, VariableCell]:
        """The cells of the variables, which follow the header.

        Raises `SpecError`: E571 if a bound has no constant value, E573 if a range is empty, E575 if a family or a list
        is far too large, E578 if a list has an impossible room.
        """
        cells: dict[str, VariableCell] = {}
        address = HEADER
        for key, v in self.game.variables.items():
            if v.owner != "card":
                members = members_of(self.specialiser, v)
                owners = self.specialiser.setting.owners(v.owner) * len(members)
                low, high = self._range(v)
                cells[key] = VariableCell(
                    name=v.name,
                    owner=v.owner,
                    members=members,
                    cells=owners,
                    address=address,
                    type=v.type,
                    low=low,
                    high=high,
                    room=self.bounds.rooms.get(key, 0),
                    shows=v.shows,
                )
                address = cells[key].end
                if address > MOST_CELLS:
                    message = f"with the variable '{v.name}' a position takes more than {MOST_CELLS} numbers"
                    configuration_error("E575", message, v.span)
        return cells

    def layout(
        self, variables: dict[str, VariableCell], locals_size: int, blocks: tuple[prog.Block, ...] | None = None
    ) -> Layout:
        """The whole layout, once the number of cells that locals take is known; `blocks` say where chance decides."""
        catalogue, setting = self.catalogue, self.specialiser.setting
        cards = len(catalogue.kind_of)
        locals_at = locals_from(variables)
        queue_at = locals_at + locals_size
        queue_cells = self._queue()
        queue_width = 1 + max(map(sum, queue_cells), default=0)
        queue_size = WAITING * queue_width if queue_cells else 0
        sources_at = queue_at + queue_size
        drawn = () if blocks is None else sources(blocks, self._zones(0), sources_at)
        place_at = sources_at + len(drawn)
        know_at = place_at + cards
        card_variables = self._card_variables(know_at + cards)
        zones = self._zones(know_at + cards + cards * len(card_variables))
        families = {name: tuple(zone.number for zone in zones if zone.name == name) for name in self.game.zones}
        return Layout(
            size=max((z.address + 1 + z.capacity for z in zones), default=know_at + cards * (1 + len(card_variables))),
            players=setting.players,
            teams=tuple(setting.team_of),
            team_count=len(setting.members),
            variables=variables,
            card_variables=card_variables,
            zones=zones,
            families=families,
            kinds=catalogue.kinds,
            decks=catalogue.decks,
            kind_of=catalogue.kind_of,
            home=self._homes(families),
            shuffled=tuple(self.game.zones[zone.name].start == "shuffled" for zone in zones),
            backs={
                deck.name: tuple(attribute_key(deck.name, name) for name in deck.back)
                for deck in self.game.decks.values()
            },
            attribute_types={
                attribute_key(deck.name, name): type
                for deck in self.game.decks.values()
                for name, type in deck.attributes.items()
            },
            enumerations=self.game.enumerations,
            locals_at=locals_at,
            locals_size=locals_size,
            queue_at=queue_at,
            queue_size=queue_size,
            queue_width=queue_width,
            queue_cells=queue_cells,
            queue_types=tuple(tuple(p.type for p in self.game.effects[name].parameters) for name in self.game.triggers),
            sources=drawn,
            place_at=place_at,
            know_at=know_at,
        )

    def _queue(self) -> tuple[tuple[int, ...], ...]:
        """How many cells each argument of each trigger takes."""
        return tuple(
            tuple(1 + self.bounds.of_type(p.type) if p.type.base == "list" else 1 for p in effect.parameters)
            for effect in (self.game.effects[name] for name in self.game.triggers)
        )

    def _card_variables(self, address: int) -> dict[str, CardCell]:
        cells: dict[str, CardCell] = {}
        for key, v in self.game.variables.items():
            if v.owner == "card":
                low, high = self._range(v)
                cells[key] = CardCell(
                    name=v.name, deck=v.deck, address=address, type=v.type, low=low, high=high, shows=v.shows
                )
                address += len(self.catalogue.kind_of)
                if address > MOST_CELLS:
                    message = (
                        f"with the variable '{v.name}' of each card a position takes more than {MOST_CELLS} numbers"
                    )
                    configuration_error("E575", message, v.span)
        return cells

    def _zones(self, address: int) -> tuple[ZoneCell, ...]:
        zones: list[ZoneCell] = []
        for zone in self.game.zones.values():
            capacity = len(self.catalogue.decks[zone.deck])
            limit = self._capacity(zone)
            each = product(range(self.specialiser.setting.owners(zone.owner)), members_of(self.specialiser, zone))
            for owner, member in each:
                zones.append(
                    ZoneCell(
                        name=zone.name,
                        number=len(zones),
                        deck=zone.deck,
                        owner_kind=zone.owner,
                        owner=owner if zone.owner else -1,
                        member=member,
                        order=zone.order,
                        address=address,
                        capacity=capacity,
                        limit=limit,
                        sees=self._sees(zone, owner),
                    )
                )
                address += 1 + capacity
            if address > MOST_CELLS:
                configuration_error(
                    "E575",
                    f"with the zone '{zone.name}' a position takes more than {MOST_CELLS} numbers:"
                    f" each zone needs room for all {capacity} cards of its deck",
                    zone.span,
                )
        return tuple(zones)

    def _capacity(self, zone: decl.Zone) -> int:
        """The number of cards that a zone may hold; 0 if that is not limited."""
        if zone.capacity is None:
            return 0
        limit = self._number(zone.capacity, f"the capacity of '{zone.name}'")
        if not 1 <= limit <= MOST_CARDS:
            configuration_error(
                "E574",
                f"the capacity of '{zone.name}' must be from 1 to {MOST_CARDS}, but it is {limit}",
                zone.capacity.span,
            )
        return limit

    def _sees(self, zone: decl.Zone, owner: int) -> tuple[str, ...]:
        """What each seat sees of the cards in this zone."""
        whose = {
            "": (),
            "player": (owner,),
            "team": self.specialiser.setting.members[owner] if zone.owner == "team" else (),
        }
        owners, shown_to = whose[zone.owner], self._shown_to(zone, owner)
        others = zone.shows["all"]
        own = zone.shows.get("owner", others)
        return tuple(
            "all" if seat in shown_to else _keys(zone.deck, own if seat in owners else others)
            for seat in range(self.specialiser.setting.players)
        )

    def _shown_to(self, zone: decl.Zone, owner: int) -> tuple[int, ...]:
        """The players who see all cards of a zone, whatever others see."""
        if zone.to is None:
            return ()
        known: Known = {} if zone.it is None else {zone.it.number: ir.Const(owner, zone.it.type, zone.it.span)}
        found = self.specialiser.expr(zone.to, known)
        if not isinstance(found, ir.Const) or not isinstance(found.value, tuple):
            message = f"who sees '{zone.name}' cannot be computed under these options"
            configuration_error("E571", message, zone.to.span)
        return found.value

    def _homes(self, families: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
        starts = {deck.name: families[deck.start] for deck in self.game.decks.values()}
        kinds, owners = self.catalogue.kind_of, self.catalogue.owner_of
        return tuple(starts[self.catalogue.kinds[k].deck][o] for k, o in zip(kinds, owners, strict=True))

    # Ranges -------------------------------------------------------------------------------

    def _range(self, v: decl.VariableDecl) -> tuple[int, int]:
        least, most = self._widest(v.type)
        low = least if v.low is None else self._number(v.low, f"the range of '{v.name}'")
        high = most if v.high is None else self._number(v.high, f"the range of '{v.name}'")
        if low > high and v.low is not None:
            configuration_error("E573", f"the range of '{v.name}' is empty: it goes from {low} to {high}", v.low.span)
        return low, high

    def _widest(self, type: Type) -> tuple[int, int]:
        match type.base:
            case "list" if type.item is not None:
                return self._widest(type.item)
            case "boolean":
                return 0, 1
            case "symbol":
                return 0, len(self.game.enumerations[type.name]) - 1
            case "player":
                return 0, self.specialiser.setting.players - 1
            case "team":
                return 0, len(self.specialiser.setting.members) - 1
            case "kind":
                numbers = [n for n, row in zip(count(), self.catalogue.kinds) if row.deck == type.name]
                return min(numbers, default=0), max(numbers, default=-1)
            case "card":
                cards = self.catalogue.decks[type.name]
                return min(cards, default=0), max(cards, default=-1)
            case _:
                return LEAST, MOST

    def _number(self, expr: ir.Expr, what: str) -> int:
        return settled_number(self.specialiser, expr, what)


def locals_from(variables: dict[str, VariableCell]) -> int:
    """The first cell after the variables."""
    return max((cell.end for cell in variables.values()), default=HEADER)


def _keys(deck: str, shows: str) -> str:
    """`all`, `count` and `none` as they are; names of attributes as their keys."""
    if shows in ("all", "count", "none"):
        return shows
    return " ".join(attribute_key(deck, name) for name in shows.split())


# Names that outlive a block get cells of the state; all others become locals of their block, numbered from 0.

S = TypeVar("S", prog.Slot, prog.SlotList, prog.AnySlot)


def allocate_slots(procedure: Procedure, locals_at: int) -> tuple[tuple[prog.Block, ...], int]:
    """The finished blocks, with slots from `locals_at` on, and how many cells the slots take."""
    alive, ruled = live_names(procedure)
    needed = frozenset[int]().union(*alive)
    slotted = {number for number, cell in procedure.cells.items() if cell.always or number in needed}
    _check_outlasting(procedure.cells[number].shape for number in slotted)
    places = SlotAllocator(procedure.cells, slotted, locals_at)
    pendings = _pendings(procedure)
    rows = zip(procedure.drafts, alive, ruled, strict=True)
    blocks = tuple(_block(draft, names, names - rules, places, pendings) for draft, names, rules in rows)
    end = max((places.end(number) for number in slotted), default=locals_at)
    return blocks, end - locals_at


def _check_outlasting(shapes: Iterable[prog.AnySlot | None]) -> None:
    """Only plain lists have cells in a position. Raises `SpecError` with every other one (E326)."""
    report = Report()
    for shape in shapes:
        if isinstance(shape, prog.SlotList) and (shape.type.is_nested() or shape.type.optional):
            nested = shape.type.is_nested()
            what = "a list of lists" if nested else "a list that may be none"
            choosing = ("to choose one of its lists, write it there: `choose x in …`",) if nested else ()
            report.add(
                "E326",
                f"{what} cannot be kept while somebody decides or chance does",
                shape.span,
                label="still needed afterwards",
                helps=("make it afterwards, or make it again", *choosing),
            )
    if report.errors:
        raise SpecError(report)


def _pendings(procedure: Procedure) -> dict[int, prog.Pending]:
    ends = (draft.end for draft in procedure.drafts)
    found = (end.secret.pending for end in ends if isinstance(end, prog.AskBlock) and end.secret is not None)
    return {pending.base: pending for pending in found}


@dataclass(slots=True)
class SlotAllocator:
    """Where each name in `slotted` lies in the state: behind the names around it, from `start` on.

    Names that did not become slots take no cells, so those inside them move up.
    """

    cells: dict[int, SlotCandidate]
    slotted: set[int]
    start: int
    ends: dict[int, int] = field(default_factory=dict)
    named: dict[int, prog.AnySlot] = field(default_factory=dict)

    def address(self, number: int) -> int:
        """The first cell of a name."""
        before = self.cells[number].before
        return self.start if before is None else self.end(before)

    def end(self, number: int) -> int:
        """The cell behind a name, where the next one may lie."""
        if number not in self.ends:
            size = self.cells[number].size if number in self.slotted else 0
            self.ends[number] = self.address(number) + size
        return self.ends[number]

    def slot(self, slot: S) -> S:
        """A slot, whose address was a name so far, at its address."""
        address = self.address(slot.address)
        match slot:
            case prog.Slot():
                return prog.Slot(address, slot.name, slot.type, slot.span, slot.changes)
            case _:
                return prog.SlotList(address, slot.capacity, slot.name, slot.type, slot.span)

    def of_name(self, number: int) -> prog.AnySlot:
        """The slot of a name."""
        if number not in self.named:
            shape = self.cells[number].shape
            assert shape is not None, "the records of secret choices are never read as a name"
            self.named[number] = self.slot(shape)
        return self.named[number]

    def pending(self, pending: prog.Pending) -> prog.Pending:
        """The records of secret choices at their address."""
        slots = tuple(self.slot(slot) for slot in pending.slots)
        return replace(pending, base=self.address(pending.base), players=self.slot(pending.players), slots=slots)


def _block(
    draft: Draft, names: frozenset[int], told: frozenset[int], places: SlotAllocator, pendings: dict[int, prog.Pending]
) -> prog.Block:
    rewriter = SlotRewriter(places)
    body = tuple(rewriter.stmt(stmt) for stmt in draft.body)
    end = rewriter.placed(draft.end)
    alive, spoken = (
        tuple(_living(number, places, pendings) for number in sorted(some, key=places.address))
        for some in (names, told)
    )
    return prog.Block(draft.number, body, end, alive, draft.phases, spoken)


def _living(number: int, places: SlotAllocator, pendings: dict[int, prog.Pending]) -> prog.AnySlot | prog.Pending:
    return places.pending(pendings[number]) if places.cells[number].shape is None else places.of_name(number)


def _as(slot: prog.AnySlot, local: ir.Local) -> prog.AnySlot:
    """The slot of a name where it is read."""
    if isinstance(slot, prog.Slot):
        return prog.Slot(slot.address, slot.name, local.type, local.span, slot.changes)
    return prog.SlotList(slot.address, slot.capacity, slot.name, local.type, local.span)


@dataclass(slots=True)
class SlotRewriter:
    """Rewrites one block: names become slots at their addresses, or locals numbered from 0.

    `own` are the parameters of the move being rewritten. They are slots for the block that plays the move, but locals
    in the filters and conditions: while moves are listed, nothing is written to the state.
    """

    places: SlotAllocator
    names: Renamer = field(default_factory=from_zero)
    own: frozenset[int] = frozenset()

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """An expression with slots for the names that have one."""
        if isinstance(expr, ir.Local):
            if expr.number in self.places.slotted and expr.number not in self.own:
                return prog.as_expr(_as(self.places.of_name(expr.number), expr))
            return self.names.local(expr)
        return with_parts(expr, self.expr, self.names.local)

    def stmt(self, stmt: prog.Stmt) -> prog.Stmt:
        """One effect."""
        places = self.places
        match stmt:
            case ir.Let(local, value) | ir.Change(local, value) if local.number in places.slotted:
                return prog.SetSlot(places.of_name(local.number), self.expr(value), stmt.span)
            case prog.SetSlot(slot, value):  # by far the most
                return prog.SetSlot(places.slot(slot), self.expr(value), stmt.span)
            case prog.ClearRecords() | prog.Recall() | prog.TakeTrigger():
                return cast(prog.Stmt, self.placed(stmt))
            case _:
                return self._structured(stmt)

    def _structured(self, stmt: ir.Stmt) -> ir.Stmt:
        match stmt:
            case ir.Change(local, value) if local.number in self.places.slotted:
                return prog.as_stmt(prog.SetSlot(self.places.of_name(local.number), self.expr(value), stmt.span))
            case _:
                return with_values(stmt, self.expr, lambda body: tuple(map(self._structured, body)), self.names.local)

    def placed(self, value: Any) -> Any:
        """A part of a block: its slots at their addresses, and slots for the names in it that have one."""
        match value:
            case prog.Slot() | prog.SlotList():
                return self.places.slot(value)
            case prog.Pending():
                return self.places.pending(value)
            case prog.AskChoice() if not self.own and value.parameters:
                self.own = frozenset(parameter.local.number for parameter in value.parameters)
                choice = self.placed(value)
                self.own = frozenset()
                return choice
            case tuple():
                return tuple([self.placed(one) for one in value])
            case _ if isinstance(value, ir.Expr):
                return self.expr(value)
            case _:
                changed = {name: self.placed(getattr(value, name)) for name in _placed_fields(value.__class__)}
                return replace(value, **changed) if changed else value


@cache
def _placed_fields(kind: type) -> tuple[str, ...]:
    """The fields of a record in which there may be slots, or expressions."""
    plain = r"(tuple\[)?(int|str|bool|Span|ir\.Edge|ir\.How|ir\.Style)\b.*"
    found = fields(kind) if is_dataclass(kind) else ()
    return tuple(one.name for one in found if not re.fullmatch(plain, str(one.type)))


# The sources of chance of a program: the zones from which cards are drawn, and the names that `random` gives.
#
# Each has random numbers of its own, whose key follows from its name. So two variants meet the same deal as long as
# they can: that one of them throws a die more often, or draws from another pile besides, changes nothing for this pile.


def sources(blocks: Iterable[prog.Block], zones: Sequence[ZoneCell], address: int) -> tuple[ChanceSource, ...]:
    """The sources of chance at the ends of these blocks, with a cell each from an address on."""
    picks, families, anywhere = set[str](), set[str](), False
    for block in blocks:
        match block.end:
            case prog.PickOne(slot=slot):
                picks.add(slot.name)
            case prog.SettleTop(ir.ZoneOf(name)):
                families.add(name)
            case prog.SettleTop():
                anywhere = True
    drawn = [zone for zone in zones if zone.order != "heap" and (anywhere or zone.name in families)]
    names = [(f"{zone.name}{_owner(zone)}{zone.member}", zone.number) for zone in drawn]
    names += [(name, NONE) for name in sorted(picks)]
    return tuple(ChanceSource(name, zone, _key(name, zone), address + n) for n, (name, zone) in enumerate(names))


def _owner(zone: ZoneCell) -> str:
    return f"[{zone.owner_kind} {zone.owner + 1}]" if zone.owner_kind else ""


def _key(name: str, zone: int) -> int:
    """64 bits of its name."""
    text = f"random {name}" if zone == NONE else f"zone {name}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "little")


# Variables that hold lists: how many elements each may have.
#
# `room` is computed from options and the number of players, as ranges are. A list has room for one element at least,
# and for no more than a list that outlives a decision.


def rooms(game: TypedGame, specialiser: Specialiser) -> dict[str, int]:
    """The room of each variable that holds a list. Raises `SpecError`: E571 not constant, E578 impossible."""
    found: dict[str, int] = {}
    for key, variable in game.variables.items():
        if variable.room is not None:
            found[key] = room = settled_number(specialiser, variable.room, f"the room of '{variable.name}'")
            if not 1 <= room <= MOST_LISTED:
                message = f"the room of '{variable.name}' must be from 1 to {MOST_LISTED}, but it is {room}"
                configuration_error("E578", message, variable.room.span)
    return found
