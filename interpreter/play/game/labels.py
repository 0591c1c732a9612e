"""Moves called by their labels: `Take a card` instead of `take`, as people read them above."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...language.spec.nodes import Action, Reaction, Spec
from .state import State
from .telling import told_now
from .texts import Wordings
from .wording import key_of


def by_label(state: State, text: str, words: Wordings) -> str:
    """The move whose label a person has typed, as moves are written; any other text as it is.

    The label is that of a legal move with its arguments in words, or of an action that takes none. A label that several
    moves have names none of them.
    """
    moves = state.legal_moves
    if any(key_of(move.text) == key_of(text) for move in moves):
        return text
    found = [move.text for move in moves if _plain(words.move(move, told_now(state.machine, move))) == _plain(text)]
    if len(found) == 1:
        return found[0]
    named = labelled(text, words.spec) if words.spec is not None and not found else ""
    return named if named and "(" not in named else text


def labelled(text: str, spec: Spec) -> str:
    """The action or reaction whose label this is in some language, as its moves are written; empty if none is.

    What it takes is told by the names of its choices: `give(c, t)` for `Give an ace to team 2`.
    """
    things: Mapping[str, Action | Reaction] = {**spec.actions, **spec.reactions}
    for name, thing in things.items():
        for label in thing.about.label.values():
            pattern = ".+".join(re.escape(_plain(part)) for part in re.split(r"\{[^{}]*\}", label))
            if re.fullmatch(pattern, _plain(text)):
                choices = ", ".join(pick.name.text for pick in thing.choose)
                return f"{name}({choices})" if choices else name
    return ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
