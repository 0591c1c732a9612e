"""What has happened, as a seat saw it: moves, cards that go from zone to zone, cards that are shown, points.

A card is the id of its kind where the seat got to know it, and `?` elsewhere; what its back shows is in the view.
What chance decides is seen only by its effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ...diagnostics.record import dataclass
from ...engines.program.layout import ZoneCell
from ...engines.program.nodes import AskBlock, Choice
from ...engines.reference.event import Event, Told
from ...engines.reference.machine import Machine
from ...language.ir.types import kind
from .decider import EVERYTHING
from .marks import marks_on
from .naming import argument_text, cell_text, move_text, named_type, parameter_type, plain, value_text, zone_text
from .sight import is_owner

What = Literal[
    "move", "chosen", "moved", "shuffled", "shown", "set", "marked", "scored", "begun", "reacted", "said", "ended"
]
"""The kinds of happenings, see `Happening`."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that a seat has seen.

    | what | fields |
    |---|---|
    | `move` | `seat` made a move: `text`, `action`, `arguments` |
    | `chosen` | `seat` has chosen secretly, for now or for good; `text` is the seat's own choice, `?` for others |
    | `moved` | `card` went from zone `source` to zone `target` |
    | `shuffled` | `target` |
    | `shown` | `card`, which lies in `source`, was shown |
    | `set` | the variable `text` became `value` |
    | `marked` | the mark `text` of `card`, which lies in `source` (as number `place` from the top), became `value` |
    | `scored` | `text` names the scoring, `value` is `{owner: {category: points}}` |
    | `begun` | the phase `text`, one that repeats, begins once more |
    | `reacted` | the reaction `text` of `seat` happens by itself |
    | `said` | the rules tell the table the text `text` |
    | `ended` | the game is over |

    `parameters` are the names of `arguments`, and `path` locates the kind of move in the spec. `told` are the values
    that the words for it name in braces, as (what stands there, text, type); `?` is one that the seat may not know.
    `deck` is that of `card`, or what the `value` of a variable belongs to; so does the type in `told`, `card main`. In
    `whole`, the arguments once more, cards and symbols have what they belong to before them, `main.ace`.
    """

    what: What
    seat: int = -1
    text: str = ""
    action: str = ""
    arguments: tuple[str, ...] = ()
    card: str = ""
    source: str = ""
    target: str = ""
    value: Any = None
    parameters: tuple[str, ...] = ()
    told: tuple[tuple[str, str, str], ...] = ()
    path: str = ""
    place: int = 0
    deck: str = ""
    whole: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The fields that are set, for a trace."""
        found: dict[str, Any] = {"event": self.what}
        if self.seat >= 0:
            found["seat"] = f"p{self.seat + 1}"
        for name in ("text", "card", "source", "target", "place"):
            if getattr(self, name):
                found[name] = getattr(self, name)
        if self.what in ("said", "reacted") and self.told:
            found["told"] = {written: text for written, text, _ in self.told}
        if self.value is not None:
            found["value"] = self.value
        return found


def happenings(m: Machine, seat: int, since: int = 0, until: int | None = None) -> tuple[Happening, ...]:
    """What a seat (or EVERYTHING) has seen of the events from number `since` to before `until`.

    Events of which it saw nothing are left out.
    """
    seen = (as_seen(m, event, seat) for event in (m.events or [])[since:until])
    return tuple(one for one in seen if one is not None)


def as_seen(m: Machine, event: Event, seat: int) -> Happening | None:
    """One event as a seat saw it; None where it saw nothing of it."""
    match event.what:
        case "decided" | "revealed":
            if seat not in (event.seat, EVERYTHING) and _choice(m, event).secret:
                return Happening("chosen", event.seat, "?")
            return _move(m, event, seat)
        case "chosen":
            text = _move(m, event, seat).text if seat in (event.seat, EVERYTHING) else "?"
            return Happening("chosen", event.seat, text)
        case "moved":
            return _moved(m, event, seat)
        case "shuffled":
            zone = m.code.layout.zones[event.data[0]]
            return None if _sees(zone, seat) == "none" else Happening("shuffled", target=zone_text(zone))
        case "shown":
            return _shown(m, event, seat)
        case "set":
            return _set(m, event, seat)
        case "marked":
            return _marked(m, event, seat)
        case "scored":
            return _scored(m, event)
        case "begun":
            return Happening("begun", text=event.data[0])
        case "reacted":
            return Happening("reacted", event.seat, event.data[0], told=told_texts(m, event.told, event.seen, seat))
        case "said":
            return Happening("said", text=event.data[0], told=told_texts(m, event.told, event.seen, seat))
        case "ended":
            return Happening("ended")
        case _:
            return None


def _choice(m: Machine, event: Event) -> Choice:
    """What kind of move was made."""
    number, move = event.data
    ask = m.code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    choice: Choice = ask.choices[move[0]]
    return choice


def _move(m: Machine, event: Event, seat: int) -> Happening:
    move, choice = event.data[1], _choice(m, event)
    seen = None if seat in (event.seat, EVERYTHING) else event.seen
    texts = _arguments(m, choice, move[1:], seen, seat)
    return Happening(
        "move",
        event.seat,
        move_text(choice, texts),
        choice.name,
        texts,
        parameters=tuple(parameter.local.name for parameter in choice.parameters),
        told=told_texts(m, event.told, event.seen, seat),
        path=choice.path,
        whole=_arguments(m, choice, move[1:], seen, seat, whole=True),
    )


