"""Reads what a position consists of: zones, variables, and the families of both."""

from __future__ import annotations

from typing import get_args

from ...diagnostics.diagnostic import MOST_PLACES, Label
from ...diagnostics.suggest import did_you_mean, instead, suggest
from ...source.text.tree import Entry, Mapping, Node, Scalar, Sequence
from ..syntax.nodes import Binary, Expr, ListExpression, Name, Word
from . import nodes as spec
from .reader import OWNERS, Located, SpecReader, entries, literal, mapping, owner, scalar

Shows = tuple[tuple[spec.Viewer, Word], ...]

VIEWERS: dict[str, spec.Viewer] = {word: word for word in get_args(spec.Viewer)}


def read_zones(reading: SpecReader, tree: Mapping) -> dict[str, spec.ZoneSpec]:
    """The zones of a spec; each deck must start in exactly one of them (E605)."""
    zones = reading.every(spec.ZoneSpec, entries(tree, "zones"), "zones")
    if any(zone.holds.text not in reading.decks for zone in zones.values()):
        return zones  # the typing stage reports the misspelt deck, and this message would only distract
    for name, deck in reading.decks.items():
        starts = [zone for zone in zones.values() if zone.start and zone.holds.text == name]
        if not starts:
            message = f"deck '{name}' has no start zone"
            holding = [one.name for one in zones.values() if (one.holds.text, one.of, one.along) == (name, None, ())]
            help_text = "add `start: shuffled` or `start: listed` to the zone where its cards lie when the game begins"
            others = tuple(Label(one.span, "or here?") for one in holding[1:MOST_PLACES]) + (
                Label(deck.name.span, "the deck"),
            )
            at, label = (holding[0], "do its cards begin here?") if holding else (deck.name, "")
            reading.wrong("E605", message, at, help_text, path=deck.path, label=label, others=others if holding else ())
        for zone in starts[1:]:
            others = (Label(starts[0].name.span, "they start here as well"),)
            message = f"the cards of deck '{name}' start in two zones"
            reading.wrong("E605", message, zone.name, others=others, path=zone.path)
    return zones


def read_zone(reading: SpecReader, entry: Entry, path: str) -> spec.ZoneSpec:
    """A zone, or a family of them."""
    tree = mapping(entry.value)
    of, along = read_family(reading, tree, path)
    start = tree.get("start")
    if along and start:
        help_text = "let the deck start in a zone of its own, and deal from there"
        message = "the cards of a deck start in one zone, and this is a family of zones"
        reading.wrong("E605", message, start, help_text, path=path)
    deck = reading.decks.get(scalar(tree.get("holds")).text)
    seen = tree.get("shows")
    owned = of is not None or _is_misspelt(along, reading)
    shows = _shows(reading, seen, owned, deck.back if deck else None, f"{path}.shows")
    to = reading.optional(seen, "to", f"{path}.shows") if isinstance(seen, Mapping) else None
    return reading.record(spec.ZoneSpec, entry, path, of=of, along=along, shows=shows, to=to)


def _shows(reading: SpecReader, node: Node | None, owned: bool, back: tuple[Word, ...] | None, path: str) -> Shows:
    """Who sees what. `owner` is short for `{owner: all, all: count}`."""
    shows: Shows
    at: Scalar | None = None
    if node is None:
        return ()
    if isinstance(node, Mapping):
        shows = tuple((VIEWERS[e.key.text], _seen(scalar(e.value))) for e in node.entries if e.key.text in VIEWERS)
        shows = shows or tuple(("all", Word("count", e.key.span)) for e in node.entries)
        at = next((e.key for e in node.entries if e.key.text == "owner"), None)
    elif (text := scalar(node)).text == "owner":
        shows, at = (("owner", Word("all", text.span)), ("all", Word("count", text.span))), text
    else:
        shows = (("all", _seen(text)),)
    if at and not owned:
        help_text = "say whose it is, with `of: player` or `of: team`; if all see its cards, `shows: all`"
        reading.wrong("E606", "this zone has no owner who could see it", at, help_text, path=path)
    for _, word in shows:
        _check_seen(reading, word, back, path)
    return shows


def _is_misspelt(along: tuple[Expr, ...], reading: SpecReader) -> bool:
    """Whether what there is one each of was meant as an owner (E206): `of: players`."""
    names = [one.id for one in along if isinstance(one, Name) and one.id not in reading.types]
    return any(suggest(name, OWNERS) is not None for name in names)


def _seen(text: Scalar) -> Word:
    """What is seen of a zone: nothing of one that is hidden."""
    return Word("none" if text.text == "hidden" else text.text, text.span)


