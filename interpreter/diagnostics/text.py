"""Text on a screen and in messages: widths, line breaks, counts with their nouns, how an extra is installed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from unicodedata import category, east_asian_width

DEFAULT_LANGUAGE = "en"
"""The language that is spoken where none is asked for, and in which the tool says what it cannot say in another."""

_FILES = sorted(file.stem for file in (Path(__file__).parents[1] / "languages").glob("*.json"))

LANGUAGES = (DEFAULT_LANGUAGE, *(one for one in _FILES if one != DEFAULT_LANGUAGE))
"""The languages in which the tool has words of its own: each is a file of `languages` (`play.game.phrases`)."""

TAB = "    "
"""What is shown for a tab."""

_WORD = re.compile(r"(?:`[^`\n]*`|[^\s`]|`)+")
"""A word; text in backquotes is not broken."""


@cache
def broader(language: str) -> tuple[str, ...]:
    """A language, and those of which it is a form; the names are those of BCP 47, and this is its lookup (RFC 4647).

    >>> broader("fr"), broader("zh-Hant-TW")
    (('fr',), ('zh-Hant-TW', 'zh-Hant', 'zh'))
    """
    parts = language.split("-")
    return tuple("-".join(parts[:length]) for length in range(len(parts), 0, -1))


def nearest(language: str, known: Collection[str]) -> str | None:
    """The one of some languages that people of a language understand best: it, a broader one, or a form of it.

    >>> nearest("de-AT", ("en", "de")), nearest("pt", ("en", "pt-BR")), nearest("fi", ("en", "fr"))
    ('de', 'pt-BR', None)
    """
    ways = (*broader(language), *(one for one in known if language in broader(one)))
    return next((one for one in ways if one in known), None)


def shown_in(*titles: Mapping[str, str]) -> tuple[str, ...]:
    """The languages in which games with these titles can be shown: those of the tool, and their own.

    >>> shown_in({"fr": "Bataille", "eo": "Milito"})[-1], shown_in({"": "War"}) == LANGUAGES
    ('eo', True)
    """
    return tuple(dict.fromkeys((*LANGUAGES, *(language for title in titles for language in title if language))))


def localized(texts: Mapping[str, str], language: str, otherwise: str = "") -> str:
    """The text in a language; if there is none, the one without a language, then the first.

    >>> localized({"en": "Draw", "fr": "Piocher"}, "fr"), localized({"": "Draw"}, "fr"), localized({}, "fr", "draw")
    ('Piocher', 'Draw', 'draw')
    """
    found = language if language in texts else nearest(language, texts.keys())
    return next(iter(texts.values()), otherwise) if found is None else texts[found]


def displayed_char(char: str) -> str:
    """What is shown for a character of a file; never a control character.

    >>> displayed_char("a"), displayed_char("\\t"), displayed_char("\\x00")
    ('a', '    ', '\\ufffd')
    """
    if char == "\t":
        return TAB
    return char if char.isprintable() or category(char) in ("Zs", "Mn", "Me", "Mc") else "\ufffd"


def display_width(text: str) -> int:
    """The number of cells that a text takes on a screen, as `displayed_char` shows it.

    >>> display_width("né"), display_width("ne\\u0301"), display_width("猫")
    (2, 2, 2)
    """
    return len(text) if text.isascii() and text.isprintable() else sum(map(_char_width, text))


def _char_width(char: str) -> int:
    if char == "\t":
        return len(TAB)
    if category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def wrap_text(text: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` cells, unless a single word is wider; text in backquotes is one word.

    >>> wrap_text("write the place with `top of ZONE`", 22)
    ['write the place with', '`top of ZONE`']
    """
    lines: list[str] = []
    for line in text.split("\n"):
        now = ""
        for match in _WORD.finditer(line):
            longer = f"{now} {match[0]}" if now else line[: match.start()] + match[0]
            if now and display_width(longer) > width:
                lines.append(now)
                longer = match[0]
            now = longer
        lines.append(now)
    return lines


def how_many(number: int | str, noun: str) -> str:
    """A number with what it counts: `1 card`, `2 cards`. The plural is regular.

    >>> how_many(1, "card"), how_many(0, "other card"), how_many("1", "player")
    ('1 card', '0 other cards', '1 player')
    """
    return f"{number} {noun}{'' if str(number) == '1' else 's'}"


def install_hint(extra: str) -> str:
    """The help that says how to install the packages of an extra: from a clone or a wheel, as no index has them.

    >>> install_hint("fast").partition(";")[0]
    "in a clone of Cardwright, `pip install '.[fast]'` installs it"
    """
    wheel = f"`pip install 'cardwright-….whl[{extra}]'`"
    return f"in a clone of Cardwright, `pip install '.[{extra}]'` installs it; with a wheel, {wheel}"
