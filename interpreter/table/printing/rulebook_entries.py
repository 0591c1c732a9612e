"""What a rulebook is made of: chapters of entries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from ...engines.program.nodes import AskBlock
from ...language.ir.types import Type
from ...language.spec.nodes import Texts
from ...play.game.game import Game
from ...play.game.notation import parameter_type
from ...play.game.phrases import phrase
from ...play.game.texts import Wordings, spaced
from .phrases import any_number, any_of, say

EXAMPLE = "examples."
"""The keys of worked examples begin with this; an example is no rule, so nothing is missed without it."""


@dataclass(frozen=True, slots=True)
class RulebookEntry:
    """A paragraph with a title: what it says, and a list or a table below it, whose first row is its head.

    `key` is the same in another version of the game. `cards` are the kinds of card that it tells of, and `table` a
    position that it shows, as `State.table` has it. Where it was compared with another rulebook, `change` says how it
    differs, and `before` is what stood there.
    """

    key: str
    title: str
    text: str = ""
    items: tuple[str, ...] = ()
    numbered: bool = False
    rows: tuple[tuple[str, ...], ...] = ()
    cards: tuple[str, ...] = field(default=(), compare=False)
    table: Mapping[str, Any] | None = field(default=None, compare=False)
    change: Literal["", "new", "changed", "gone"] = field(default="", compare=False)
    before: RulebookEntry | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title and its entries."""

    title: str
    entries: tuple[RulebookEntry, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game in one language. `about` are the paragraphs before the first chapter."""

    language: str
    title: str
    about: tuple[str, ...]
    chapters: tuple[Chapter, ...]


# What a rulebook says of moves: texts written for one move of a game in play, told of all such moves.
#
# A label such as `Drive {c}` names a card that is not chosen yet: here it is `Drive a card`. An option in braces is
# replaced by its value. What has an article of its own in the text, `le {p}`, gets none; what would leave a gap is cut
# (`Go to lane {lane}` is `Go`). For a reason with a gap stands the condition itself, as it is written.

GAP = "…"
"""What stands for a value that is known only in play."""

FEW = 6
"""So many symbols are told one by one."""

_BRACES = re.compile(r"\{([^{}]*)\}")
_EITHER = re.compile(r"\[([^\[\]|]*)\|[^\[\]]*\]")
_PERHAPS = re.compile(r"\[[^\[\]]*\{[^\[\]]*\]")
_INSIDE = r"(?:[^(){}]|\{[^{}]*\})*"
_IN_PARENTHESES = re.compile(rf"\s*\({_INSIDE}\{{[^{{}}]*\}}{_INSIDE}\)")
_ONLY_BRACES = re.compile(r"\s*:\s*(\{[^{}]*\}[\s,×x+.–-]*\d*)+$")


PATTERNS = {
    "article": r"(\b(<before>)\s+|(<joined>))$",
    "quoted": r"(\b(?:<definite>)\s+(?:<card>)\s+)?[«‘„]\s*\{([^{}]*)\}\s*[»’“]",
    # `Play the king {c}`: what it is stands there already. `Play the {c}`: no card is meant yet.
    "named": r"(\b(?:<articles>)\s+[^\W\d_]+)\s+\{[^{}]*\}$",
    "the_one": r"\b(?:<definite>)\s+(\{[^{}]*\})$",
    "after_a_word": r"\s+(<relating>)\b[^…]*…",
    # What is left of a sentence that was cut: `Tell a player which cards are a`.
    "unfinished": r"\s+(<asking>)\b.*$|\s+(<dangling>)$",
}
"""What is looked for in a text; `<before>` stands for the words of this kind in the file of a language."""


@cache
def grammar(language: str) -> dict[str, re.Pattern[str]]:
    """The patterns with the words of a language."""

    def any_word(kind: re.Match[str]) -> str:
        words = say(language, f"words_{kind[1]}").split()
        return "|".join(map(re.escape, words)) or "(?!)"

    return {name: re.compile(re.sub(r"<(\w+)>", any_word, text), re.IGNORECASE) for name, text in PATTERNS.items()}


class RuleWords:
    """The texts of a game as a rulebook has them."""

    def __init__(self, words: Wordings, games: Sequence[Game]) -> None:
        self._words, self._games = words, games
        self.language, self._grammar = words.language, grammar(words.language)
        self._chosen = chosen_types(games[0])
        self._symbols = games[0].layout.enumerations

    def text(self, texts: Texts, action: str = "", article: str = "a") -> str:
        """A text with the values of options, and the kinds of what an action chooses."""
        text = self._words.texts(texts, "") if texts else ""
        return self._filled(text, action, article)

    def title(self, texts: Texts, name: str) -> str:
        """The label of a kind of move: what is chosen is named by its kind, and what would be a gap is cut."""
        label = self._words.texts(texts, "") if texts else ""
        label = _PERHAPS.sub("", _EITHER.sub(r"\1", label)).replace("[", "").replace("]", "")
        label = _ONLY_BRACES.sub("", _IN_PARENTHESES.sub("", label))
        label = self._grammar["the_one"].sub(r"\1", self._grammar["named"].sub(r"\1", label))
        title = self._filled(label, name, "a")
        if GAP in title:
            title = self._grammar["after_a_word"].split(title, maxsplit=1)[0].partition(GAP)[0]
            title = self._grammar["unfinished"].sub("", title.partition(":")[0].rstrip(" ,–-\u00a0"))
        title = title.strip() or spaced(name)
        return title[:1].upper() + title[1:]

    def reason(self, texts: Texts, name: str) -> str:
        """Why a move may not be made; the empty text if it can only be told in play."""
        why = self._filled(_PERHAPS.sub("", self._words.texts(texts, "") if texts else ""), name, "the")
        return "" if GAP in why else why

    def option(self, name: str) -> str:
        """The value of an option, and for which numbers of players it is another one."""
        return by_players({game.players: self._words.plain(game.options[name]) for game in self._games}, self.language)

    def truth(self, value: bool) -> str:
        """Yes or no."""
        return self._words.plain(value)

    def symbol(self, name: str) -> str:
        """A symbol or an attribute in words."""
        return self._words.symbol(name)

    def _filled(self, text: str, action: str, article: str) -> str:
        text = self._grammar["quoted"].sub(r"{\2}", text)

        def wording(found: re.Match[str]) -> str:
            name = found[1].strip()
            if name in self._games[0].options:
                return self.option(name)
            bare = self._grammar["article"].search(text[: found.start()]) is not None
            return self._of_kind(self._type(name, action), "" if bare else article)

        return _BRACES.sub(wording, text).strip()

    def _type(self, name: str, action: str) -> Type | None:
        """The type of what is chosen: by the action itself, or, `give.c`, by the one that is reacted to."""
        event, dot, inner = name.partition(".")
        return self._chosen.get(event, {}).get(inner) if dot else self._chosen.get(action, {}).get(name)

    def _of_kind(self, type: Type | None, article: str) -> str:
        if type is None:
            return GAP
        match type.base:
            case "card" | "player" | "team":
                return say(self.language, f"rules_{article or 'bare'}_{type.base}")
            case "kind":
                return say(self.language, f"rules_{article or 'bare'}_card")
            case "list" if type.item is not None and type.item.base in ("card", "kind"):
                return say(self.language, f"rules_{article or 'bare'}_cards")
            case "symbol" if len(self._symbols[type.name]) <= FEW:
                return any_of(map(self._words.symbol, self._symbols[type.name]), self.language)
            case _:
                return GAP


# What each action and reaction chooses, by name: a card, a player, a colour.


def chosen_types(game: Game) -> dict[str, dict[str, Type]]:
    """The types of what is chosen: by the name of the action, and the name of what is chosen."""
    found: dict[str, dict[str, Type]] = {}
    for block in game.program.blocks:
        if isinstance(block.end, AskBlock):
            for choice in block.end.choices:
                types = {one.local.name: parameter_type(choice, place) for place, one in enumerate(choice.parameters)}
                found.setdefault(choice.name, {}).update(types)
    return found


# What depends on the number of players, in words: `700 (with 4 players: 1000)`.


def by_players(values: Mapping[int, str], language: str) -> str:
    """The value that most numbers of players have, and behind it the others; one alone if all have the same.

    >>> by_players({2: "700", 3: "700", 4: "1000", 6: "700"}, "en")
    '700 (with 4 players: 1000)'
    """
    usual = Counter(values.values()).most_common(1)[0][0]
    others: dict[str, list[int]] = {}
    for players, value in values.items():
        if value != usual:
            others.setdefault(value, []).append(players)
    told = [
        say(language, "rules_with_players", numbers=any_number(numbers, language), n=numbers[-1], value=value)
        for value, numbers in others.items()
    ]
    return f"{usual} ({phrase(language, 'semicolon').join(told)})" if told else usual