def _check_seen(reading: SpecReader, word: Word, back: tuple[Word, ...] | None, path: str) -> None:
    if word.text in ("all", "count", "none") or back is None or word.text in {b.text for b in back}:
        return
    names = [b.text for b in back]
    notes = (f"on the back: {', '.join(names)}" if names else "the cards have nothing on their backs",)
    helps = did_you_mean(word.text, ("all", "owner", "count", "hidden", *names)) or (
        "an attribute is printed there by `back: [ATTRIBUTE]`, beside the attributes of the deck",
    )
    reading.wrong("E606", f"'{word.text}' is not on the back of these cards", word, *helps, notes=notes, path=path)


def read_refill(reading: SpecReader, entry: Entry, path: str) -> spec.Refill:
    """Where new cards of a zone come from: a zone, perhaps with when."""
    node = entry.value
    if isinstance(node, Scalar):
        return spec.Refill(reading.word(node, path), "needed", node.span)
    tree = mapping(node)
    zone, when = reading.word(scalar(tree.get("from")), f"{path}.from"), tree.get("when")
    if when is None or isinstance(when, Scalar) and when.text == "needed":
        return spec.Refill(zone, "needed", node.span)
    empty = isinstance(when, Scalar) and when.text == "empty"
    return spec.Refill(zone, "empty" if empty else reading.expression(when, f"{path}.when"), node.span)


# Reads what is remembered besides the cards: variables of the table, of players, teams or cards.
#
# A variable holds one value, or a list that has a declared room:
#
#     bids: {of: player, type: list of integer, range: 0..13, room: 12}

VISIBLE: dict[str, spec.VariableShows] = {"all": "all", "owner": "owner", "hidden": "none"}

RANDOM: dict[str, spec.RandomStart] = {word: word for word in get_args(spec.RandomStart) if word}


def read_variable(reading: SpecReader, entry: Entry, path: str) -> spec.VariableSpec:
    """A variable; of the cards of a deck, if it stands there."""
    return _OneVariable(reading, entry, path).read()


class _OneVariable:
    """Reads one variable."""

    def __init__(self, reading: SpecReader, entry: Entry, path: str) -> None:
        self.reading, self.path = reading, path
        self.entry, self.tree = entry, mapping(entry.value)
        self.card = path.startswith("cards.")
        self.of, self.along = read_family(reading, self.tree, path)
        errors = reading.report.errors
        self.type = reading.type(scalar(self.tree.get("type")), f"{path}.type")
        self.type_is_known = reading.report.errors == errors

    def read(self) -> spec.VariableSpec:
        """Read the variable."""
        reading, tree, path = self.reading, self.tree, self.path
        start = tree.get("start")
        random: spec.RandomStart = RANDOM.get(start.text, "") if isinstance(start, Scalar) else ""
        low, high = self._range(tree.entry("range"))
        room = reading.optional(tree, "room", path)
        if self.type_is_known:
            self._check_room(tree.entry("room"))
            self._check_random(start, random)
        self._check_owner(tree.get("shows"))
        started = None if random or start is None else reading.expression(start, f"{path}.start")
        self._check_start(started, low, high)
        self._check_fits(started, room)
        return reading.record(
            spec.VariableSpec,
            self.entry,
            path,
            of=self.of,
            along=self.along,
            type=self.type,
            room=room,
            low=low,
            high=high,
            start=started,
            random=random,
            shows=self._shows(tree.get("shows")),
        )

    def _shows(self, node: Node | None) -> spec.VariableShows:
        """Who sees it: everybody, if nothing is said; of a variable of a card, who knows the card."""
        return VISIBLE[scalar(node).text] if node is not None else "known" if self.card else "all"

    @property
    def _is_integer(self) -> bool:
        return self.type.word.text == "integer"

    @property
    def _is_misspelt(self) -> bool:
        """Whether the type is nearly `integer`, and not one that the game has: that is told of the type alone."""
        word = self.type.word.text
        near = did_you_mean(word, ["integer"]) or instead("type", word)
        return word not in self.reading.types and bool(near)

    def _range(self, entry: Entry | None) -> tuple[Expr, Expr] | tuple[None, None]:
        if entry is None:
            return None, None
        node = entry.value
        if self.type_is_known and not self._is_integer and not self._is_misspelt:
            self._wrong("E621", "only numbers have a range", entry.key)
        low, high = (self.reading.expression(end, f"{self.path}.range") for end in self.reading.ends(scalar(node)))
        least, most = literal(low), literal(high)
        if least is not None and most is not None and least > most:
            self._wrong("E621", f"the range {least} to {most} is empty", node, "the smaller number comes first")
        return low, high

    def _check_room(self, entry: Entry | None) -> None:
        many, word = self.type.list, self.type.word.text
        if many and self.card:
            help_text = "keep the list beside the cards, under `variables`, or give the cards several variables"
            self._wrong("E623", "a variable of a card holds one value, not a list", self.type, help_text)
        elif many and entry is None:
            help_text = f"say how many elements it may have: `{{type: list of {word}, room: 12}}`"
            self._wrong("E345", "a list needs a room", self.type, help_text)
        elif entry is not None and not many:
            help_text = f"for several values write `type: list of {word}`; for one leave `room` out"
            self._wrong("E345", "only a list has a room", entry.key, help_text)

    def _check_random(self, start: Node | None, random: spec.RandomStart) -> None:
        if start is None or not random:
            return
        if self.type.list:
            help_text = "begin with `start: []`, and let a rule fill it: `random x in …`"
            self._wrong("E620", "a list does not start at random", start, help_text)
            return
        if self._is_integer and self.tree.get("range") is None:
            help_text = "add the smallest and the largest value: `range: 1..6`"
            self._wrong("E620", "a number that starts at random needs a range", start, help_text)
        elif self.type.optional:
            help_text = "leave `or none` out, or write `start: none`"
            self._wrong("E620", "a value that starts at random cannot be none", start, help_text)
        if random == "distinct random" and self.along:
            help_text = "let a rule hand the values out, or write `start: random`"
            self._wrong("E620", "'distinct random' is for what each player, or each team, has one of", start, help_text)
        elif random == "distinct random" and (self.of is None or self.card):
            help_text = "add `of: player` or `of: team`, or write `start: random`"
            self._wrong("E620", "'distinct random' needs several owners", start, help_text)

    def _check_start(self, start: Expr | None, low: Expr | None, high: Expr | None) -> None:
        least, most = literal(low), literal(high)
        what = "list starts with" if self.type.list else "variable starts at"
        for one in start.items if isinstance(start, ListExpression) else (start,):
            number = None if one is None else literal(one)
            if one is None or number is None:
                continue
            if least is not None and number < least or most is not None and number > most:
                self._wrong("E621", f"the {what} {number}, outside its range", one)

    def _check_fits(self, start: Expr | None, room: Expr | None) -> None:
        most = None if room is None else literal(room)
        if most is not None and isinstance(start, ListExpression) and len(start.items) > most >= 1:
            many = f"{len(start.items)} elements"
            self._wrong("E346", f"the list starts with {many}, but has room for {most}", start)

    def _check_owner(self, shows: Node | None) -> None:
        if self.card and (self.of or self.along):
            at = self.of or self.along[0]
            self._wrong("E622", "a variable of a card cannot have another owner", at)
        owned = self.of is not None or self.card or _is_misspelt(self.along, self.reading)
        if shows is not None and scalar(shows).text == "owner" and not owned:
            helps = ("say whose it is, with `of: player` or `of: team`",)
            self._wrong("E606", "this variable has no owner who could see it", shows, *helps)

    def _wrong(self, code: str, message: str, at: Located, *helps: str) -> None:
        self.reading.wrong(code, message, at, *helps, path=self.path)


