"""One description of the table, for everything that draws it: terminals, pages, pictures, readers for the blind.

`table_of` makes it from what one seat sees (its view, its events and its moves) and from what the spec says of its
table, in one language. It holds plain values that JSON can hold, and nothing that the seat does not know.

| key | value |
|---|---|
| `game`, `title`, `language`, `seat` | the id of the game, its title, the language, `p1` |
| `status`, `phase` | as in the view; the phase as `{id, label}`; a reaction has the label of the phase around it |
| `decides` | `p2`, `chance`, or null when the game is over |
| `blocks` | the middle of the table, then a block for each player and team, from the seat on clockwise |
| `tracks` | lines of spaces, and who stands where |
| `cards` | the face of each kind of card that lies in sight, by its id; where cards of two decks have it, `deck.id` |
| `icons` | the symbols of the icons that the game brings in files, by their names; missing if it brings none |
| `values` | the symbols that moves may name, by their ids: `{text, sign, icon}` |
| `moves` | if the seat decides: `{text, label, cards, action, arguments, uses, alone, to, from, spaces}` |
| `since` | what has happened since the seat's last decision, each with a `text` |

docs/table.md tells each of them in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...diagnostics.text import localized
from ...engines.events import PlayError
from ...engines.position import Env, Position, ProgramTables
from ...engines.program.layout import ZoneCell, side_name
from ...engines.program.nodes import AskBlock, AskChoice, Branch, Jump, Slot, SlotList, Stmt
from ...engines.program.traversal import all_effects, every, targets, values
from ...language.ir import nodes as ir
from ...language.ir.game import Owner, TableValue
from ...language.ir.types import NONE, Type
from .decider import EVERYTHING
from .disclosure import always_open, fill_label, open_to
from .happenings import news
from .move import Move, MoveDescription
from .notation import argument_texts, plain
from .phrases import VALUES
from .setup import Setup
from .texts import Wordings, colour_of, sign_of, things
from .view import marks_of, owns, waiting_moves

Json = dict[str, Any]

NOTHING = Type("nothing")
"""The type of the elements of an empty list."""

MIDDLE = "table"
"""The id of the block in the middle."""


def table_of(
    game: Setup, machine: Position, seat: int, view: Json, moves: Sequence[Move], words: Wordings, since: int
) -> Json:
    """The table as a seat sees it; `moves` are those of the seat, none where it does not decide.

    `since` is the number of the first event to tell.
    """
    return _Table(game, machine, seat, view, words).described(moves, since)


def blocks_of_sides(blocks: Sequence[Json]) -> list[list[Json]]:
    """The blocks that are drawn as one: the middle, each player, or each team with its players."""
    sides: dict[str, list[Json]] = {}
    for block in blocks:
        sides.setdefault(str(block.get("team", block["id"])), []).append(block)
    return list(sides.values())


class _Table:
    """Describes one position."""

    def __init__(self, game: Setup, machine: Position, seat: int, view: Json, words: Wordings) -> None:
        self.game, self.machine, self.seat, self.view, self.words = game, machine, seat, view, words
        self.layout = game.layout
        self.spec = game.spec
        self.off = {word.text for word in game.spec.table.without} if game.spec else set()
        running = machine.code.block(machine.state).phases
        if game.spec and running:  # what starts anew with a phase is told while that is running
            ended = game.spec.phases.keys() - running
            self.off |= {name for name, one in game.spec.variables.items() if one.each and one.each.text in ended}
        self.centre = {word.text for word in game.spec.table.centre} if game.spec else set()
        self.sights = ShownValues(game, machine.state, seat)

    def described(self, moves: Sequence[Move], since: int) -> Json:
        """The whole description."""
        words, (phase, around) = self.words, self._phases()
        blocks = [self._block(*owner) for owner in self._owners()]
        told = [self._move(one) for one in moves]
        happened = news(self.machine, self.seat, words, since)
        kinds = [card["card"] for block in blocks for zone in block["zones"] for card in zone["cards"] or ()]
        kinds += [card for some in (*told, *happened) for card in some.get("cards", ()) if card != "?"]
        return {
            "game": self.game.name,
            "title": words.title() or self.game.name,
            "language": words.language,
            "seat": self.view["seat"],
            "status": self.view["status"],
            "phase": {"id": phase, "label": self._question() or words.phase(around)},
            "decides": self.view["decides"],
            "blocks": blocks,
            "tracks": [self._track(name) for name in self._tracks()],
            "cards": {kind: self._card(kind) for kind in dict.fromkeys(kinds) if kind},
            "values": self._named(moves),
            **({"icons": dict(words.drawings)} if words.drawings else {}),
            "moves": told,
            "since": happened,
        }

    def _move(self, move: Move) -> Json:
        told = fill_label(self.machine, move)
        label = self.words.move(move, told)
        end, code = self.machine.code.block(self.machine.state).end, self.machine.code
        facts = dict(code.once(facts_of, end).get((move.path, move.action), {})) if isinstance(end, AskBlock) else {}
        if "uses" in facts:
            facts["uses"] = {**facts["uses"], "card": self.words.key(facts["uses"]["card"])}
        if isinstance(end, AskBlock) and (spaces := self._spaces_named(code.once(set_by, end)[move.path, move.action])):
            facts["spaces"] = spaces
        # The kinds of card that a move names
        names = [name for argument in move.whole for name in re.findall(r"[\w.]+", argument)]
        return {
            "text": move.text,
            "label": label,
            "cards": [self.words.key(name) for name in dict.fromkeys(names) if name in self.words.kinds],
            **({"action": self.words.open_move(move, told)} if "arguments" in facts else {}),
            **facts,
        }

    def _named(self, moves: Sequence[Move]) -> Json:
        """The symbols that moves may name here, each in its words and as it looks, and the other words for values."""
        end = self.machine.code.block(self.machine.state).end
        looks = self.spec.table.looks if self.spec else {}
        found: Json = {}
        for choice in end.choices if moves and isinstance(end, AskBlock) else ():
            for type in (one.slot.type.item or one.slot.type for one in choice.parameters):
                for name in self.layout.enumerations[type.name] if type.base == "symbol" else ():
                    look = looks.get(name)
                    sign = localized(look.sign, self.words.language) if look else ""
                    told = {"sign": sign, "icon": look.icon.text if look and look.icon else ""}
                    found[name] = {"text": self.words.symbol(name), **{key: one for key, one in told.items() if one}}
        named = {argument for move in moves for argument in move.arguments if argument in VALUES}
        return found | {name: {"text": self.words.value(name)} for name in sorted(named)}

    def _phases(self) -> tuple[str, str]:
        """The phase of the decision, and the one whose label people read; nothing when the game is over.

        Inside an effect it is the phase that runs it; while a reaction is asked for, people read the phase around it.
        """
        phases = self.machine.code.block(self.machine.state).phases
        running = phases[-1] if phases and self.view["status"] == "running" else ""
        phase = str(self.view["phase"]) or running
        return phase, running if self.spec and phase in self.spec.reactions and running else phase

    def _question(self) -> str:
        """What an effect or a reaction asks for, for whoever is asked: its passage's label in the rulebook.

        Nobody else is told, since what is asked may follow from what only the player knows.
        """
        end = self.machine.code.block(self.machine.state).end
        is_asked = self.seat == EVERYTHING or self.view["decides"] == self.view["seat"]
        if not self.spec or not is_asked or not isinstance(end, AskBlock):
            return ""
        names = [p.local.name for choice in end.choices if choice.style == "pick" for p in choice.parameters]
        names += {str(self.view["phase"])} & self.spec.reactions.keys()
        passages = (self.spec.rulebook[name].about.label for name in names if name in self.spec.rulebook)
        return next((self.words.texts(label, "") for label in passages if label), "")

    # Blocks -----------------------------------------------------------------------------------

    def _owners(self) -> Iterator[tuple[Owner, int]]:
        """The table, then the players from the seat on, each after their team where it has several members."""
        yield "", 0
        teams, named = self.layout.teams, set()
        for step in range(self.game.players):
            player = (max(self.seat, 0) + step) % self.game.players
            if teams and teams[player] not in named:
                named.add(teams[player])
                yield "team", teams[player]
            yield "player", player

    def _block(self, kind: Owner, number: int) -> Json:
        owner = side_name(kind, number)
        block: Json = {
            "id": owner or MIDDLE,
            "label": self.words.value(owner) if owner else self.words.say("in_the_middle"),
            "you": owner == self.view["seat"],
            "decides": owner == self.view["decides"],
        }
        if kind == "player" and self.layout.teams:
            block["team"] = side_name("team", self.layout.teams[number])
        zones = [
            zone
            for zone in self.layout.zones
            if zone.full_name.owner == owner and zone.full_name in self.view["zones"] and zone.name not in self.off
        ]
        block["values"] = [*self._shown(owner), *self._variables(owner)]
        block["zones"] = [self._zone(zone) for zone in zones]
        block["groups"] = self._groups(zones)
        if grids := self._grids(zones):
            block["grids"] = grids
        if owner in self.view.get("chosen", {}):
            block["chosen"] = self._chosen(number) if self.view["chosen"][owner] != "?" else "?"
        return block

    def _chosen(self, player: int) -> str:
        """What a player has chosen that waits, in words."""
        for who, choice, raw in waiting_moves(self.machine):
            if who == player:
                texts = argument_texts(self.layout, choice, raw[1:], whole=True)
                named = tuple(one.local.name for one in choice.parameters)
                return self.words.move(Move(None, MoveDescription(choice.name, texts, named, choice.path), who, raw))
        return "?"

    def _shown(self, owner: str) -> Iterator[Json]:
        """The shown values of an owner."""
        for name, one in (self.spec.table.shown if self.spec else {}).items():
            for side, value in self.sights.of(f"shown.{name}"):
                if value not in (None, []) and side == owner:
                    type = self.game.exhibit.sights[f"shown.{name}"].value.type
                    told = self._value(name, self.words.texts(one.label, name), value, type, "shown")
                    item = type.item or type
                    if item.base == "kind":
                        cards = value if type.item else [value]
                        told["cards"] = [self.words.key(f"{item.name}.{card}") for card in cards]
                    yield told

    def _variables(self, owner: str) -> Iterator[Json]:
        """The variables of the game's own, with this owner."""
        seen = self.view["variables"]
        for cell in self.layout.variables.values():
            if self.spec and cell.name in self.spec.variables and cell.name not in self.off:
                for name in cell.full_names:
                    if name.owner == owner and name in seen:
                        own = name.bare
                        yield self._value(str(own), self.words.variable(own), seen[name], cell.type, "variable")

    def _value(self, name: str, label: str, value: Any, type: Type, source: str) -> Json:
        return {"id": name, "label": label, **self._value_text(type, value), "from": source}

    def _value_text(self, type: Type, value: Any) -> Json:
        """A value, in words, and its colour. A symbol may have the id of a card, so its type decides."""
        words = self.words
        if type.base == "list" and isinstance(value, list):
            items = [self._value_text(type.item, one)["text"] if type.item else words.plain(one) for one in value]
            return {"value": value, "text": ", ".join(items) or words.plain(None), "colour": None}
        if type.base == "symbol" and isinstance(value, str):
            return {"value": value, "text": words.symbol(value), "colour": colour_of(value, words)}
        return {"value": value, "text": words.plain(value, type.name), "colour": None}

    # Zones and cards --------------------------------------------------------------------------

    def _zone(self, zone: ZoneCell) -> Json:
        own, seen, words = zone.full_name.bare, self.view["zones"][zone.full_name], self.words
        cards = [self._place(card, zone.deck) for card in seen["cards"]] if "cards" in seen else None
        return {
            "id": str(zone.full_name),
            "name": str(own),
            "label": words.zone(own),
            **({"things": called} if (called := things(zone.deck, words)) else {}),
            **({"back": colour} if (colour := words.back_colour(zone.deck)) else {}),
            "order": seen.get("order", zone.order),
            "shows": "all" if set(zone.sees) == {"all"} else "owner" if "all" in zone.sees else "none",
            **({"centre": True} if zone.name in self.centre else {}),
            "count": seen.get("count", None if cards is None else len(cards)),
            "cards": cards,
        }

    def _place(self, card: str | Json, deck: str) -> Json:
        """A card where it lies: its kind, or what its back shows, the marks on it, and what it says in a list.

        Of a card that is known each of its variables that are seen is a mark.
        """
        words, on_cards = self.words, marks_of(self.layout, deck)
        if isinstance(card, str):
            kind = card if card == "?" else words.key(f"{deck}.{card}")
            seen = self.view.get("cards", {}) if card != "?" else {}
            own = (cell.own_name for cell in self.layout.card_variables.values() if cell.deck == deck)
            found = {name: seen[name][kind] for name in own if kind in seen.get(name, {})}
            marks = {name: value for name, value in found.items() if value}
            place: Json = {"card": kind if card != "?" else None, "text": words.short_card(kind)}
        else:
            marks = {name: value for name, value in card.items() if name in on_cards}
            back = {name: value for name, value in card.items() if name not in on_cards}
            place = {"card": None, "text": "", **({"back": back} if back else {})}
            if colour := next(filter(None, (colour_of(f"{one}", words) for one in back.values())), None):
                place["colour"] = colour
        told = [words.plain(value) for value in place.get("back", {}).values()]
        told += [words.mark(deck, name, value) for name, value in marks.items()]
        if told:
            place["text"] = _with(place["text"], ", ".join(told), words.say("semicolon"))
        return {**place, "marks": marks} if marks else place

    def _groups(self, zones: Sequence[ZoneCell]) -> list[Json]:
        """The groups of zones that stand in this block."""
        found = []
        for name, group in (self.spec.table.groups if self.spec else {}).items():
            inside = [str(zone.full_name) for word in group.zones for zone in zones if zone.name == word.text]
            if inside:
                found.append({"id": name, "label": self.words.texts(group.label, name), "zones": inside})
        return found

    def _grids(self, zones: Sequence[ZoneCell]) -> list[Json]:
        """The families of zones in two dimensions that stand in this block: the ids of their zones, row by row."""
        families: dict[str, dict[tuple[str, ...], str]] = {}
        for zone in zones:
            if len(zone.full_name.members) == 2:
                families.setdefault(zone.name, {})[zone.full_name.members] = str(zone.full_name)
        found = []
        for name, cells in families.items():
            rows, columns = (list(dict.fromkeys(members)) for members in zip(*cells, strict=True))
            if len(cells) == len(rows) * len(columns):
                told = {"rows": [*map(self.words.value, rows)], "columns": [*map(self.words.value, columns)]}
                lying = [[cells[row, column] for column in columns] for row in rows]
                found.append({"id": name, "label": self.words.zone(name), **told, "zones": lying})
        return found

    def _card(self, kind: str) -> Json:
        """The face of a kind of card."""
        words = self.words
        face: Json = {
            "label": words.card(kind),
            "short": words.short_card(kind),
            "long": words.whole_card(kind),
            "colour": words.colour(kind),
            "face": words.face(kind),
        }
        variables = {name: values[kind] for name, values in self.view.get("cards", {}).items() if kind in values}
        return {**face, "variables": variables} if variables else face

    # Tracks -----------------------------------------------------------------------------------

    def _tracks(self) -> Iterator[str]:
        """The names of the tracks; a program that was made by hand has none, whatever its spec says."""
        for name in self.spec.table.tracks if self.spec else ():
            if f"tracks.{name}.length" in self.game.exhibit.sights:
                yield name

    def _track(self, name: str) -> Json:
        assert self.spec is not None
        track = self.spec.table.tracks[name]
        at = [{"owner": side or None, "place": place} for side, place in self.sights.of(f"tracks.{name}.at")]
        for one in at:
            one["label"] = self.words.value(one["owner"]) if one["owner"] else self.words.texts(track.label, name)
        rows = [
            {"id": row, "label": self.words.texts(one.label, row), "spaces": self._spaces(f"tracks.{name}.rows.{row}")}
            for row, one in track.rows.items()
        ]
        length = self.sights.alone(f"tracks.{name}.length")
        told: Json = {"id": name, "label": self.words.texts(track.label, name), "length": length, "at": at}
        if track.across is not None:
            label = self.words.texts(track.across.label, "across")
            told["across"] = {"label": label, "number": self.sights.alone(f"tracks.{name}.across.number")}
            for one, (_, place) in zip(at, self.sights.of(f"tracks.{name}.across.is"), strict=True):
                one["across"] = place
                one["told"] = f"{one['place']}, {label} {place}" if place else f"{one['place']}"
        return {**told, "rows": rows}

    def _spaces_named(self, sets: Mapping[str, int]) -> Json:
        """For each track on which a move says where its player goes to stand: which of its arguments is the space, and
        which one says where across; `sets` are the variables that it sets to arguments.
        """
        found = {}
        for name in self._tracks():
            sights = (self.game.exhibit.sights.get(f"tracks.{name}.{what}") for what in ("at", "across.is"))
            values = [sight.value for sight in sights if sight is not None]
            places = [sets[one.name] for one in values if isinstance(one, ir.Variable) and one.name in sets]
            if len(places) == len(values):
                found[name] = places
        return found

    def _spaces(self, name: str) -> list[Json]:
        """What is printed on each space of a row."""
        type = self.game.exhibit.sights[name].value.type.item or NOTHING
        symbols = self.layout.enumerations[type.name] if type.base == "symbol" else ()
        spaces = []
        for value in self.sights.alone(name) or []:
            told = self._value_text(type, value)
            sign = sign_of(value, symbols, self.words) if symbols and value is not None else told["text"]
            spaces.append({**told, "sign": sign})
        return spaces


