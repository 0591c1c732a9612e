"""What actions, cards and measures are called in the tables of a study: by their labels, not by their ids."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from textwrap import shorten
from typing import Any

from ..language.spec.labels import said
from ..play.game.texts import Wordings, fill, spaced, with_parts

LONGEST = 60
"""So many letters of a rule are shown; the rest is in the JSON."""

_ABOUT = re.compile(r"\s*\([^()]*…[^()]*\)")
"""Brackets around what is known only of a single move."""

_VALUE = re.compile(r"\s*:\s*…$")
"""What was chosen, at the end of a label."""


def names_of(names: Iterable[str], what: str, words: Wordings) -> Mapping[str, str]:
    """What each row of a table is called; the id is added where two would be called alike.

    `what` is `actions`, `rules`, `cards` (an action and a card: `discard ace`), `dealt` (cards) or `measures`.
    """
    told = {name: _name(name, what, words) for name in names}
    many = Counter(told.values())
    return {name: text if many[text] == 1 else f"{text} ({name})" for name, text in told.items()}


def _name(name: str, what: str, words: Wordings) -> str:
    match what:
        case "actions":
            return _action(name, words)
        case "rules":
            return _rule(name, words)
        case "measures":
            return words.variable(name)
        case _:
            action, _, card = name.rpartition(" ")
            return _action(action, words, words.card(card)) if action else words.card(card)


def _rule(name: str, words: Wordings) -> str:
    """A reaction by its label; another rule by where it stands, `Drive …: if extend`."""
    path, colon, test = name.partition(": ")
    part, _, word = path.rpartition(".")
    match part:
        case "phases":
            told = words.phase(word)
        case "" | "actions" | "reactions":
            told = _action(word, words)
        case "effects" | "triggers":
            told = spaced(word)
        case _:
            told = words.card(path if path in words.kinds else word)
    return shorten(f"{words.say('sum', what=told)} {test}" if colon else told, LONGEST, placeholder=" …")


def _action(name: str, words: Wordings, card: str = "") -> str:
    """The label of an action, with the card if one is given: of `Play {c} ({sum} of {goal})`, `Play the ace`.

    What is chosen inside an effect has its label in the rulebook, or among the `words`. What has no label is written by
    its id.
    """
    spec = words.spec
    found = None if spec is None else spec.actions.get(name) or spec.reactions.get(name)
    label = said(found.about.label, words.language) if found is not None else _chosen(name, words)
    first = found.choose[0].name.text if found is not None and found.choose else ""
    text = fill(with_parts(label, frozenset()), {first: card} if card else {})
    short = _VALUE.sub("", _ABOUT.sub("", text)).strip(" :") or spaced(name)
    return short if not card or card in short else f"{short}: {card}"


def _chosen(name: str, words: Wordings) -> str:
    """What a choice inside an effect is called."""
    if words.spec is None:
        return ""
    passage, word = words.spec.rulebook.get(name), words.spec.words.get(name)
    title = said(passage.about.label, words.language) if passage is not None else ""
    return title or (said(word.texts, words.language) if word is not None else "")


def value_name(value: Any, words: Wordings) -> str:
    """A measured value that is no number, in words."""
    return words.plain(value)
