"""What has happened, as a seat saw it (usually since its last decision): each event with a line in words.

Cards that go the same way one after the other are one entry, and so is what each gets when cards are dealt in turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ...engines.reference.machine import Machine
from .counting import number_in
from .happenings import Happening, happenings
from .texts import Wordings

OWN = ("decided", "chosen")
"""The events that are decisions of their seat."""


MOST_NAMED = 20
"""More different cards that go the same way are told as a number."""


def since_own_decision(m: Machine, seat: int) -> int:
    """The number of the event after a seat's last decision; 0 if it has not decided yet."""
    events = m.events or []
    backwards = range(len(events) - 1, -1, -1)
    return next((at + 1 for at in backwards if events[at].what in OWN and events[at].seat == seat), 0)


def news(m: Machine, seat: int, words: Wordings, since: int) -> list[dict[str, Any]]:
    """What a seat has seen from event number `since` on, as JSON has it; `text` tells each entry in words.

    Each entry has the fields of a `Happening` that are set, its own text as `name`. Cards that are dealt, moved or
    shown together are one entry, with their `cards`.
    """
    told = []
    for seen in _dealt(list(run) for _, run in groupby(happenings(m, seat, since), _alike)):
        entry = seen[0].to_json()
        if "text" in entry:
            entry["name"] = entry.pop("text")
        if seen[0].card:
            del entry["card"]
            entry["cards"] = [one.card for one in seen]
        if seen[0].place:
            del entry["place"]
            entry["places"] = [one.place for one in seen]
        if _worth_telling(seen[0], words):
            told.append({**entry, "text": line(seen, words)})
    return told


def _dealt(runs: Iterable[list[Happening]]) -> Iterator[list[Happening]]:
    """Put together what goes to one place while cards go from one place to several, one after the other."""
    for source, group in groupby(runs, lambda run: run[0].source if run[0].what == "moved" else id(run)):
        if not isinstance(source, str):
            yield from group
            continue
        by_target: dict[str, list[Happening]] = {}
        for run in group:
            by_target.setdefault(run[0].target, []).extend(run)
        yield from by_target.values()


def _worth_telling(seen: Happening, words: Wordings) -> bool:
    """Whether something is news: not what the engine counts for itself, nor a variable that nobody sees there."""
    if seen.what != "set" or words.spec is None:
        return True
    name = re.sub(r"^[pt]\d+\.", "", seen.text).partition("[")[0]
    found = words.spec.variables.get(name)
    return found is not None and found.shows != "none" and all(name != word.text for word in words.spec.table.without)


def _alike(seen: Happening) -> object:
    """Equal for happenings that are told as one."""
    if seen.what == "marked":
        return (seen.what, seen.source, seen.text, seen.value)
    return (seen.what, seen.source, seen.target) if seen.card else id(seen)


def line(seen: Sequence[Happening], words: Wordings) -> str:
    """Some happenings of one kind in words."""
    one, say = seen[0], words.say
    who = words.value(f"p{one.seat + 1}") if one.seat >= 0 else ""
    match one.what:
        case "move":
            return f"{say('sum', what=who)} {words.action(one.action, arguments(one), one.told, one.path)}"
        case "chosen":
            return say("has_chosen", who=who)
        case "reacted":
            return f"{say('sum', what=who)} {words.action(one.text, {}, one.told)}"
        case "said":
            return words.text(one.text, one.told)
        case "moved":
            places = {key: _place(text, words) for key, text in (("source", one.source), ("target", one.target))}
            return say("moved_cards", cards=cards_told(seen, words), **places)
        case "shown":
            return say("was_shown", cards=cards_told(seen, words), zone=_place(one.source, words))
        case "shuffled":
            return say("was_shuffled", zone=_place(one.target, words))
        case "set":
            value = None if one.value == "none" else one.value
            return f"{say('sum', what=words.variable(one.text))} {words.plain(value, one.deck)}"
        case "marked":
            return f"{say('sum', what=_marked(seen, words))} {_mark(one, words)}"
        case "scored":
            return say("semicolon").join(_points(one, words))
        case "begun":
            return words.phase(one.text)
        case "ended":
            return say("game_over")


def cards_told(seen: Sequence[Happening], words: Wordings) -> str:
    """The cards of some happenings: known ones by name, equal ones counted, the others as a number; a crowd too."""
    known = Counter(f"{one.deck}.{one.card}" for one in seen if one.card != "?")
    hidden = sum(one.card == "?" for one in seen)
    if len(known) > MOST_NAMED:
        return words.say("cards", n=len(seen))
    told = [words.card(card) + (f"\N{NO-BREAK SPACE}×{n}" if n > 1 else "") for card, n in known.items()]
    zone = next((one for one in (seen[0].source, seen[0].target) if one != "?"), "")
    return ", ".join([*told, *([number_in(hidden, zone, words)] if hidden else [])])


def _marked(seen: Sequence[Happening], words: Wordings) -> str:
    """The cards on which a mark was set: known ones by name, others by their places."""
    known = [words.card(f"{one.deck}.{one.card}") for one in seen if one.card != "?"]
    places = [str(one.place) for one in seen if one.card == "?" and one.place]
    zone = " ".join([_place(seen[0].source, words), *([", ".join(places)] if places else [])])
    return ", ".join([*known, *([zone] if len(known) < len(seen) else [])])


def _mark(one: Happening, words: Wordings) -> str:
    """A mark as it is now; none and false are told as such."""
    return words.mark(one.deck, one.text, None if one.value == "none" else one.value)


def _place(name: str, words: Wordings) -> str:
    return words.say("out_of_sight") if name == "?" else words.zone(name)


def _points(seen: Happening, words: Wordings) -> Iterator[str]:
    for side, points in seen.value.items():
        yield f"{words.say('sum', what=words.value(side))} {sum(points.values())}"


def arguments(seen: Happening) -> dict[str, str]:
    """The arguments of a move by name, as `Wordings` wants them."""
    return dict(zip(seen.parameters, seen.whole or seen.arguments, strict=True))