def _with(text: str, told: str, between: str) -> str:
    """A text with something told of it in brackets: those at its end, if it has some."""
    return f"{text[:-1]}{between}{told})" if text.endswith(")") else f"{text} ({told})".lstrip()


# The values that a table shows beside the cards, as a seat sees them: computed from the position, never stored.
#
# Whatever does not follow from what the seat sees is left out, as everywhere (`disclosure`).


class ShownValues:
    """Computes the shown values of one position for one seat."""

    def __init__(self, game: Setup, cells: Sequence[int], seat: int) -> None:
        self._game, self._seat = game, seat
        self._known: dict[tuple[str, int], list[Any]] = {}
        self._machine = game.exhibit_code.at(list(cells)) if game.exhibit.sights else None

    def of(self, name: str) -> Iterator[tuple[str, Any]]:
        """A value of the table for each of its owners, `p1` or "" for the table; only those that the seat may know.

        A value that cannot be computed here (a number beyond 64 bits, say) is None, as one that is none.
        """
        sight = self._game.exhibit.sights.get(name)
        if sight is not None:
            for owner in range(self._owners(sight)):
                if (
                    sight.shows == "all"
                    or self._seat == EVERYTHING
                    or owns(self._game.layout, sight.owner, owner, self._seat)
                ):
                    if (name, owner) not in self._known:
                        self._known[name, owner] = list(self._value(sight, owner))
                    yield from ((side_name(sight.owner, owner), value) for value in self._known[name, owner])

    def alone(self, name: str) -> Any:
        """A value of the table that has no owner; None if it has none here."""
        return next((value for _, value in self.of(name)), None)

    def _owners(self, sight: TableValue) -> int:
        return {"": 1, "player": self._game.players, "team": self._game.layout.team_count}[sight.owner]

    def _value(self, sight: TableValue, owner: int) -> Iterator[Any]:
        m = self._machine
        assert m is not None
        env: Env = {} if sight.it is None else {sight.it.number: owner}
        with m.aside():
            try:
                open_to_all = self._seat == EVERYTHING or m.code.once(always_open, sight.value)
                if open_to_all or open_to(m, self._seat, sight.value, env):
                    value = m.value(sight.value, env)
                    yield plain(self._game.layout, sight.value.type, value)
            except PlayError:
                yield None


