"""Every variable, card and zone of the game gets its cells of the state."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, product

from ...diagnostics.record import dataclass
from ...language.ir import game as decl
from ...language.ir import nodes as ir
from ...language.ir.types import LEAST, MOST, Type
from .bounds import Bounds
from .catalogue import MOST_CARDS, Catalogue
from .families import Members, settled
from .layout import HEADER, CardCell, Layout, VariableCell, ZoneCell
from .nodes import Block
from .setting import Setting, misfit
from .sources import sources
from .specialise import Specialiser, attribute_key

MOST_CELLS = 1_000_000
"""How many numbers a position may take (E575); a cell has 8 bytes."""

WAITING = 32
"""How many triggers can wait at the same time (more are R708)."""


@dataclass(frozen=True, slots=True)
class Arranger:
    """Lays out one game in one setting.

    The variables come first, since the locals that follow them are placed before the rest is laid out.
    """

    game: decl.Game
    specialiser: Specialiser
    catalogue: Catalogue
    bounds: Bounds

    @property
    def members(self) -> Members:
        """Who belongs to the families of this game."""
        return Members(self.game, self.specialiser)

    @property
    def rooms(self) -> Mapping[str, int]:
        """How many elements each variable that is a list may have."""
        return self.bounds.rooms

    @property
    def setting(self) -> Setting:
        """The configuration: number of players, teams, options."""
        return self.specialiser.setting

    def variables(self) -> dict[str, VariableCell]:
        """The cells of the variables, which follow the header.

        Raises `SpecError`: E571 if a bound has no constant value, E573 if a range is empty, E575 if a family or a list
        is far too large, E578 if a list has an impossible room.
        """
        cells: dict[str, VariableCell] = {}
        address = HEADER
        for key, v in self.game.variables.items():
            if v.owner != "card":
                members = self.members.of(v)
                owners = self.setting.owners(v.owner) * len(members)
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
                    room=self.rooms.get(key, 0),
                    shows=v.shows,
                )
                address = cells[key].end
                if address > MOST_CELLS:
                    message = f"with the variable '{v.name}' a position takes more than {MOST_CELLS} numbers"
                    misfit("E575", message, v.span)
        return cells

    def layout(
        self, variables: dict[str, VariableCell], locals_size: int, blocks: tuple[Block, ...] | None = None
    ) -> Layout:
        """The whole layout, once the number of cells that locals take is known; `blocks` say where chance decides."""
        catalogue, setting = self.catalogue, self.setting
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
                    misfit("E575", message, v.span)
        return cells

    def _zones(self, address: int) -> tuple[ZoneCell, ...]:
        zones: list[ZoneCell] = []
        for zone in self.game.zones.values():
            capacity = len(self.catalogue.decks[zone.deck])
            limit = self._capacity(zone)
            each = product(range(self.setting.owners(zone.owner)), self.members.of(zone))
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
                misfit(
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
            misfit(
                "E574",
                f"the capacity of '{zone.name}' must be from 1 to {MOST_CARDS}, but it is {limit}",
                zone.capacity.span,
            )
        return limit

    def _sees(self, zone: decl.Zone, owner: int) -> tuple[str, ...]:
        """What each seat sees of the cards in this zone."""
        whose = {"": (), "player": (owner,), "team": self.setting.members[owner] if zone.owner == "team" else ()}
        owners = whose[zone.owner]
        others = zone.shows["all"]
        return tuple(
            _keys(zone.deck, zone.shows.get("owner", others) if seat in owners else others)
            for seat in range(self.setting.players)
        )

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
            misfit("E573", f"the range of '{v.name}' is empty: it goes from {low} to {high}", v.low.span)
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
                return 0, self.setting.players - 1
            case "team":
                return 0, len(self.setting.members) - 1
            case "kind":
                numbers = [n for n, row in zip(count(), self.catalogue.kinds) if row.deck == type.name]
                return min(numbers, default=0), max(numbers, default=-1)
            case "card":
                cards = self.catalogue.decks[type.name]
                return min(cards, default=0), max(cards, default=-1)
            case _:
                return LEAST, MOST

    def _number(self, expr: ir.Expr, what: str) -> int:
        return settled(self.specialiser, expr, what)


def locals_from(variables: dict[str, VariableCell]) -> int:
    """The first cell after the variables."""
    return max((cell.end for cell in variables.values()), default=HEADER)


def _keys(deck: str, shows: str) -> str:
    """`all`, `count` and `none` as they are; names of attributes as their keys."""
    if shows in ("all", "count", "none"):
        return shows
    return " ".join(attribute_key(deck, name) for name in shows.split())
