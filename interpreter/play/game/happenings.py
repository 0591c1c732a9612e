"""What has happened, as a seat saw it: moves, cards that go from zone to zone, cards that are shown, points.

A card is the id of its kind where the seat got to know it, and `?` elsewhere; what its back shows is in the view.
What chance decides is seen only by its effects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Literal

from ...diagnostics.record import dataclass
from ...engines.events import Event, PlaceholderValue
from ...engines.position import Position
from ...engines.program.layout import EntityName, ZoneCell, side_name
from ...engines.program.nodes import AskBlock, AskChoice
from .decider import EVERYTHING
from .notation import argument_text, in_events, move_text, named_type, parameter_type, plain, value_text
from .texts import FilledTexts, Wordings, number_in
from .view import marks_on, sees_variable

What = Literal[
    "move", "chosen", "moved", "shuffled", "shown", "set", "marked", "scored", "begun", "reacted", "said", "ended"
]
"""The kinds of happenings, see `Happening`."""

NOWHERE, OUT_OF_SIGHT = EntityName("", ""), EntityName("", "?")
"""No zone at all, and one that is not seen."""


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
    source: EntityName = NOWHERE
    target: EntityName = NOWHERE
    value: Any = None
    parameters: tuple[str, ...] = ()
    told: FilledTexts = ()
    path: str = ""
    place: int = 0
    deck: str = ""
    whole: tuple[str, ...] = ()

    @property
    def whole_card(self) -> str:
        """The card with its deck, `main.ace`, as `Wordings` wants it."""
        return f"{self.deck}.{self.card}"

    def to_json(self) -> dict[str, Any]:
        """The fields that are set, for a trace."""
        found: dict[str, Any] = {"event": self.what}
        if self.seat >= 0:
            found["seat"] = side_name("player", self.seat)
        for name in ("text", "card", "source", "target"):
            if getattr(self, name):
                found[name] = str(getattr(self, name))
        if self.place:
            found["place"] = self.place
        if self.what in ("said", "reacted") and self.told:
            found["told"] = {written: text for written, text, _ in self.told}
        if self.value is not None:
            found["value"] = self.value
        return found


def happenings(m: Position, seat: int, since: int = 0, until: int | None = None) -> tuple[Happening, ...]:
    """What a seat (or EVERYTHING) has seen of the events from number `since` to before `until`.

    Events of which it saw nothing are left out.
    """
    seen = (as_seen(m, event, seat) for event in (m.events or [])[since:until])
    return tuple(one for one in seen if one is not None)


def as_seen(m: Position, event: Event, seat: int) -> Happening | None:
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
            return None if _sees(zone, seat) == "none" else Happening("shuffled", target=zone.full_name)
        case "shown":
            return _shown(m, event, seat)
        case "set":
            name, owner, number = event.data
            cell = m.code.layout.variables[name]
            if seat != EVERYTHING and not sees_variable(m.code.layout, cell, owner, seat):
                return None
            shown = plain(m.code.layout, cell.type, number)
            value = "none" if shown is None else shown
            return Happening("set", text=cell.full_names[owner], value=value, deck=(cell.type.item or cell.type).name)
        case "marked":
            return _marked(m, event, seat)
        case "scored":
            return _scored(m, event)
        case "begun":
            return Happening("begun", text=event.data[0])
        case "reacted":
            return Happening("reacted", event.seat, event.data[0], told=named_texts(m, event.told, event.seen, seat))
        case "said":
            return Happening("said", text=event.data[0], told=named_texts(m, event.told, event.seen, seat))
        case "ended":
            return Happening("ended")
        case _:
            return None


def _choice(m: Position, event: Event) -> AskChoice:
    """What kind of move was made."""
    number, move = event.data
    ask = m.code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    choice: AskChoice = ask.choices[move[0]]
    return choice


def _move(m: Position, event: Event, seat: int) -> Happening:
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
        told=named_texts(m, event.told, event.seen, seat),
        path=choice.path,
        whole=_arguments(m, choice, move[1:], seen, seat, whole=True),
    )


def named_texts(m: Position, told: Sequence[PlaceholderValue], seen: Sequence[int], seat: int) -> FilledTexts:
    """What a text names, as (what stands in the braces, text, type).

    A value is `?` if the seat does not know all cards that it was computed from: those whose masks are in `seen`.
    """
    return tuple(
        (
            one.written,
            value_text(m.code.layout, in_events(one.type), one.value)
            if seat == EVERYTHING or all(seen[at] >> seat & 1 for at in one.masks)
            else "?",
            named_type(one.type),
        )
        for one in told
    )


def _arguments(
    m: Position,
    choice: AskChoice,
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
        type = in_events(parameter_type(choice, number))
        if isinstance(value, tuple):
            item = type.item or type
            each = (value_text(m.code.layout, item, one, whole=whole) for one in value)
            shown = ["?" if unseen else text for text, unseen in zip(each, hidden, strict=True)]
            texts.append(f"[{', '.join(sorted(shown) if any(hidden) else shown)}]")
        elif hidden[0]:
            texts.append("?")
        elif type.base == "kind":
            texts.append(value_text(m.code.layout, type, value, whole=whole))
        else:
            texts.append(argument_text(m.code.layout, choice, number, value, whole=whole))
    return tuple(texts)


def _sees(zone: ZoneCell, seat: int) -> str:
    return "all" if seat == EVERYTHING else zone.sees[seat]


def _known(event: Event, seat: int) -> bool:
    """Whether a seat got to know the one card that an event is about."""
    return seat == EVERYTHING or bool(event.seen[0] >> seat & 1)


def _moved(m: Position, event: Event, seat: int) -> Happening | None:
    kind, source, target = event.data
    zones = m.code.layout.zones
    known = _known(event, seat)
    if not known and _sees(zones[source], seat) == _sees(zones[target], seat) == "none":
        return None
    card = m.code.layout.kinds[kind].id if known else "?"
    names = [
        OUT_OF_SIGHT if _sees(zones[z], seat) == "none" and not known else zones[z].full_name for z in (source, target)
    ]
    return Happening("moved", card=card, source=names[0], target=names[1], deck=zones[source].deck)


def _shown(m: Position, event: Event, seat: int) -> Happening | None:
    kind, zone = event.data
    if not _known(event, seat):
        return None
    row, place = m.code.layout.kinds[kind], m.code.layout.zones[zone]
    return Happening("shown", card=row.id, source=place.full_name, deck=row.deck)


def _marked(m: Position, event: Event, seat: int) -> Happening | None:
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
    return Happening(
        "marked", text=cell.own_name, card=card, source=zone.full_name, value=told, place=where, deck=cell.deck
    )


def _scored(m: Position, event: Event) -> Happening:
    """A table of points; the owners are teams or players."""
    name, owners, categories, table, base = event.data
    rows = {
        side_name(base, owner): dict(zip(categories, points, strict=True))
        for owner, points in zip(owners, table, strict=True)
    }
    return Happening("scored", text=name, value=rows)


# What each seat has seen so far, kept up as play goes on: only what is new is worked out when somebody asks again.
#
# Events are final once play has stopped, so what a seat has seen of them never changes.


class HappeningsBySeat:
    """By seat (or `EVERYTHING`): how many events it has been told of, and what it saw of them.

    Where the past is `only` that of a seat, it is told of the events from a number on, and all others of those from
    another number on.
    """

    __slots__ = ("_told", "only")

    def __init__(
        self, told: dict[int, tuple[int, tuple[Happening, ...]]] | None = None, only: tuple[int, int, int] | None = None
    ) -> None:
        self._told = {} if told is None else told
        self.only = only

    def copy(self) -> HappeningsBySeat:
        """The same, to be kept up with another position."""
        return HappeningsBySeat(self._told.copy(), self.only)

    def only_of(self, seat: int, m: Position) -> HappeningsBySeat:
        """Nothing is told yet; of what has happened by now only this seat will be: what others saw of it, it does not
        know.
        """
        return HappeningsBySeat(only=(seat, self.first(seat, 0), len(m.events or ())))

    def first(self, seat: int, since: int) -> int:
        """The number of the first event that a seat is told of, of those from a number on."""
        if self.only is None:
            return since
        own, mine, others = self.only
        return max(since, mine if seat == own else others)

    def all(self, m: Position, seat: int) -> tuple[Happening, ...]:
        """All that a seat has seen by now."""
        events = m.events or ()
        known, found = self._told.get(seat, (self.first(seat, 0), ()))
        if known < len(events):
            found = found + happenings(m, seat, known)
            self._told[seat] = len(events), found
        return found


# What has happened, as a seat saw it (usually since its last decision): each event with a line in words.
#
# Cards that go the same way one after the other are one entry, and so is what each gets when cards are dealt in turn.

OWN = ("decided", "chosen")
"""The events that are decisions of their seat."""


MOST_NAMED = 20
"""More different cards that go the same way are told as a number."""


def since_own_decision(m: Position, seat: int) -> int:
    """The number of the event after a seat's last decision; 0 if it has not decided yet."""
    events = m.events or []
    backwards = range(len(events) - 1, -1, -1)
    return next((at + 1 for at in backwards if events[at].what in OWN and events[at].seat == seat), 0)


