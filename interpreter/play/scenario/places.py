"""Cards at certain places of a zone whose other cards lie in an unknown order, as a scenario gives them.

    pile: {1: ace, 3: king, known: p1}

The zone is one in which the other cards of the deck lie. Each card that is named is the one at its place for certain,
as if chance had decided it; who sees the zone knows it, and so does whoever is named.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ...diagnostics.how_many import how_many
from ...diagnostics.suggest import did_you_mean
from ...engines.reference.bags import PIN, loose
from ...engines.reference.chance import settle
from ...engines.reference.knowledge import learn
from ...engines.reference.machine import Code, Machine
from ...language.ir.types import kind
from ...language.text.tree import Scalar
from ..game.naming import zone_text
from .nodes import Placed
from .sides import what_there_is
from .values import names_of, side, some, value_of


class PlaceFinder:
    """Settles which cards lie at places, in the cells of a position, and reports what cannot be (E579)."""

    def __init__(self, code: Code, cells: list[int], report: Report, path: str) -> None:
        self._machine = Machine(code, cells, record=False)
        self._code, self._report, self._path = code, report, path
        self._zones = {zone_text(zone): zone for zone in code.layout.zones}

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
        wanted = value_of(card.text, kind(deck), layout)
        if wanted is None:
            names = [*names_of(kind(deck), layout)]
            notes, helps = (f"cards of '{deck}': {some(names)}",), did_you_mean(card.text, names)
            self._add(
                "E807", f"unknown card '{card.text}'", card, label="no such kind of card", notes=notes, helps=helps
            )
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
        settle(self._machine, zone, number - 1, fitting[0])
        learn(self._machine, fitting[0], knowing)

    def _knowing(self, known: tuple[Scalar, ...]) -> int:
        """The players who know the cards, a bit for each seat."""
        mask = 0
        for one in known:
            found = side(one.text, self._code.layout)
            if found is None or found[0] != "player":
                helps = (f"the players are p1 to p{self._code.layout.players}",)
                self._add("E811", f"'{one.text}' is not a player of this game", one, helps=helps)
            else:
                mask |= 1 << found[1]
        return mask

    def _add(
        self,
        code: str,
        message: str,
        at: Scalar,
        *,
        label: str = "",
        notes: tuple[str, ...] = (),
        helps: tuple[str, ...] = (),
    ) -> None:
        self._report.add(code, message, at.span, label=label, notes=notes, helps=helps, path=f"{self._path}.given")