def told_texts(m: Machine, told: Sequence[Told], seen: Sequence[int], seat: int) -> tuple[tuple[str, str, str], ...]:
    """What a text names, as (what stands in the braces, text, type).

    A value is `?` if the seat does not know all cards that it was computed from: those whose masks are in `seen`.
    """
    return tuple(
        (
            one.written,
            _told_text(m, one) if seat == EVERYTHING or all(seen[at] >> seat & 1 for at in one.masks) else "?",
            named_type(one.type),
        )
        for one in told
    )


def _told_text(m: Machine, told: Told) -> str:
    layout, type = m.code.layout, told.type
    if (type.item or type).base != "card":
        return value_text(layout, type, told.value)
    many = isinstance(told.value, tuple)
    kinds = [layout.kinds[kind].id for kind in (told.value if many else (told.value,)) if kind >= 0]
    return f"[{', '.join(kinds)}]" if many else next(iter(kinds), "none")


def _arguments(
    m: Machine,
    choice: Choice,
    arguments: tuple[Any, ...],
    seen: list[int] | None,
    seat: int,
    *,
    whole: bool = False,
) -> tuple[str, ...]:
    """The arguments of a move; a card that the seat never got to know is `?`. With `seen` None it saw everything."""
    texts, place = [], 0
    for number, value in enumerate(arguments):
        parts = value if isinstance(value, tuple) else (value,)
        hidden = [seen is not None and not seen[place + i] >> seat & 1 for i in range(len(parts))]
        place += len(parts)
        if isinstance(value, tuple):
            shown = ["?" if h else _element(m, choice, number, v, whole) for v, h in zip(parts, hidden, strict=True)]
            texts.append(f"[{', '.join(sorted(shown) if any(hidden) else shown)}]")
        else:
            texts.append("?" if hidden[0] else _single(m, choice, number, value, whole))
    return tuple(texts)


def _element(m: Machine, choice: Choice, place: int, value: int, whole: bool) -> str:
    """The text of one element of an argument; events record cards by their kinds."""
    type = parameter_type(choice, place)
    item = type.item or type
    return value_text(m.code.layout, kind(item.name) if item.base == "card" else item, value, whole=whole)


def _single(m: Machine, choice: Choice, place: int, value: int, whole: bool) -> str:
    """The text of an argument that is no list."""
    if parameter_type(choice, place).base == "card":
        return _element(m, choice, place, value, whole)
    return argument_text(m.code.layout, choice, place, value, whole=whole)


def _sees(zone: ZoneCell, seat: int) -> str:
    return "all" if seat == EVERYTHING else zone.sees[seat]


def _known(event: Event, seat: int) -> bool:
    """Whether a seat got to know the one card that an event is about."""
    return seat == EVERYTHING or bool(event.seen[0] >> seat & 1)


def _moved(m: Machine, event: Event, seat: int) -> Happening | None:
    kind, source, target = event.data
    zones = m.code.layout.zones
    known = _known(event, seat)
    if not known and _sees(zones[source], seat) == _sees(zones[target], seat) == "none":
        return None
    card = m.code.layout.kinds[kind].id if known else "?"
    names = ["?" if _sees(zones[z], seat) == "none" and not known else zone_text(zones[z]) for z in (source, target)]
    return Happening("moved", card=card, source=names[0], target=names[1], deck=zones[source].deck)


def _shown(m: Machine, event: Event, seat: int) -> Happening | None:
    kind, zone = event.data
    if not _known(event, seat):
        return None
    row, place = m.code.layout.kinds[kind], m.code.layout.zones[zone]
    return Happening("shown", card=row.id, source=zone_text(place), deck=row.deck)


def _set(m: Machine, event: Event, seat: int) -> Happening | None:
    name, owner, number = event.data
    cell = m.code.layout.variables[name]
    own = cell.shows == "owner" and seat >= 0 and is_owner(m.code.layout, cell, owner, seat)
    if not (own or cell.shows == "all" or seat == EVERYTHING):
        return None
    shown = plain(m.code.layout, cell.type, number)
    value = "none" if shown is None else shown
    return Happening("set", text=cell_text(cell, owner), value=value, deck=(cell.type.item or cell.type).name)


def _marked(m: Machine, event: Event, seat: int) -> Happening | None:
    """A mark on a card: whoever sees it on the card is told; which card it is only those who know it."""
    (name, kind, number, value), (place,) = event.data, event.at
    layout = m.code.layout
    cell, zone = layout.card_variables[name], layout.zones[number]
    known = _known(event, seat)
    on_it = seat != EVERYTHING and place >= 0 and cell in marks_on(layout, zone, seat)
    if not (on_it or seat == EVERYTHING or (known and cell.shows == "all")):
        return None
    card = layout.kinds[kind].id if known else "?"
    shown = plain(layout, cell.type, value)
    where = 0 if zone.order == "heap" else place + 1
    told = "none" if shown is None else shown
    text, source = name.split(".")[-1], zone_text(zone)
    return Happening("marked", text=text, card=card, source=source, value=told, place=where, deck=cell.deck)


def _scored(m: Machine, event: Event) -> Happening:
    """A table of points; the owners are teams or players."""
    name, owners, categories, table, base = event.data
    rows = {
        ("t" if base == "team" else "p") + str(owner + 1): dict(zip(categories, points, strict=True))
        for owner, points in zip(owners, table, strict=True)
    }
    return Happening("scored", text=name, value=rows)