def news(m: Position, seat: int, words: Wordings, since: int) -> list[dict[str, Any]]:
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
            entry["cards"] = [one.card if one.card == "?" else words.key(one.whole_card) for one in seen]
        if seen[0].place:
            del entry["place"]
            entry["places"] = [one.place for one in seen]
        if _newsworthy(seen[0], words):
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


def _newsworthy(seen: Happening, words: Wordings) -> bool:
    """Whether something is news: not what the engine counts for itself, nor a variable that nobody sees there."""
    if seen.what != "set" or words.spec is None:
        return True
    name = EntityName.of(seen.text).name
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
    who = words.player(one.seat) if one.seat >= 0 else ""
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
            return say("moved_cards", cards=cards_in_words(seen, words), **places)
        case "shown":
            return say("was_shown", cards=cards_in_words(seen, words), zone=_place(one.source, words))
        case "shuffled":
            return say("was_shuffled", zone=_place(one.target, words))
        case "set":
            value = None if one.value == "none" else one.value
            return f"{say('sum', what=words.variable(one.text))} {words.plain(value, one.deck)}"
        case "marked":
            return f"{say('sum', what=_marked_cards(seen, words))} {_mark(one, words)}"
        case "scored":
            return say("semicolon").join(_points(one, words))
        case "begun":
            return words.phase(one.text)
        case "ended":
            return say("game_over")


