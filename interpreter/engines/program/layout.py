"""The layout of the state: what each cell of the flat list of integers means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal, Self, get_args

from ...diagnostics.record import dataclass
from ...language.ir.game import Order, Owner, Shows
from ...language.ir.types import Type

PC, STATUS, SEED, DRAWN, DECISIONS = range(5)
"""The header: program counter; status; seed; how many moves chance has picked (in playouts); decisions made so far."""

HEADER = 5

RUNNING, FINISHED, LOOP, LIMIT, ERROR = range(5)
"""Values of the status cell."""

Status = Literal["running", "finished", "loop", "limit", "error"]
"""How a game stands: `loop` is reserved for an end by repetition, which no engine reports (docs/semantics.md, 22)."""

STATUSES: tuple[Status, ...] = get_args(Status)
"""The statuses by the value of the cell."""


# Names of players, teams, zones and variables. What a position consists of has its names from the beginning, as records
# that go through events to whoever tells of them; a text is taken apart only where somebody has written it.


def side_name(kind: Owner, number: int) -> str:
    """What a player or a team is called: `p1`, `t2`; "" where it is neither."""
    return f"{kind[0]}{number + 1}" if kind else ""


_SIDE = re.compile(r"([pt])([0-9]{1,4000})")


def side_of(text: str) -> tuple[Owner, int] | None:
    """The player or team with such a name, whether the game has it or not; None for any other text.

    >>> side_of("t2"), side_of("pile")
    (('team', 1), None)
    """
    found = _SIDE.fullmatch(text)
    return None if found is None else ("player" if found[1] == "p" else "team", int(found[2]) - 1)


class EntityName(str):
    """The name of a zone or a variable, and what it is made of: `pile`, `p1.hand`, `row[2]`, `p1.slot[red][3]`.

    It is a text, so in views, traces and messages it stands for itself. `owner` is `p1`, `t2` or, on the table, "";
    `name` is the one that the spec declares; `member` says which of a family it is, `[red][3]`, or "".
    """

    __slots__ = ("member", "name", "owner")

    owner: str
    name: str
    member: str

    def __new__(cls, owner: str, name: str, member: str = "") -> Self:
        made = super().__new__(cls, f"{owner}.{name}{member}" if owner else name + member)
        made.owner, made.name, made.member = owner, name, member
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.owner, self.name, self.member)

    @classmethod
    def of(cls, text: str) -> EntityName:
        """The name that somebody has written. What stands before the dot need not be a player or a team.

        >>> name = EntityName.of("p1.slot[3]")
        >>> name.owner, name.name, name.member
        ('p1', 'slot', '[3]')
        """
        if isinstance(text, EntityName):
            return text
        whole, bracket, member = text.partition("[")
        owner, _, name = whole.rpartition(".")
        return cls(owner, name, bracket + member)

    @property
    def members(self) -> tuple[str, ...]:
        """What stands in the brackets."""
        return tuple(self.member[1:-1].split("][")) if self.member else ()

    @property
    def bare(self) -> EntityName:
        """The name without its owner."""
        return EntityName("", self.name, self.member)


class _Remembering:
    """A record with room for what is worked out of its fields when it is first asked for."""

    __slots__ = ("__dict__",)


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableCell(_Remembering):
    """A declared variable: `cells` of them from `address` on, one per owner, or one per member of a family.

    `members` says how each member of one owner is written: `[1]`, `[red][2]`; only `""` where there is no family.
    Of a list with room for n elements each takes 1 + n cells: how many elements there are, the elements, then zeros.

    `low` and `high` are its range (of a list that of its elements); none is also allowed where the type is optional.
    `most` is the greatest value that the rules ever give it where that is known and none is below 0 (`narrow`).
    `shows` is `all`, `owner` or `none`. `owner` is "", player or team. Engine variables (`turn.player`, `turn.next`,
    `round.number`, `round.complete`) are here too.
    """

    name: str
    owner: Owner
    members: tuple[str, ...] = ("",)
    cells: int
    address: int
    type: Type
    low: int
    high: int
    room: int = 0
    shows: Shows
    most: int | None = None

    @property
    def width(self) -> int:
        """How many cells each of them takes."""
        return 1 + self.room

    @property
    def end(self) -> int:
        """The first cell behind all of them."""
        return self.address + self.cells * self.width

    def at(self, number: int) -> int:
        """The first cell of one of them."""
        return self.address + number * self.width

    @cached_property
    def full_names(self) -> tuple[EntityName, ...]:
        """What each of them is called: `lead`, `p1.tricks`, `best[red]`, `p2.hints[3]`."""
        owners = range(self.cells // len(self.members))
        return tuple(
            EntityName(side_name(self.owner, owner), self.name, one) for owner in owners for one in self.members
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCell:
    """A variable of one card: that of card number c is at `address + c`.

    `shows` is `known` (whoever knows the card sees it), `none`, or for a mark `all` (it is seen on the card wherever it
    lies) or `owner` (only whoever the zone belongs to sees it).
    """

    name: str
    deck: str
    address: int
    type: Type
    low: int
    high: int
    shows: Shows

    @property
    def own_name(self) -> str:
        """The name without the deck before it."""
        return own_name(self.name)


def own_name(key: str) -> str:
    """A name without what it belongs to: `colour` of `main.colour`, `ace` of `main.ace`."""
    return key.rpartition(".")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneCell(_Remembering):
    """One zone: `state[address]` is its number of cards, then the cards from the top, `capacity` cells.

    `order` is `heap`, `stack` or `row`. `sees[seat]` says what the seat sees of a card here whose
    position is certain: `all`, `count`, `none`, or the names of attributes (`deck.name`) joined by a
    space. `owner` is the number of its player or team, -1 on the table; `member` says which of a family it is: `[2]`,
    `[red][1]`, or "". `limit` is the
    author's `capacity` (0: none). `number` is its value as a zone.
    """

    name: str
    number: int
    deck: str
    owner_kind: Owner
    owner: int
    member: str = ""
    order: Order
    address: int
    capacity: int
    limit: int
    sees: tuple[str, ...]

    @cached_property
    def full_name(self) -> EntityName:
        """What it is called: `pile`, `p1.hand`, `t2.heap`, `row[2]`, `p1.slot[3]`."""
        return EntityName(side_name(self.owner_kind, self.owner), self.name, self.member)


@dataclass(frozen=True, slots=True)
class ChanceSource:
    """A source of chance: a zone from which cards are drawn (`zone` is its number), or what `random` calls by one name
    (`zone` is none).

    The random numbers of a source depend on the seed, on its `key`, and on its cell at `address`: how often the zone
    has been shuffled, and how many numbers have been drawn since (`engines.cells`). The key follows from the name
    alone, so that in another variant, where other sources of chance come and go, this one decides the same.
    """

    name: str
    zone: int
    key: int
    address: int


@dataclass(frozen=True, slots=True)
class KindRow:
    """A kind of card: its id, its deck, and its attributes by key, `deck.name` as in the IR (none: `NONE`; lists:
    tuples).
    """

    id: str
    deck: str
    attributes: dict[str, int | tuple[int, ...]]

    @property
    def full_name(self) -> str:
        """The id with the deck before it, `main.ace`: kinds of several decks may have the same id."""
        return f"{self.deck}.{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Every cell of the state, in this order:

        header            HEADER cells: program counter, status, seed, draws, decisions
        variables         VariableCell.cells * VariableCell.width each
        locals_at         locals_size cells for slots; slots that never matter together share cells
        queue_at          queue_size cells: the waiting triggers
        sources           a cell for each source of chance
        place_at          a cell per card: the number of its zone
        know_at           a cell per card: its word (who knows it, and bags: see reference/knowledge.py)
        card variables    a cell per card for each CardCell
        zones             1 + capacity cells for each ZoneCell
        size

    The queue holds records of `queue_width` cells, oldest first: the trigger's number plus 1 (0: free), then its
    arguments, which take `queue_cells[number]` cells (1, or for a list 1 + its capacity) and are of the types
    `queue_types[number]`.

    `sources` are those of zones by number of the zone, then those of `random` by name.

    `kind_of[c]` is the kind of card c, `home[c]` the zone where it lies at the start. Cards are
    numbered kind by kind, so two cards of one kind (and one starting owner) are neighbours.
    `teams[seat]` is the team of a seat (() without teams). `families` names the zones of one name, by
    owner and member; a zone's value is its index in `zones`. `shuffled[zone]` says that the cards which lie there
    at the start lie in unknown order. `kinds` are all kinds of the game, by number; `decks` are the cards of each
    deck; `backs` the keys of the attributes on a deck's back; `attribute_types` gives the type of an attribute (its
    key is `deck.name`).
    """

    size: int
    players: int
    teams: tuple[int, ...]
    team_count: int
    variables: dict[str, VariableCell]
    card_variables: dict[str, CardCell]
    zones: tuple[ZoneCell, ...]
    families: dict[str, tuple[int, ...]]
    kinds: tuple[KindRow, ...]
    decks: dict[str, tuple[int, ...]]
    kind_of: tuple[int, ...]
    home: tuple[int, ...]
    shuffled: tuple[bool, ...]
    backs: dict[str, tuple[str, ...]]
    attribute_types: dict[str, Type]
    enumerations: dict[str, tuple[str, ...]]
    locals_at: int
    locals_size: int
    queue_at: int
    queue_size: int
    queue_width: int
    queue_cells: tuple[tuple[int, ...], ...]
    queue_types: tuple[tuple[Type, ...], ...]
    sources: tuple[ChanceSource, ...]
    place_at: int
    know_at: int

    @property
    def sources_at(self) -> int:
        """The first cell of the sources of chance."""
        return self.place_at - len(self.sources)

    def drawn(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """How far each source of chance has come in a position; as before where chance has decided nothing since."""
        return tuple(numbers[self.sources_at : self.place_at])


JOINED = 62
"""The bit of a card's word that joins it to the bag of the card above it."""

PINNED = 61
"""The bit of a card whose place within a bag is certain."""
