"""Why an action is not allowed whose choices were left out: which things cannot be chosen, and for which reason.

`why give` tells each card of the hand. Every move that can be made of what is open to choose is asked for with
`State.why_not`, which tells the player who decides nothing but what follows from what they see and from their moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..game.refusal import Refusal
from ..game.state import State
from ..game.texts import Wordings
from ..game.wording import key_of

MOST_TRIED = 400
"""So many moves are asked for at most."""

MOST_MOVES = 8
"""So many moves that are allowed are told."""

NOTHING = "_"
"""What can never be chosen: the refusal tells what can be."""

Choices = tuple[str, ...]


def why_each(state: State, refusal: Refusal, words: Wordings) -> Iterator[str]:
    """A line for the moves that are allowed, and one for what cannot be chosen for the same reason.

    `refusal` is that of the action without all its choices.
    """
    name, bracket, _ = refusal.name.partition("(")
    if refusal.reason != "arity" or not bracket:
        return
    given = key_of(refusal.move).arguments
    first = tuple(one for one in given if isinstance(one, str))
    if len(first) != len(given) or len(first) >= refusal.needs:
        return
    allowed = [move.text for move in state.legal_moves if move.text.startswith(f"{name}({', '.join(first)}")]
    if allowed:
        more = "" if len(allowed) <= MOST_MOVES else ", …"
        yield words.say("allowed_now", moves=", ".join(allowed[:MOST_MOVES]) + more)
    found = _by_first(state, name, first, refusal.needs, words)
    yield from _by_reason(found, words)
    if not allowed and not found:
        probe = state.why_not(_probe(name, first, refusal.needs))
        if probe is not None and probe.reason == "choice":
            yield words.say("nothing_to_choose") if probe.given == NOTHING else words.reason(probe)


def _by_reason(found: dict[str, dict[str, list[str]]], words: Wordings) -> Iterator[str]:
    """What cannot be chosen for the same reason, together; `…` stands for it where the reason names it."""
    together: dict[str, list[str]] = {}
    for chosen, reasons in found.items():
        parts = [(list(dict.fromkeys(rest)), why.replace(chosen, REST)) for why, rest in reasons.items()]
        if len(parts) == 1:
            reason = parts[0][1]
        else:
            reason = " · ".join(f"{words.say('sum', what=', '.join(rest))} {why}" for rest, why in parts)
        together.setdefault(reason, []).append(chosen)
    for reason, things in together.items():
        if len(things) == 1 and REST in reason:
            told = reason.replace(REST, things[0])
            yield told if len(found[things[0]]) == 1 else f"{words.say('sum', what=things[0])} {told}"
        else:
            yield f"{words.say('sum', what=', '.join(things))} {reason}"


REST = "…"
"""What stands for each of several things in a reason that names it."""


def _probe(name: str, given: Choices, needs: int) -> str:
    """A move whose next choice cannot be made."""
    return f"{name}({', '.join((*given, *(NOTHING,) * (needs - len(given))))})"


def _by_first(state: State, name: str, given: Choices, needs: int, words: Wordings) -> dict[str, dict[str, list[str]]]:
    """For each thing that might be chosen next: why not, and with which others; what can be chosen is left out."""
    found: dict[str, dict[str, list[str]]] = {}
    allowed: set[str] = set()
    for chosen in islice(_moves(state, name, given, needs), MOST_TRIED):
        next_one = words.value(chosen[len(given)])
        refusal = state.why_not(f"{name}({', '.join(chosen)})")
        if refusal is None:
            allowed.add(next_one)
            continue
        rest = ", ".join(map(words.value, chosen[len(given) + 1 :]))
        found.setdefault(next_one, {}).setdefault(_reason(refusal, words), []).append(rest)
    return {chosen: reasons for chosen, reasons in found.items() if chosen not in allowed}


def _reason(refusal: Refusal, words: Wordings) -> str:
    """The reason in words, and the name of the condition."""
    return words.reason(refusal) + (f" ({refusal.condition})" if refusal.condition else "")


def _moves(state: State, name: str, given: Choices, needs: int) -> Iterator[Choices]:
    """All ways to fill in what is left out."""
    if len(given) == needs:
        yield given
        return
    refusal = state.why_not(_probe(name, given, needs))
    if refusal is None or refusal.reason != "choice" or refusal.given != NOTHING or refusal.most:
        return
    for one in refusal.possible:
        yield from _moves(state, name, (*given, one), needs)