def cards_in_words(seen: Sequence[Happening], words: Wordings) -> str:
    """The cards of some happenings: known ones by name, equal ones counted, the others as a number; a crowd too."""
    known = Counter(one.whole_card for one in seen if one.card != "?")
    hidden = sum(one.card == "?" for one in seen)
    if len(known) > MOST_NAMED:
        return words.say("cards", n=len(seen))
    told = [words.card(card) + (f"\N{NO-BREAK SPACE}×{n}" if n > 1 else "") for card, n in known.items()]
    zone = next((one for one in (seen[0].source, seen[0].target) if one != OUT_OF_SIGHT), NOWHERE)
    return ", ".join([*told, *([number_in(hidden, zone, words)] if hidden else [])])


def _marked_cards(seen: Sequence[Happening], words: Wordings) -> str:
    """The cards on which a mark was set: known ones by name, others by their places."""
    known = [words.card(one.whole_card) for one in seen if one.card != "?"]
    places = [str(one.place) for one in seen if one.card == "?" and one.place]
    zone = " ".join([_place(seen[0].source, words), *([", ".join(places)] if places else [])])
    return ", ".join([*known, *([zone] if len(known) < len(seen) else [])])


def _mark(one: Happening, words: Wordings) -> str:
    """A mark as it is now; none and false are told as such."""
    return words.mark(one.deck, one.text, None if one.value == "none" else one.value)


def _place(name: EntityName, words: Wordings) -> str:
    return words.say("out_of_sight") if name == OUT_OF_SIGHT else words.zone(name)


def _points(seen: Happening, words: Wordings) -> Iterator[str]:
    for side, points in seen.value.items():
        yield f"{words.say('sum', what=words.value(side))} {sum(points.values())}"


def arguments(seen: Happening) -> dict[str, str]:
    """The arguments of a move by name, as `Wordings` wants them."""
    return dict(zip(seen.parameters, seen.whole or seen.arguments, strict=True))
