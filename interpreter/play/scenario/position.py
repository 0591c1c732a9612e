"""Builds the position that a scenario gives: cards in zones, values of variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from typing import Unpack

from ...diagnostics.diagnostic import Details, Report
from ...diagnostics.suggest import did_you_mean, suggest
from ...diagnostics.text import how_many
from ...engines.cells import PIN, cells_of, loose
from ...engines.position import ProgramTables
from ...engines.program.layout import JOINED, CardCell, EntityName, Layout, VariableCell, ZoneCell, side_name
from ...language.ir.game import Owner
from ...language.ir.types import NONE, Type, kind
from ...source.text.tree import Scalar
from .nodes import GivenPosition, Placed, VariableValue, ZoneContents
from .values import (
    TURN,
    is_strange,
    meant,
    names_of,
    no_player,
    player_seat,
    side,
    some,
    the_players,
    type_text,
    value_of,
    what_there_is,
    written_value,
)


class PositionBuilder:
    """Writes what a scenario gives into the cells of a position, and reports what is wrong with it."""

    def __init__(self, layout: Layout, cells: MutableSequence[int], report: Report, path: str) -> None:
        self._layout, self._cells, self._report, self._path = layout, cells, report, path
        self._zones: dict[str, ZoneCell] = {zone.full_name: zone for zone in layout.zones}

    def build(self, given: GivenPosition) -> None:
        """Write the whole position, leaving out what is wrong and reported (E806 to E811)."""
        zones: dict[int, tuple[int, ...]] = {}
        named: dict[int, ZoneContents] = {}
        singles = (ZoneContents(one.name, (one.value,)) for one in given.settings if self._is_zone(one.name))
        for cards in (*given.cards, *singles):
            if self._is_variable(cards.zone):
                continue
            zone = self._zone(cards.zone)
            if zone is not None:
                zones[zone.number] = tuple(k for card in cards.cards if (k := self._kind(card, zone.deck)) is not None)
                named[zone.number] = cards
        self._lay_out(zones, named, given)
        for setting in given.settings:
            if not self._is_zone(setting.name):
                self._set(setting)
        for cards in given.cards:
            if self._is_variable(cards.zone):
                self._set_list(cards.zone, cards.cards)
        if given.turn is not None:
            self._turn(given.turn)

    def _lay_out(self, zones: dict[int, tuple[int, ...]], named: dict[int, ZoneContents], given: GivenPosition) -> None:
        rest = self._zone(given.rest) if given.rest else None
        try:
            lay_out(self._layout, self._cells, zones, {rest.deck: rest.number} if rest else {})
        except TooFew as error:
            listed = named[error.zone]
            id = self._layout.kinds[error.kind].id
            wrong = [card for card in listed.cards if card.text == id][-1]
            self._add("E808", f"{_only(error.copies, id)}, but the scenario places more", wrong, label="one too many")
        except NowhereToLie as error:
            zone = named[error.zone].zone
            self._add(
                "E809",
                f"{how_many(error.cards, 'other card')} would lie in '{zone.text}',"
                " which must hold exactly what is listed",
                zone,
                helps=self._for_the_rest(error.zone, named),
            )

    def _for_the_rest(self, full: int, named: Mapping[int, ZoneContents]) -> tuple[str, ...]:
        """Where all other cards of a deck can lie: in a zone of it that is not listed."""
        zones = self._layout.zones
        free = [z for z in zones if z.deck == zones[full].deck and z.number not in named]
        free.sort(key=lambda zone: bool(zone.owner_kind))
        if not free:
            return ("leave out one of the zones, so that the other cards can lie there",)
        return (f"name a zone that is not listed for all other cards: `rest: {free[0].full_name}`",)

    def _is_zone(self, name: Scalar) -> bool:
        return EntityName.of(name.text).name in self._layout.families

    def _is_variable(self, name: Scalar) -> bool:
        variables = self._layout.variables
        return not self._is_zone(name) and (name.text in variables or EntityName.of(name.text).name in variables)

    def _zone(self, name: Scalar) -> ZoneCell | None:
        """Look up a zone; None with E806 if there is none."""
        found = self._zones.get(name.text)
        if found is not None:
            return found
        family = EntityName.of(name.text).name
        zones = [self._layout.zones[number] for number in self._layout.families.get(family, ())]
        if zones:
            of, members = zones[0].owner_kind, tuple(dict.fromkeys(zone.member for zone in zones))
            if of or members != ("",):
                self._not_one_of(name, family, "zone", of, members)
            else:
                message = f"'{family}' lies on the table and has no owner"
                self._add("E806", message, name, helps=(f"write `{family}`",))
        else:
            self._unknown(name, "zone", self._layout.families)
        return None

    def _kind(self, card: Scalar, deck: str) -> int | None:
        path = f"{self._path}.given.{card.text}"
        return _kind_of(card, deck, self._layout, self._report, path)

    def _set(self, setting: VariableValue) -> None:
        """Set a variable; E806 for an unknown one, E810 for a value that does not fit."""
        name = EntityName.of(setting.name.text)
        if side(name.owner, self._layout) is None and self._set_of_card(setting, name):
            return
        cell = self._variable(setting.name)
        place = None if cell is None else self._member(setting.name, cell)
        if cell is None or place is None:
            return
        value = None if cell.room else written_value(setting.value, cell.type, self._layout)
        if value is None or not _in_range(cell, value):
            self._misfit(setting, cell)
        else:
            self._cells[cell.at(place)] = value

    def _variable(self, name: Scalar) -> VariableCell | None:
        """Look up a variable; None with E806 if there is none."""
        variables = self._layout.variables
        cell = variables.get(name.text) or variables.get(EntityName.of(name.text).name)
        if cell is None:
            self._unknown(name, "zone or variable", [*self._layout.families, *variables, *self._card_variables()])
        return cell

    def _member(self, name: Scalar, cell: VariableCell) -> int | None:
        """Which of the variables of this name is meant; None with E806 if it is none of them."""
        if name.text in cell.full_names:
            return cell.full_names.index(EntityName.of(name.text))
        if cell.owner or cell.members != ("",):
            self._not_one_of(name, cell.name, "variable", cell.owner, cell.members)
        else:
            self._add("E806", f"'{cell.name}' has no owner", name, helps=(f"write `{cell.name}`",))
        return None

    def _set_list(self, name: Scalar, written: tuple[Scalar, ...]) -> None:
        """Set a variable that holds a list; E810 for one value, for an element that does not fit, or for too many."""
        cell = self._variable(name)
        place = None if cell is None else self._member(name, cell)
        if cell is None or place is None:
            return
        if cell.type.item is None:
            helps = (f"write `{name.text}: {written[0].text}`",) if len(written) == 1 else ()
            self._add("E810", f"'{cell.name}' holds one value, not a list", name, helps=helps)
            return
        if len(written) > cell.room:
            message = f"'{cell.name}' has room for {cell.room}, but this list has {len(written)} elements"
            self._add("E810", message, written[cell.room], label="no room for this one")
            return
        values = [written_value(one, cell.type.item, self._layout) for one in written]
        fitting = tuple(value for value in values if value is not None and _in_range(cell, value))
        for one, value in zip(written, values, strict=True):
            if value is None or not _in_range(cell, value):
                self._not_an_element(one, cell, cell.type.item)
        if len(fitting) == len(written):
            self._cells[cell.at(place) : cell.at(place + 1)] = cells_of(cell, fitting)

    def _not_one_of(self, name: Scalar, family: str, what: str, of: Owner, members: tuple[str, ...]) -> None:
        """Report that a name is none of those that each player or team has, or none of a family (E806)."""
        if of and is_strange(whose := EntityName.of(name.text).owner, self._layout):
            self._add("E811", no_player(whose), name, helps=(the_players(self._layout),))
            return
        first, last = members[0], members[-1]
        several = f", from '{family}{first}' to '{family}{last}'" if first else ""
        message = f"'{family}' is a {what} of each {of}{several}" if of else f"'{family}' is a family{several}"
        own = side(EntityName.of(name.text).owner, self._layout)
        seat = self._layout.teams[own[1]] if own and own[0] == "player" and of == "team" else 0
        self._add("E806", message, name, helps=(f"write `{EntityName(side_name(of, seat), family, first)}`",))

    def _set_of_card(self, setting: VariableValue, name: EntityName) -> bool:
        """Set the variable of a card, `lantern.used: true`; False if the name is not one of a card and its variable.

        Where each player has their own deck, it is that of all cards of this kind.
        """
        layout = self._layout
        for cell in layout.card_variables.values():
            cards = [card for card in layout.decks[cell.deck] if layout.kinds[layout.kind_of[card]].id == name.owner]
            if cell.own_name == name.name + name.member and cards:
                value = written_value(setting.value, cell.type, layout)
                if value is None or not _in_range(cell, value):
                    self._misfit(setting, cell)
                else:
                    for card in cards:
                        self._cells[cell.address + card] = value
                return True
        return False

    def _card_variables(self) -> list[str]:
        """The variables of cards as scenarios name them: `lantern.used`."""
        layout = self._layout
        return [
            f"{layout.kinds[kind].id}.{cell.own_name}"
            for cell in layout.card_variables.values()
            for kind in dict.fromkeys(layout.kind_of[card] for card in layout.decks[cell.deck])
        ]

    def _misfit(self, setting: VariableValue, cell: VariableCell | CardCell) -> None:
        bounds = f" from {cell.low} to {cell.high}" if cell.type.base == "integer" and cell.high < 2**62 else ""
        helps = meant(setting.value, cell.type, self._layout)
        if cell.type.item is not None:
            helps = (f"write a list: `[{setting.value.text}]`",)
        self._add(
            "E810",
            f"'{setting.value.text}' is not a value of '{cell.name}' ({type_text(cell.type)}{bounds})",
            setting.value,
            helps=helps,
        )

    def _not_an_element(self, one: Scalar, cell: VariableCell, item: Type) -> None:
        bounds = f" from {cell.low} to {cell.high}" if item.base == "integer" and cell.high < 2**62 else ""
        message = f"'{one.text}' cannot be in '{cell.name}' ({cell.type}{bounds})"
        self._add("E810", message, one, helps=meant(one, item, self._layout))

    def _turn(self, turn: Scalar) -> None:
        seat = player_seat(turn, self._layout, self._report, f"{self._path}.given.{turn.text}")
        if seat is None:
            return
        for name in self._layout.variables.keys() & TURN:
            self._cells[self._layout.variables[name].address] = seat

    def _unknown(self, name: Scalar, what: str, names: Iterable[str]) -> None:
        owner, last = (written := EntityName.of(name.text)).owner, written.bare
        names = list(names)
        near = suggest(last, names)
        whole = EntityName(owner, near) if near and side(owner, self._layout) else near
        owned = self._layout.variables.get(near or "") if not owner else None
        whole = owned.full_names[0] if owned is not None else whole
        helps = (f"did you mean '{whole}'?",) if near else did_you_mean(name.text, names)
        helps = helps or tuple(f"write `{whole}`" for whole in names if whole.endswith(f".{last}"))[:1]
        notes = (what_there_is(self._layout),)
        self._add("E806", f"unknown {what} '{last}'", name, label=f"no such {what}", notes=notes, helps=helps)

    def _add(self, code: str, message: str, at: Scalar, **details: Unpack[Details]) -> None:
        self._report.add(code, message, at.span, path=f"{self._path}.given.{at.text}", **details)


def _kind_of(card: Scalar, deck: str, layout: Layout, report: Report, path: str) -> int | None:
    """The kind of card that a text names; None with E807 if its deck has none."""
    found = value_of(card.text, kind(deck), layout)
    if found is None:
        names = [*names_of(kind(deck), layout)]
        notes, helps = (f"cards of '{deck}': {some(names)}",), did_you_mean(card.text, names)
        if "," in card.text:
            helps = (f"several cards are a list: `[{card.text}]`",)
        message, label = f"unknown card '{card.text}'", "no such kind of card"
        report.add("E807", message, card.span, label=label, notes=notes, helps=helps, path=path)
    return found


def _only(copies: int, kind: str) -> str:
    """How many cards of a kind there are, in a sentence."""
    match copies:
        case 0:
            return f"there is no card '{kind}' in this game"
        case _:
            return f"there {'is' if copies == 1 else 'are'} only {how_many(copies, 'card')} '{kind}'"


def _in_range(cell: VariableCell | CardCell, value: int) -> bool:
    """Whether a variable may have this value, which is of its type: a number in its range, or none."""
    return (cell.type.item or cell.type).base != "integer" or value == NONE or cell.low <= value <= cell.high


# Lays out a position by name: these cards in these zones, all other cards where they lie at the start.
#
# The state is the flat list of cells that `engines.program.layout` describes. A position that is laid out here keeps
# its laws: a heap is sorted by kind; a card in a certain place is known to those who see it there; cards in an order
# that no player knows are one packet, and so are the cards that are not listed in a zone that begins shuffled, whoever
# sees it.


class TooFew(Exception):
    """Raised if a position needs more copies of a kind than exist: the zone, the kind, and how many exist."""

    def __init__(self, zone: int, kind: int, copies: int) -> None:
        super().__init__(f"kind {kind}: only {copies}")
        self.zone, self.kind, self.copies = zone, kind, copies


class NowhereToLie(Exception):
    """Raised if cards are left over and the zone where they would lie must hold exactly what was listed."""

    def __init__(self, zone: int, cards: int) -> None:
        super().__init__(f"zone {zone}: {cards} cards")
        self.zone, self.cards = zone, cards


def lay_out(
    layout: Layout, cells: MutableSequence[int], zones: Mapping[int, Sequence[int]], rest: Mapping[str, int]
) -> None:
    """Put the kinds of `zones` (by number of zone, top first) there, and all other cards where they start.

    `rest` maps a deck to the zone where its other cards lie instead. Raises `TooFew` or `NowhereToLie`.
    """
    free: dict[int, list[int]] = {}
    for card, number in enumerate(layout.kind_of):
        free.setdefault(number, []).append(card)
    lying: dict[int, list[int]] = {
        zone: [_take(layout, free, zone, kind) for kind in kinds] for zone, kinds in zones.items()
    }
    certain = set(lying)
    for card in [card for cards in free.values() for card in cards]:
        home = layout.home[card]
        zone = rest.get(layout.zones[home].deck, home)
        if zone in certain:
            raise NowhereToLie(zone, _with_this_home(layout, free, rest, zone))
        lying.setdefault(zone, []).append(card)
    for cell in layout.zones:
        _fill(layout, cells, cell, lying.get(cell.number, []), cell.number in certain)


def _with_this_home(layout: Layout, free: dict[int, list[int]], rest: Mapping[str, int], zone: int) -> int:
    """How many of the cards that are left over would lie in this zone; those of other decks lie elsewhere."""
    homes = (layout.home[card] for cards in free.values() for card in cards)
    return sum(rest.get(layout.zones[home].deck, home) == zone for home in homes)


def _take(layout: Layout, free: dict[int, list[int]], zone: int, kind: int) -> int:
    """Take a card of a kind; if each player has their own deck, one that belongs to the owner of the zone."""
    cards = free.get(kind, [])
    own = [card for card in cards if layout.zones[layout.home[card]].owner in (-1, layout.zones[zone].owner)]
    if not (own or cards):
        raise TooFew(zone, kind, layout.kind_of.count(kind))
    card = (own or cards)[0]
    cards.remove(card)
    return card


def _fill(layout: Layout, cells: MutableSequence[int], zone: ZoneCell, cards: list[int], certain: bool) -> None:
    """Put these cards into a zone; `certain` means that they are known to lie in this order.

    Others lie in an unknown order where nobody sees them, except where they began in the order of their list.
    """
    seen = any("all" in sees.split() for sees in zone.sees)
    listed = not layout.shuffled[zone.number] and all(layout.home[card] == zone.number for card in cards)
    packet = zone.order != "heap" and not certain and not listed and (layout.shuffled[zone.number] or not seen)
    if zone.order == "heap" or packet:
        cards = sorted(cards)
    cells[zone.address] = len(cards)
    first = zone.address + 1
    cells[first : first + zone.capacity] = [*cards, *[0] * (zone.capacity - len(cards))][: zone.capacity]
    known = 0 if packet else sum(1 << seat for seat, sees in enumerate(zone.sees) if sees == "all")
    for place, card in enumerate(cards):
        cells[layout.place_at + card] = zone.number
        cells[layout.know_at + card] = known | (1 << JOINED if packet and place else 0)


# Cards at certain places of a zone whose other cards lie in an unknown order, as a scenario gives them.
#
#     pile: {1: ace, 3: king, known: p1}
#
# The zone is one in which the other cards of the deck lie. Each card that is named is the one at its place for certain,
# as if chance had decided it; who sees the zone knows it, and so does whoever is named.


class PlaceFinder:
    """Settles which cards lie at places, in the cells of a position, and reports what cannot be (E579)."""

    def __init__(self, code: ProgramTables, cells: list[int], report: Report, path: str) -> None:
        self._machine = code.at(cells)
        self._code, self._report, self._path = code, report, path
        self._zones: dict[str, ZoneCell] = {zone.full_name: zone for zone in code.layout.zones}

    def settle(self, placed: Placed) -> None:
        """Settle the cards of one zone."""
        zone = self._zones.get(placed.zone.text)
        if zone is None:
            notes = (what_there_is(self._code.layout),)
            self._add("E806", f"unknown zone '{placed.zone.text}'", placed.zone, label="no such zone", notes=notes)
            return
        if zone.order == "heap":
            helps = (f"list its cards: `{placed.zone.text}: [{', '.join(card.text for _, card in placed.cards)}]`",)
            self._add("E579", f"the cards of '{placed.zone.text}' have no places", placed.zone, helps=helps)
            return
        knowing = self._knowing(placed.known)
        for place, card in placed.cards:
            self._settle(zone.number, zone.deck, place, card, knowing)
        state = self._machine.state
        pinned = any(state[self._code.know_at + one] & PIN for one in self._machine.cards(zone.number))
        if pinned and not self._code.pins:
            message = f"no rule of this game puts a card between the others of '{placed.zone.text}'"
            self._add("E579", message, placed.zone, helps=("give the cards at an end of it, one after the other",))

    def _settle(self, zone: int, deck: str, place: Scalar, card: Scalar, knowing: int) -> None:
        layout, number = self._code.layout, int(place.text)
        wanted = _kind_of(card, deck, layout, self._report, f"{self._path}.given")
        if wanted is None:
            return
        many = len(self._machine.cards(zone))
        if number > many:
            self._add("E579", f"there is no place {number} among {how_many(many, 'card')}", place)
            return
        there = loose(self._code, self._machine.state, zone, number - 1)
        fitting = [one for one in there if layout.kind_of[one] == wanted]
        if not fitting:
            known = layout.kinds[layout.kind_of[there[0]]].id if len(there) == 1 else ""
            notes = (f"'{known}' lies there for certain",) if known else ("all of them lie elsewhere",)
            self._add("E579", f"no '{card.text}' can lie at place {number}", card, notes=notes)
            return
        self._machine.settle(zone, number - 1, fitting[0], knowing)

    def _knowing(self, known: tuple[Scalar, ...]) -> int:
        """The players who know the cards, a bit for each seat."""
        seats = [player_seat(one, self._code.layout, self._report, f"{self._path}.given") for one in known]
        return sum({1 << seat for seat in seats if seat is not None})

    def _add(self, code: str, message: str, at: Scalar, **details: Unpack[Details]) -> None:
        self._report.add(code, message, at.span, path=f"{self._path}.given", **details)
