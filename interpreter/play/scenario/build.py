"""Builds the position that a scenario gives: cards in zones, values of variables."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from collections.abc import Mapping as Map

from ...diagnostics.diagnostic import Report
from ...diagnostics.how_many import how_many
from ...diagnostics.suggest import did_you_mean, suggest
from ...engines.program.layout import CardCell, Layout, VariableCell, ZoneCell
from ...engines.reference.lists import cells_of
from ...language.ir.game import Owner
from ...language.ir.types import NONE, Type, kind
from ...language.text.tree import Scalar
from ..game.naming import cell_text, family_name, zone_text
from ..game.position import NowhereToLie, TooFew, lay_out
from .nodes import Cards, Given, Setting
from .sides import TURN, is_strange, no_player, the_players, what_there_is
from .values import meant, names_of, side, some, type_text, value_of, written_value


class PositionBuilder:
    """Writes what a scenario gives into the cells of a position, and reports what is wrong with it."""

    def __init__(self, layout: Layout, cells: MutableSequence[int], report: Report, path: str) -> None:
        self._layout, self._cells, self._report, self._path = layout, cells, report, path
        self._zones = {zone_text(zone): zone for zone in layout.zones}

    def build(self, given: Given) -> None:
        """Write the whole position, leaving out what is wrong and reported (E806 to E811)."""
        zones: dict[int, tuple[int, ...]] = {}
        named: dict[int, Cards] = {}
        for cards in (*given.cards, *self._cards_in(given.settings)):
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

    def _lay_out(self, zones: dict[int, tuple[int, ...]], named: dict[int, Cards], given: Given) -> None:
        rest = self._zone(given.rest) if given.rest else None
        try:
            lay_out(self._layout, self._cells, zones, {rest.deck: rest.number} if rest else {})
        except TooFew as error:
            listed = named[error.zone]
            id = self._layout.kinds[error.kind].id
            wrong = [card for card in listed.cards if card.text == id][-1]
            self._add(
                "E808",
                f"{_only(error.copies, id)}, but the scenario places more",
                wrong,
                label="one too many",
            )
        except NowhereToLie as error:
            zone = named[error.zone].zone
            self._add(
                "E809",
                f"{how_many(error.cards, 'other card')} would lie in '{zone.text}',"
                " which must hold exactly what is listed",
                zone,
                helps=self._for_the_rest(error.zone, named),
            )

    def _for_the_rest(self, full: int, named: Map[int, Cards]) -> tuple[str, ...]:
        """Where all other cards of a deck can lie: in a zone of it that is not listed."""
        zones = self._layout.zones
        free = [z for z in zones if z.deck == zones[full].deck and z.number not in named]
        free.sort(key=lambda zone: bool(zone.owner_kind))
        if not free:
            return ("leave out one of the zones, so that the other cards can lie there",)
        return (f"name a zone that is not listed for all other cards: `rest: {zone_text(free[0])}`",)

    def _cards_in(self, settings: Iterable[Setting]) -> list[Cards]:
        return [Cards(s.name, (s.value,)) for s in settings if self._is_zone(s.name)]

    def _is_zone(self, name: Scalar) -> bool:
        return family_name(name.text) in self._layout.families

    def _is_variable(self, name: Scalar) -> bool:
        variables = self._layout.variables
        return not self._is_zone(name) and (name.text in variables or family_name(name.text) in variables)

    def _zone(self, name: Scalar) -> ZoneCell | None:
        """Look up a zone; None with E806 if there is none."""
        found = self._zones.get(name.text)
        if found is not None:
            return found
        family = family_name(name.text)
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
        found = value_of(card.text, kind(deck), self._layout)
        if found is None:
            names = [*names_of(kind(deck), self._layout)]
            self._add(
                "E807",
                f"unknown card '{card.text}'",
                card,
                label="no such kind of card",
                notes=(f"cards of '{deck}': {some(names)}",),
                helps=did_you_mean(card.text, names),
            )
        return found

    def _set(self, setting: Setting) -> None:
        """Set a variable; E806 for an unknown one, E810 for a value that does not fit."""
        text = setting.name.text
        if side(text.rpartition(".")[0], self._layout) is None and self._set_of_card(setting):
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
        cell = variables.get(name.text) or variables.get(family_name(name.text))
        if cell is None:
            self._unknown(name, "zone or variable", [*self._layout.families, *variables, *self._card_variables()])
        return cell

    def _member(self, name: Scalar, cell: VariableCell) -> int | None:
        """Which of the variables of this name is meant; None with E806 if it is none of them."""
        for number in range(cell.cells):
            if cell_text(cell, number) == name.text:
                return number
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
        if of and is_strange(whose := name.text.partition(".")[0], self._layout):
            self._add("E811", no_player(whose), name, helps=(the_players(self._layout),))
            return
        first, last = members[0], members[-1]
        several = f", from '{family}{first}' to '{family}{last}'" if first else ""
        message = f"'{family}' is a {what} of each {of}{several}" if of else f"'{family}' is a family{several}"
        self._add("E806", message, name, helps=(f"write `{_whose(of)}{family}{first}`",))

    def _set_of_card(self, setting: Setting) -> bool:
        """Set the variable of a card, `lantern.used: true`; False if the name is not one of a card and its variable.

        Where each player has their own deck, it is that of all cards of this kind.
        """
        layout, (before, _, name) = self._layout, setting.name.text.rpartition(".")
        for cell in layout.card_variables.values():
            cards = [card for card in layout.decks[cell.deck] if layout.kinds[layout.kind_of[card]].id == before]
            if cell.name == f"{cell.deck}.{name}" and cards:
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
            f"{layout.kinds[kind].id}.{cell.name.removeprefix(cell.deck + '.')}"
            for cell in layout.card_variables.values()
            for kind in dict.fromkeys(layout.kind_of[card] for card in layout.decks[cell.deck])
        ]

    def _misfit(self, setting: Setting, cell: VariableCell | CardCell) -> None:
        bounds = f" from {cell.low} to {cell.high}" if cell.type.base == "integer" else ""
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
        bounds = f" from {cell.low} to {cell.high}" if item.base == "integer" else ""
        message = f"'{one.text}' cannot be in '{cell.name}' ({cell.type}{bounds})"
        self._add("E810", message, one, helps=meant(one, item, self._layout))

    def _turn(self, turn: Scalar) -> None:
        found = side(turn.text, self._layout)
        if found is None or found[0] != "player":
            self._add("E811", no_player(turn.text), turn, helps=(the_players(self._layout),))
            return
        for name in TURN:
            if name in self._layout.variables:
                self._cells[self._layout.variables[name].address] = found[1]

    def _unknown(self, name: Scalar, what: str, names: Iterable[str]) -> None:
        before, dot, last = name.text.rpartition(".")
        names = list(names)
        near = suggest(last, names)
        whole = f"{before}{dot}{near}" if side(before, self._layout) else near
        owned = self._layout.variables.get(near or "") if not dot else None
        whole = cell_text(owned, 0) if owned is not None else whole
        helps = (f"did you mean '{whole}'?",) if near else did_you_mean(name.text, names)
        helps = helps or tuple(f"write `{whole}`" for whole in names if whole.endswith(f".{last}"))[:1]
        notes = (what_there_is(self._layout),)
        self._add("E806", f"unknown {what} '{last}'", name, label=f"no such {what}", notes=notes, helps=helps)

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
        path = f"{self._path}.given.{at.text}"
        self._report.add(code, message, at.span, label=label, notes=notes, helps=helps, path=path)


def _only(copies: int, kind: str) -> str:
    """How many cards of a kind there are, in a sentence."""
    match copies:
        case 0:
            return f"there is no card '{kind}' in this game"
        case _:
            return f"there {'is' if copies == 1 else 'are'} only {how_many(copies, 'card')} '{kind}'"


def _whose(owner: str) -> str:
    return {"player": "p1.", "team": "t1.", "": ""}[owner]


def _in_range(cell: VariableCell | CardCell, value: int) -> bool:
    """Whether a variable may have this value, which is of its type: a number in its range, or none."""
    return (cell.type.item or cell.type).base != "integer" or value == NONE or cell.low <= value <= cell.high