# Where a move takes the cards that it names from, and where it brings them, as far as its rules say so.
#
# It is for a page on which cards are clicked and dragged. It is read from the rules and not from the position, so it
# tells nothing. A zone is named without its owner: `discard`.

DEEPEST = 6
"""So many effects within effects are looked into."""

MOST = 12
"""So many blocks are looked at, from that of the move on."""


Key = tuple[str, str]
"""The path of an action and its name: that of a reaction and its declining share a path."""


def _key(choice: AskChoice) -> Key:
    return choice.path, choice.name


def facts_of(code: ProgramTables, end: AskBlock) -> Mapping[Key, Json]:
    """What the rules say of each kind of move at a decision, as `table_of` tells it; kept by `ProgramTables.once`."""
    leads, taken, named = leads_to(code, end), taken_from(code, end), kinds_named(code, end)
    used, sole, cells, spare = used_by(code, end), alone(code, end), cells_named(code, end), spared(end, taken)
    return {
        path: {
            **({"arguments": list(named[path])} if named[path] else {}),
            **({"uses": {"card": used[path][0], "from": list(used[path][1])}} if path in used else {}),
            **({"alone": True} if sole[path] else {}),
            **({"spare": True} if path in spare else {}),
            **({"to": list(to)} if (to := leads[path] or (used[path][2] if path in used else ())) else {}),
            **({"from": list(map(list, taken[path]))} if any(taken[path]) else {}),
            **({"cells": {name: list(at) for name, at in cells[path].items()}} if cells[path] else {}),
        }
        for path in named
    }


