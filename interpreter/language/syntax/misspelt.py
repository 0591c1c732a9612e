"""Explains a word of the language with a wrong letter: with the right word in its place, the text can be read on.

Whoever writes `lese` for `else` is told so, at that word, and not that an operator is missing before it. A word that
was taken for a name is found by what cannot follow it: `nt a`.
"""

from __future__ import annotations

from ...diagnostics.suggest import suggest
from ..builtins.effects import EFFECTS
from .finding import Finding
from .names import RESERVED
from .trouble import HEADS, Piece, Trouble, trouble_in

SOFT = ("where", "from", "to", "of", "turn", "alike", "except", "top", "bottom", "position", "at", "most", "when")
CHOICES = ("some", "optional", "any", "secretly", "forbid", "allow")
WORDS = tuple(dict.fromkeys((*sorted(RESERVED), *HEADS, *EFFECTS, *SOFT, *CHOICES)))
"""The words of the language; those that can be names come last."""


def misspelt(t: Trouble) -> Finding | None:
    """A word of the language that is nearly there: where parsing stopped, or just before."""
    for piece in (t.here, t.before):
        if piece is not None and piece.kind == "word" and piece.text not in WORDS:
            right = _right(piece, t)
            if right is not None:
                message = f"expected `{right}`, but got `{piece.text}`"
                return Finding("E309", message, piece.start, piece.end, helps=(f"did you mean '{right}'?",))
    return None


def _right(piece: Piece, t: Trouble) -> str | None:
    """The word that is meant by another one: with it all can be read, or at least more than without.

    Of several, one of the same letters comes first: `ofr` may be `or` as well, but is rather `for`.
    """
    left, whole, further = list(WORDS), [], []
    while (word := suggest(piece.text, left)) is not None:
        left.remove(word)
        trouble = trouble_in(t.text[: piece.start] + word + t.text[piece.end :], t.entry)
        if trouble is None:
            whole.append(word)
        elif trouble.at > t.at + 1:
            further.append(word)
    return min(whole or further, key=lambda word: sorted(word) != sorted(piece.text), default=None)
