"""Suggestions: for misspelt words the nearest of the names that exist, for those of other languages what is meant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import SequenceMatcher
from functools import cache, lru_cache
from os.path import commonprefix
from pathlib import Path
from unicodedata import combining, normalize

from .record import dataclass

_NUMBER = re.compile(r"(|[a-z_]\w*\()-?\d+\)?")

LONG_WORD, JOINING = 4, {"of", "the", "a", "du"}
"""A word of so many letters may say by itself what is meant; the others say nothing."""

COMPARISONS = 40_000
"""How many pairs of words are compared for the mistakes of one game; what comes after that gets no suggestions."""

NAMES_PER_COMPARISON = 20
"""To look at so many names counts as one comparison."""


@dataclass(slots=True)
class ComparisonBudget:
    """How many comparisons are left, and how many words got no suggestion because none were."""

    left: int
    left_out: int = 0


_budget: ContextVar[ComparisonBudget | None] = ContextVar("effort", default=None)


@contextmanager
def limit_comparisons(comparisons: int = COMPARISONS) -> Iterator[ComparisonBudget]:
    """Within this, suggestions end when so many words have been compared, so that thousands of mistakes take no time.

    Inside another such block the limit is that of the outer one.
    """
    effort = _budget.get() or ComparisonBudget(comparisons)
    token = _budget.set(effort)
    try:
        yield effort
    finally:
        _budget.reset(token)


def suggest(word: str, names: Iterable[str]) -> str | None:
    """The name nearest to a word, or None if none is near enough.

    A name that differs only in case, `-`, `_` or spaces comes first, and one of the same words in another order.
    Otherwise the number of letters to change, add, drop or exchange must be small for the length: one for up to four
    letters, two for up to seven, then a third of the length but at most three; in a short name with another first
    letter, one. Among equally near names the one with the longest common parts wins. A word is never suggested for
    itself. None, too, once the words that may be compared are used up (`limit_comparisons`).

    >>> suggest("distances", ["deck", "distance"])
    'distance'
    >>> suggest("hand", ["deck", "distance"]) is None
    True
    """
    ranked: list[tuple[int, float, str]] = []
    plain, letters, effort = _plain(word), set(word.lower()), _budget.get() or ComparisonBudget(COMPARISONS)
    words = sorted(_words(word))
    if effort.left <= 0:
        effort.left_out += 1
        return None
    every = dict.fromkeys(names)
    effort.left -= len(every) // NAMES_PER_COMPARISON
    for name in every:
        if not name or name == word:
            continue
        if _plain(name) == plain or len(words) > 1 and sorted(_words(name)) == words:
            ranked.append((0, 0.0, name))
            continue
        most = _allowed(max(len(word), len(name)))
        if abs(len(word) - len(name)) > most or _is_another_number(word, name):
            continue
        if len(letters.symmetric_difference(name.lower())) > 2 * most:
            continue
        effort.left -= 1
        steps = edit_distance(word.lower(), name.lower(), most)
        if steps > 1 and word[:1].lower() != name[:1].lower() and most <= 2:
            continue  # whoever mistypes a short word rarely does so at its beginning, and in another place as well
        if steps <= most and steps < min(len(word), len(name)):
            unlike = 1 - SequenceMatcher(None, word.lower(), name.lower()).ratio()
            ranked.append((max(steps, 1), unlike, name))
    if ranked:
        return min(ranked, key=lambda rank: rank[:2])[2]
    shared = sorted(((_shared_words(word, name), name) for name in every if name and name != word), reverse=True)[:2]
    return shared[0][1] if shared and shared[0][0] > (shared[1:] or [(0, "")])[0][0] else None


def _shared_words(word: str, name: str) -> int:
    """How many words two names share if those of one are all in the other, and one is long; more for a beginning.

    >>> _shared_words("queen_of_spades", "spades_queen"), _shared_words("light", "lighting")
    (2, 9)
    """
    if len(word) > LONG_WORD and name.startswith(word):
        return 9
    one, other = {*_words(word)}, {*_words(name)}
    alike = max(map(len, one & other), default=0) >= LONG_WORD and (one <= other or other <= one)
    return len(one & other) if alike else 0


def is_exhausted() -> bool:
    """Whether no more words are compared, so that what else takes time for each mistake is left out, too."""
    effort = _budget.get()
    return effort is not None and effort.left <= 0


def did_you_mean(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """The helps to add to a diagnostic about an unknown name: one text, or none.

    >>> did_you_mean("distances", ["distance"])
    ("did you mean 'distance'?",)
    """
    name = suggest(word, names)
    return (f"did you mean '{name}'?",) if name else ()


def edit_distance(one: str, other: str, most: int | None = None) -> int:
    """The number of letters to change, add, drop or exchange with their neighbour, to get from one word to the other.

    Where they are more than `most`, some number above that.

    >>> edit_distance("haand", "hand"), edit_distance("ahnd", "hand")
    (1, 1)
    """
    # Row by row (Wagner and Fischer, 1974), with neighbours that change places as one step (Damerau, 1964): for these
    # the row above the last is looked at. What two words share at their ends changes nothing, and is most of them.
    one, other = _without_common_ends(one, other)
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one):
        above, before, row = before, row, [i + 1]
        for j, letter in enumerate(other):
            steps = min(before[j] + (char != letter), before[j + 1] + 1, row[j] + 1)
            if above and j > 0 and char == other[j - 1] and one[i - 1] == letter:
                steps = min(steps, above[j - 1] + 1)
            row.append(steps)
        if most is not None and min(row) > most:
            break  # from here on it gets no nearer
    return row[-1]


def _without_common_ends(one: str, other: str) -> tuple[str, str]:
    """Two words without what is the same at their beginning and at their end."""
    begin = len(commonprefix((one, other)))
    one, other = one[begin:], other[begin:]
    end = len(commonprefix((one[::-1], other[::-1])))
    return one[: len(one) - end], other[: len(other) - end]


def _is_another_number(word: str, name: str) -> bool:
    """Whether two words differ only by a number, which is not mistyped but wrong: `bid(7)` and `bid(3)`, 12 and 2."""
    first, second = _NUMBER.fullmatch(word), _NUMBER.fullmatch(name)
    return bool(first and second and first[1] == second[1])


def as_name(text: str) -> str:
    """The name that is nearest to a text: no accents, no capitals, `_` between words, no digit at the beginning.

    >>> as_name("Réparer l'essieu"), as_name("2nd_pile"), as_name("isEmpty")
    ('reparer_l_essieu', 'pile_2', 'is_empty')
    """
    bare = "".join(char for char in normalize("NFD", text) if not combining(char))
    words = re.sub(r"\W+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", bare)).lower().strip("_")
    number = re.match(r"(\d+)(?:st|nd|rd|th|e|er|ere|eme)?_(?=[a-z])", words)
    return f"{words[number.end() :]}_{number[1]}" if number else words


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")


@lru_cache(4096)
def _words(name: str) -> tuple[str, ...]:
    """The words of a name, without what joins them; one and several are the same."""
    return tuple(word.removesuffix("s") for word in re.split("[-_ ]", name.lower()) if word not in JOINING)


def _allowed(length: int) -> int:
    return 1 if length <= 4 else 2 if length <= 7 else min(length // 3, 3)


# What authors write because other languages, other games or English have it, and what is written here instead.
#
# The patterns stand in `foreign.json`: a section for each kind of thing (`sign`, `effect`, `key of a zone`, `type`), in
# it what is written here, and for each of these what others write in its place. `$what` and the like are filled in.


@cache
def _foreign() -> dict[str, dict[str, list[str]]]:
    # Read only where somebody has written what is wrong.
    text = Path(__file__).with_name("foreign.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, list[str]]] = json.loads(text)
    return found


@cache
def language_names() -> dict[str, str]:
    """The languages with a name of two letters (ISO 639-1), each in English: `{"fi": "Finnish", …}`."""
    text = Path(__file__).with_name("languages.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def is_language(word: str) -> bool:
    """Whether a language has this name: two letters, or three where it has none of two, and perhaps more behind them.

    >>> [is_language(word) for word in ("fi", "pt-BR", "gsw", "fra", "jp", "french")]
    [True, True, True, False, False, False]
    """
    short = word.partition("-")[0]
    return short in language_names() or (len(short) == 3 and short not in _advice("language"))


def meant_language(word: str) -> tuple[str, ...]:
    """The language that was probably meant by what is not the name of one, as a help.

    >>> meant_language("jp"), meant_language("Français"), meant_language("xx")
    (("did you mean 'ja'?",), ("did you mean 'fr'?",), ())
    """
    plain = as_name(word)
    return tuple(f"did you mean '{name}'?" for name, others in synonyms("language").items() if plain in others)


def synonyms(section: str) -> dict[str, list[str]]:
    """What is written here, with what others write in its place; empty for what has no section.

    >>> synonyms("type")["player"]
    ['joueur', 'joueurs', 'players', 'seat']
    """
    return _foreign().get(section, {})


@cache
def _advice(section: str) -> dict[str, str]:
    return {one: advice for advice, written in synonyms(section).items() for one in written}


def instead(section: str, written: str, **parts: str) -> tuple[str, ...]:
    """What to write here instead of something, as helps; none if others do not write it either.

    >>> instead("sign", "&&"), instead("line on a zone", "shuffle", what="pile"), instead("sign", "+")
    (('write `and`',), ('write `shuffle pile`',), ())
    """
    advice = _advice(section).get(written)
    if advice is None:
        return ()
    for name, part in parts.items():
        advice = advice.replace(f"${name}", part)
    return (advice,)


LONG_TEXT = 1000
"""In longer texts no patterns are looked for: a pattern may take time with the square of the length, or its cube."""


def written_instead(section: str, text: str) -> Iterator[tuple[re.Match[str], str]]:
    """What to write instead of the words of a text that a pattern of a section finds, with what it has found.

    >>> [advice for _, advice in written_instead("phrase", "me.ship is empty")]
    ['write `me.ship.empty`']
    """
    for advice, patterns in synonyms(section).items() if len(text) < LONG_TEXT else ():
        for pattern in patterns:
            for found in re.finditer(pattern, text):
                yield found, found.expand(advice)