def set_by(code: ProgramTables, end: AskBlock) -> Mapping[Key, Mapping[str, int]]:
    """The variables that each kind of move sets to an argument, with the number of that argument."""
    found: dict[Key, dict[str, int]] = {}
    for choice in end.choices:
        places: dict[object, int] = {one.slot: number for number, one in enumerate(choice.parameters)}
        effects = all_effects(code.program.blocks[choice.then].body)
        sets = [one for one in effects if isinstance(one, ir.SetVariable) and one.value in places]
        found[_key(choice)] = {one.name: places[one.value] for one in sets}
    return found


def cells_named(code: ProgramTables, end: AskBlock) -> Mapping[Key, Mapping[str, tuple[int, ...]]]:
    """The families of zones of which a kind of move names one by its arguments, `row[n]`, with the numbers of these."""
    found: dict[Key, Mapping[str, tuple[int, ...]]] = {}
    for choice in end.choices:
        numbers: dict[object, int] = {_id(one.slot): number for number, one in enumerate(choice.parameters)}
        found[_key(choice)] = dict(_cells(code, code.program.blocks[choice.then].body, numbers, DEEPEST))
    return found


def _cells(
    code: ProgramTables, body: tuple[Stmt, ...], numbers: Mapping[object, int], depth: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for effect in all_effects(body):
        for zone in (part for value in values(effect) for part in every(value) if isinstance(part, ir.ZoneOf)):
            indices = tuple(numbers.get(_id(one), -1) for one in ir.indices_of(zone.owner)[1])
            if indices and min(indices) >= 0:
                yield zone.name, indices
        if isinstance(effect, ir.Run) and depth and (run := code.program.effects.get(effect.effect)):
            given = {
                _id(local): numbers.get(_id(arg), -1) for local, arg in zip(run.parameters, effect.args, strict=False)
            }
            yield from _cells(code, run.body, given, depth - 1)


def _id(name: object) -> object:
    """What tells a name from another, wherever it is written."""
    match name:
        case Slot() | SlotList():
            return name.address, name.name
        case ir.Local(number):
            return number
        case _:
            return None


def leads_to(code: ProgramTables, end: AskBlock) -> Mapping[Key, tuple[str, ...]]:
    """The zones to which each kind of move at a decision brings cards that it names.

    Not those of somebody whom it names, too, nor those to which a reaction takes the cards instead.
    """
    return {_key(choice): tuple(dict.fromkeys(_zones(code, choice))) for choice in end.choices}


def taken_from(code: ProgramTables, end: AskBlock) -> Mapping[Key, tuple[tuple[str, ...], ...]]:
    """The zones from which each kind of move at a decision chooses each argument; none where nothing is known."""
    return {
        _key(choice): tuple(tuple(dict.fromkeys(_sources(code, one.source, DEEPEST))) for one in choice.parameters)
        for choice in end.choices
    }


def kinds_named(code: ProgramTables, end: AskBlock) -> Mapping[Key, tuple[str, ...]]:
    """What each argument of each kind of move is: a `card`, a `player` or `team`, or else a `value`.

    A kind of card is a card only if it is taken from a zone; of a list it is what its elements are.
    """
    return {
        _key(choice): tuple(
            _kind_named((one.slot.type.item or one.slot.type).base, any(_sources(code, one.source, DEEPEST)))
            for one in choice.parameters
        )
        for choice in end.choices
    }


def _kind_named(base: str, lies: bool) -> str:
    return "card" if base == "kind" and lies else base if base in ("card", "player", "team") else "value"


def _sources(code: ProgramTables, cards: ir.Expr, depth: int) -> Iterator[str]:
    match cards:
        case ir.ZoneOf(zone):
            yield zone
        case ir.If(_, yes, no):
            yield from _sources(code, yes, depth)
            yield from _sources(code, no, depth)
        case ir.ListOf(parts) | ir.Apply(_, parts):
            for part in parts:
                yield from _sources(code, part, depth)
        case ir.Fold(loops=loops, body=ir.Local(number)):
            for loop in loops:
                if loop.local.number == number:
                    yield from _sources(code, loop.source, depth)
        case ir.Call(name) if depth and name in code.program.functions:
            yield from _sources(code, code.program.functions[name].body, depth - 1)
        case _:
            pass


def used_by(code: ProgramTables, end: AskBlock) -> Mapping[Key, tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The kind of card that each kind of move takes without naming it, from which zones and to which: `Lay a green
    light`.
    """
    found: dict[Key, tuple[str, tuple[str, ...], tuple[str, ...]]] = {}
    for choice in (one for one in end.choices if not one.parameters):
        for cards, place in _moved(code, choice):
            constants = {one.value for one in every(cards) if isinstance(one, ir.Const) and one.type.base == "kind"}
            kinds = [code.layout.kinds[one] for one in constants if isinstance(one, int) and one != NONE]
            zones = tuple(dict.fromkeys(_sources(code, cards, DEEPEST)))
            if len(kinds) == 1 and zones:
                to = (place.name,) if isinstance(place, ir.ZoneOf) else ()
                found.setdefault(_key(choice), (kinds[0].full_name, zones, to))
    return found


def alone(code: ProgramTables, end: AskBlock) -> Mapping[Key, bool]:
    """Whether each kind of move is the only one at a decision that takes cards from the zones that it takes them from.

    So where a card lies there, there is no doubt what is to become of it.
    """
    taken = {path: {zone for zones in some for zone in zones} for path, some in taken_from(code, end).items()}
    for choice in end.choices:
        if not taken[_key(choice)]:
            taken[_key(choice)] = {zone for one, _ in _moved(code, choice) for zone in _sources(code, one, DEEPEST)}
    return {
        path: bool(zones) and not any(zones & other for name, other in taken.items() if name != path)
        for path, zones in taken.items()
    }


def spared(end: AskBlock, taken: Mapping[Key, tuple[tuple[str, ...], ...]]) -> set[Key]:
    """The kinds of move for which any card will do, where others take only some from there: `Discard …`."""
    some = {zone for one in end.choices if one.conditions for zones in taken[_key(one)][:1] for zone in zones}
    free = (
        _key(one) for one in end.choices if not one.conditions and [each.where for each in one.parameters] == [None]
    )
    return {path for path in free if not some.isdisjoint(taken[path][0])}


def _moved(code: ProgramTables, choice: AskChoice) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    """The cards that the action itself moves, with the effects that it runs, and to which zone."""
    bodies = [code.program.blocks[choice.then].body]
    for body in bodies:
        for stmt in all_effects(body):
            if isinstance(stmt, ir.MoveCards):
                yield stmt.cards, stmt.zone
            elif isinstance(stmt, ir.Run) and (effect := code.program.effects.get(stmt.effect)) and len(bodies) < MOST:
                bodies.append(effect.body)


def _zones(code: ProgramTables, choice: AskChoice) -> Iterator[str]:
    named = {_id(one.slot) for one in choice.parameters}
    blocks, next = [choice.then], 0
    while next < len(blocks) and len(blocks) < MOST:
        block, next = code.program.blocks[blocks[next]], next + 1
        if any(isinstance(stmt, ir.Tell) and stmt.who for stmt in block.body):
            continue
        yield from _within(code, block.body, named, DEEPEST)
        if isinstance(block.end, Jump | Branch):
            blocks += [number for number in targets(block.end) if number not in blocks]


def _within(code: ProgramTables, body: tuple[Stmt, ...], named: set[object], depth: int) -> Iterator[str]:
    for stmt in all_effects(body):
        match stmt:
            case ir.MoveCards(cards, ir.ZoneOf(zone, owner)) if _names(cards, named) and not _names(owner, named):
                yield zone
            case ir.Run(name, args) if depth and name in code.program.effects:
                effect = code.program.effects[name]
                given = {
                    local.number for local, arg in zip(effect.parameters, args, strict=False) if _names(arg, named)
                }
                if given:
                    yield from _within(code, effect.body, set(given), depth - 1)
            case _:
                pass


def _names(cards: ir.Expr | None, named: set[object]) -> bool:
    """Whether these are cards, or this is a player or team, that the move names."""
    return any(_id(one) in named for one in (cards.items if isinstance(cards, ir.ListOf) else [cards]))
