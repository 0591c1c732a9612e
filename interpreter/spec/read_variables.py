"""What is remembered besides the cards: variables of the table, of players, teams or cards."""

from __future__ import annotations

from ..syntax.nodes import TypeName, Word
from ..text.tree import Entry, Mapping, Scalar, Sequence
from .nodes import Variable
from .reading import Reading, entries, mapping, scalar

RANDOM = ("random", "distinct random")


def read_variables(
    reading: Reading, tree: Mapping, parent: str = "", *, card: bool = False
) -> dict[str, Variable]:
    """The variables below `variables`; with `card` they belong to the cards of a deck."""
    path = f"{parent}.variables" if parent else "variables"
    return {
        e.key.text: _OneVariable(reading, e, f"{path}.{e.key.text}", card).read()
        for e in entries(tree, "variables")
    }


class _OneVariable:
    """Reads one variable."""

    def __init__(self, reading: Reading, entry: Entry, path: str, card: bool) -> None:
        self.reading, self.path = reading, path
        self.key, self.tree = entry.key, mapping(entry.value)
        self.of = reading.optional_word(self.tree, "of", path)
        self.type = reading.type(scalar(self.tree.get("type")), f"{path}.type")
        self.card = card

    def read(self) -> Variable:
        """The variable."""
        reading, tree, path = self.reading, self.tree, self.path
        start = tree.get("start")
        random = scalar(start).text if isinstance(start, Scalar) and start.text in RANDOM else ""
        low, high = self._range(tree.entry("range"))
        if random:
            self._check_random(scalar(start), random)
        if self.card and self.of:
            self._wrong("E622", "a variable of a card has no other owner", self.of)
        shows = tree.get("shows")
        if shows and scalar(shows).text == "owner" and self.of is None:
            help_text = "say whose it is, with `of: player` or `of: team`"
            self._wrong("E606", "nobody owns this variable, so no owner sees it", scalar(shows), help_text)
        return Variable(
            name=reading.word(self.key, path),
            of=self.of,
            type=self.type,
            low=reading.expression(low, f"{path}.range") if low else None,
            high=reading.expression(high, f"{path}.range") if high else None,
            start=None if random or start is None else reading.expression(start, f"{path}.start"),
            random=random,
            each=reading.optional_word(tree, "each", path),
            shows=scalar(shows).text if shows else "all",
            about=reading.about(tree, path),
            path=path,
        )

    @property
    def _is_integer(self) -> bool:
        return self.type.word.text == "integer" and not self.type.list

    def _range(self, entry: Entry | None) -> tuple[Scalar, Scalar] | tuple[None, None]:
        if self._is_integer and self.type.optional:
            help_text = "choose a number that stands for nothing, such as 0, or use a second variable"
            self._wrong("E621", "a variable of type integer is never none", self.type, help_text)
        if entry is None:
            return None, None
        node = entry.value
        if not self._is_integer:
            self._wrong("E621", "only a variable of type integer has a range", entry.key)
            return None, None
        if not isinstance(node, Sequence) or len(node.items) != 2:
            message = "a range has a smallest and a largest value"
            self._wrong("E621", message, entry.key, "write `range: [0, 10]`")
            return None, None
        return scalar(node.items[0]), scalar(node.items[1])

    def _check_random(self, start: Scalar, random: str) -> None:
        if self.type.list:
            self._wrong("E620", "a list cannot start at random", start)
        elif self._is_integer and self.tree.get("range") is None:
            help_text = "add the smallest and the largest value: `range: [1, 6]`"
            self._wrong("E620", "a number that starts at random needs a range", start, help_text)
        elif self.type.optional:
            help_text = "leave `or none` out, or let it start as `none`"
            self._wrong("E620", "a value that starts at random cannot be none", start, help_text)
        if random == "distinct random" and (self.of is None or self.card):
            help_text = "add `of: player` or `of: team`, or write `start: random`"
            self._wrong("E620", "'distinct random' needs several owners", start, help_text)

    def _wrong(self, code: str, message: str, at: Scalar | Word | TypeName, *helps: str) -> None:
        self.reading.report.add(code, message, at.span, helps=helps, path=self.path)
