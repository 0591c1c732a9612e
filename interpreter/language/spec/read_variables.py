"""Reads what is remembered besides the cards: variables of the table, of players, teams or cards.

A variable holds one value, or a list that has a declared room:

    bids: {of: player, type: list of integer, range: [0, 13], room: 12}
"""

from __future__ import annotations

from typing import get_args

from ...diagnostics.suggest import did_you_mean
from ..syntax.nodes import Expr, ListOf, TypeName
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from .nodes import Owner, RandomStart, Variable, VariableShows
from .read_families import read_family
from .reading import Reading, entries, literal, mapping, one_of, scalar

RANDOM: dict[str, RandomStart] = {word: word for word in get_args(RandomStart) if word}
SHOWS: dict[str, VariableShows] = {word: word for word in get_args(VariableShows)}


def read_variables(reading: Reading, tree: Mapping, parent: str = "", *, card: bool = False) -> dict[str, Variable]:
    """The variables below `variables`; with `card` they belong to the cards of a deck."""
    path = f"{parent}.variables" if parent else "variables"
    return {
        e.key.text: _OneVariable(reading, e, f"{path}.{e.key.text}", card).read() for e in entries(tree, "variables")
    }


class _OneVariable:
    """Reads one variable."""

    def __init__(self, reading: Reading, entry: Entry, path: str, card: bool) -> None:
        self.reading, self.path = reading, path
        self.key, self.tree = entry.key, mapping(entry.value)
        self.card = card
        self.of, self.along = read_family(reading, self.tree, path)
        errors = reading.report.errors
        self.type = reading.type(scalar(self.tree.get("type")), f"{path}.type")
        self.type_is_known = reading.report.errors == errors

    def read(self) -> Variable:
        """Read the variable."""
        reading, tree, path = self.reading, self.tree, self.path
        start = tree.get("start")
        random: RandomStart = RANDOM.get(start.text, "") if isinstance(start, Scalar) else ""
        low, high = self._range(tree.entry("range"))
        shows = tree.get("shows")
        room = self._room(tree.entry("room"))
        if self.type_is_known:
            self._check_random(start, random)
        self._check_owner(shows)
        started = None if random or start is None else reading.expression(start, f"{path}.start")
        self._check_start(started, low, high)
        self._check_fits(started, room)
        return Variable(
            name=reading.word(self.key, path),
            of=self.of,
            along=self.along,
            type=self.type,
            room=room,
            low=low,
            high=high,
            start=started,
            random=random,
            each=reading.optional_word(tree, "each", path),
            shows=one_of(tree, "shows", SHOWS, "known" if self.card else "all"),
            about=reading.about(tree, path),
            path=path,
        )

    @property
    def _is_integer(self) -> bool:
        return self.type.word.text == "integer"

    @property
    def _is_misspelt(self) -> bool:
        """Whether the type is nearly `integer`, and not one that the game has: that is told of the type alone."""
        word = self.type.word.text
        return word not in self.reading.types and bool(did_you_mean(word, ["integer"]))

    def _range(self, entry: Entry | None) -> tuple[Expr, Expr] | tuple[None, None]:
        if entry is None:
            return None, None
        node = entry.value
        if self.type_is_known and not self._is_integer and not self._is_misspelt:
            self._wrong("E621", "only numbers have a range", entry.key)
        if not isinstance(node, Sequence) or len(node.items) != 2:
            message = "a range needs a smallest and a largest value"
            self._wrong("E621", message, entry.key, "write `range: [0, 10]`")
            return None, None
        low, high = (self.reading.expression(item, f"{self.path}.range") for item in node.items)
        least, most = literal(low), literal(high)
        if least is not None and most is not None and least > most:
            help_text = "the smaller number comes first"
            self._wrong("E621", f"the range {least} to {most} is empty", node, help_text)
        return low, high

    def _room(self, entry: Entry | None) -> Expr | None:
        """How many elements a list may have."""
        if self.type_is_known:
            self._check_room(entry)
        return None if entry is None else self.reading.expression(entry.value, f"{self.path}.room")

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

    def _check_random(self, start: Node | None, random: RandomStart) -> None:
        if start is None or not random:
            return
        if self.type.list:
            help_text = "begin with `start: []`, and let a rule fill it: `random x in …`"
            self._wrong("E620", "a list does not start at random", start, help_text)
            return
        if self._is_integer and self.tree.get("range") is None:
            help_text = "add the smallest and the largest value: `range: [1, 6]`"
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
        for one in start.items if isinstance(start, ListOf) else (start,):
            number = None if one is None else literal(one)
            if one is None or number is None:
                continue
            if least is not None and number < least or most is not None and number > most:
                self._wrong("E621", f"the {what} {number}, outside its range", one)

    def _check_fits(self, start: Expr | None, room: Expr | None) -> None:
        most = None if room is None else literal(room)
        if most is not None and isinstance(start, ListOf) and len(start.items) > most >= 1:
            many = f"{len(start.items)} elements"
            self._wrong("E346", f"the list starts with {many}, but has room for {most}", start)

    def _check_owner(self, shows: Node | None) -> None:
        if self.card and (self.of or self.along):
            at = self.of or self.along[0]
            self._wrong("E622", "a variable of a card cannot have another owner", at)
        if shows is not None and scalar(shows).text == "owner" and self.of is None and not self.card:
            helps = ("say whose it is, with `of: player` or `of: team`",)
            self._wrong("E606", "this variable has no owner who could see it", shows, *helps)

    def _wrong(self, code: str, message: str, at: Node | Owner | TypeName | Expr, *helps: str) -> None:
        self.reading.report.add(code, message, at.span, helps=helps, path=self.path)