# Reads `of`: who or what has one each of a zone or a variable.
#
#     of: player              one for each player              me.hand
#     of: 1..rows             one for each of these numbers    row[2]
#     of: suit                one for each symbol              pile[hearts]
#     of: [player, 1..5]      a pair: five for each player     me.slot[3]
#
# The player or team that comes first owns the thing, and is written before the dot; everything else is written in
# brackets. Whether a name is an enumeration is decided when names are looked up (`typing/names/declarations.py`).

Family = tuple[spec.Owner | None, tuple[Expr, ...]]
"""The player or team that owns each, and what else there is one for each of."""

NOBODY: Family = (None, ())


def read_family(reading: SpecReader, tree: Mapping, path: str) -> Family:
    """The family below `of` (E625 where it is none); nobody, and along nothing, where there is no `of`."""
    node = tree.get("of")
    if node is None:
        return NOBODY
    items = [scalar(item) for item in node.items] if isinstance(node, Sequence) else [scalar(node)]
    path = f"{path}.of"
    owned = owner(items[0]) if items[0].text in OWNERS else None
    rest = items[1:] if owned else items
    along = tuple(one for item in rest if (one := _axis(reading, item, owned, path)) is not None)
    return owned, along if len(along) == len(rest) else ()


def _axis(reading: SpecReader, text: Scalar, owned: spec.Owner | None, path: str) -> Expr | None:
    """One enumeration or range, or a second player or team."""
    errors = reading.report.errors
    axis = reading.expression(text, path)
    if reading.report.errors > errors:
        return None
    match axis:
        case Name(id=name) if name in OWNERS and owned is None:
            message = f"the {name} comes first in a pair"
            help_text = f"write it first: `of: [{name}, …]`; then the {name} owns it"
        case Name():
            return axis
        case Binary(operator="..", left=low, right=high):
            least, most = literal(low), literal(high)
            if least is None or most is None or least <= most:
                return axis
            message, help_text = f"the range {least} to {most} is empty", "the smaller number comes first"
        case _:
            message = f"'{text.text}' is not something of which there can be one each"
            help_text = "write player, team, an enumeration, or a range such as `1..4`"
    reading.wrong("E625", message, text, help_text, path=path)
    return None
