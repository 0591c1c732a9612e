"""A game as people follow it: a line for each decision, the score sheets, and how it ended.

It is told from above, as a seat saw it, or as the whole table did: then a card that was played face down is `?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import takewhile
from textwrap import wrap

from ..engines.program.sides import Sides
from ..play.game.decider import EVERYTHING
from ..play.game.game import Game
from ..play.game.happenings import Happening
from ..play.game.news import arguments, cards_told
from ..play.game.state import State
from ..play.game.texts import Wordings
from ..play.game.trace import measures
from ..play.players.move_lines import beside
from ..play.players.screen import GLUE, WIDTH
from .begun import Begun
from .gathering import owner_told, seen_by, taken

ASIDE = " " * 9
"""Stands before what is no move."""

UNTOLD = ("settled", "picked", "shuffled", "set")
"""What a transcript has no line for."""


SILENT = ("shuffled", "set", "marked", "ended")
"""What happens most often, and has no line."""


MOST_HEADINGS = 20
"""So many headings of phases are told with nothing between them."""


class Transcript:
    """Turns what happens in a game into lines. Call `lines` after each move.

    It is told as `eyes` see it: a seat, `EVERYTHING` for all, or None for what the whole table sees.
    """

    def __init__(self, state: State, lang: str, eyes: int | None = None) -> None:
        self._eyes = eyes
        self._words = Wordings(state.game.spec, lang)
        self._at, self._gap, self._mover = 0, False, -1
        self._begun = Begun(state.game.spec.phases if state.game.spec else {})
        self._announced: set[tuple[str, str]] = set()
        self._joined: frozenset[int] = frozenset()
        self._heads = 0

    def copy(self) -> Transcript:
        """A copy at the same point of the game, for a move that may be taken back."""
        return copy(self)

    def first(self, game: Game, kinds: tuple[str, ...], seed: int | None) -> Iterator[str]:
        """The game that is played, its seed if that is to be seen, and who plays."""
        say = self._words.say
        by = "" if seed is None else f", {say('seed', seed=seed)}"
        yield f"{self._words.title() or game.name}, {say('players', n=game.players)}{by}"
        called = (say(kind) if kind in ("human", "random") else kind for kind in kinds)
        yield from _row([say("is_now", what=f"p{seat}", value=kind) for seat, kind in enumerate(called, 1)])
        yield from _row(teams(game))
        if not self._words.is_translated():
            yield say("not_translated")

    def lines(self, state: State) -> Iterator[str]:
        """What has happened since the last call.

        Of many headings in a row only the first are told: a phase that begins thousands of times, and in which nothing
        happens, never ends.
        """
        row, heads = 0, self._heads
        for line in self._lines(state):
            row, heads = (row + 1 if self._heads > heads else 0), self._heads
            if row <= MOST_HEADINGS:
                yield line
        if row > MOST_HEADINGS:
            yield self._words.say("begins_again", n=row - MOST_HEADINGS)

    def _lines(self, state: State) -> Iterator[str]:
        events = state.machine.events or []
        for number in range(self._at, len(events)):
            what = events[number].what
            takes = taken(state, number, self._mover, self._eyes) if what == "moved" else []
            turns = what == "moved" and not takes and turned_up(state, number, self._mover)
            if what in SILENT or (what == "moved" and not takes and not turns):
                continue
            seen = seen_by(state, number, self._eyes)
            match seen.what if seen else "":
                case "move":
                    assert seen is not None
                    yield from self._move(seen)
                    self._gap, self._mover = False, seen.seat
                    if not seen.path.startswith("reactions."):
                        self._announced = {(f"p{seen.seat + 1}", card) for card in named_in(seen)}
                case "moved" if takes:
                    told = self._words.say("takes", cards=cards_told(takes, self._words))
                    yield from listed(self._aside(owner_told(takes[0].target, self._words), told))
                    self._gap = False
                case "chosen" if what != "chosen":  # secretly, for good: nobody is told what
                    assert seen is not None
                    yield ASIDE + self._words.say("has_chosen", who=self._words.value(f"p{seen.seat + 1}"))
                    self._gap = False
                case "moved":
                    yield from self._turned_up(state, number)
                case "reacted":
                    assert seen is not None
                    yield self._aside(
                        self._words.value(f"p{seen.seat + 1}"), self._words.action(seen.text, {}, seen.told)
                    )
                    self._gap = False
                case "said":
                    assert seen is not None
                    yield from wrap(
                        self._words.text(seen.text, seen.told), WIDTH, initial_indent=ASIDE, subsequent_indent=ASIDE
                    )
                    self._gap = False
                case "shown":
                    yield from self._shown(state, number)
                case "scored":
                    assert seen is not None
                    yield from sheet(seen, self._words)
                    self._gap = True
                case "begun":
                    assert seen is not None
                    yield from self._heading(seen.text)
                case _:
                    pass
        self._at = len(events)

    def last(self, state: State) -> Iterator[str]:
        """How it ended: the scores where the game keeps any, and who has won."""
        if not self._gap:
            yield ""
        yield from standings(state, self._words)
        yield from reported_measures(state, self._words)
        if state.status != "finished":
            yield self._words.say(state.status)
        else:
            yield from wrap(verdict(state.winners, self._words), WIDTH)

    def cut_off(self, decisions: int) -> str:
        """The line that stands for the rest of a game that is too long to be shown."""
        return self._words.say("not_shown", n=decisions)

    def _aside(self, what: str, told: str) -> str:
        """A line about something that happens by itself."""
        return f"{ASIDE}{self._words.say('sum', what=what)} {told}"

    def _turned_up(self, state: State, number: int) -> Iterator[str]:
        """The cards that come one after the other to the same open zone, in one line, which the first of them tells."""
        if number in self._joined:
            return
        run = [number, *joined(state, number, self._mover)]
        self._joined |= frozenset(run)
        cards = [seen for one in run if (seen := seen_by(state, one, self._eyes)) is not None]
        # what is played now was told before others were asked about it
        news = [
            seen for seen in cards if (seen.source.partition(".")[0], f"{seen.deck}.{seen.card}") not in self._announced
        ]
        if news:
            yield from listed(self._aside(self._words.zone(news[0].target), cards_told(news, self._words)))
            self._gap = False

    def _shown(self, state: State, number: int) -> Iterator[str]:
        """The cards of one zone that are shown to the same players, in one line.

        A seat is told that they are shown, not to whom else: that may be a secret.
        """
        events = state.machine.events or []
        seats = events[number].at[1]
        first = seen_by(state, number, self._eyes)

        def same(other: int) -> bool:
            event, seen = events[other], seen_by(state, other, self._eyes)
            return _same_show(first, seen) and (self._eyes != EVERYTHING or event.at[1] == seats)

        if first is None or number > 0 and same(number - 1):
            return
        run = takewhile(same, range(number, len(events)))
        cards = [seen for seen in (seen_by(state, one, self._eyes) for one in run) if seen is not None]
        zone, told = self._words.zone(first.source), cards_told(cards, self._words)
        everybody = [f"p{seat + 1}" for seat in range(state.game.players)]
        who = [p for seat, p in enumerate(everybody) if seats >> seat & 1]
        if self._eyes is None or self._eyes == EVERYTHING and who == everybody:
            yield from listed(self._aside(self._words.say("shown_to_all", zone=zone), told))
        elif self._eyes == EVERYTHING:
            names = self._words.value(f"[{', '.join(who)}]")
            yield from listed(self._aside(self._words.say("shown_to", zone=zone, who=names), told))
        else:
            yield from listed(self._words.say("was_shown", cards=told, zone=zone))
        self._gap = False

    def _heading(self, phase: str) -> Iterator[str]:
        """The heading of a phase that begins once more, with its number within the phase around it.

        A phase of turns has none: its rounds are numbered beside each move.
        """
        self._begun = self._begun.with_one(phase)
        if not self._begun.in_turns(phase):
            self._heads += 1
            yield f"{self._words.phase(self._begun.repeated(phase))} {self._begun.number(phase)}"

    def _move(self, seen: Happening) -> Iterator[str]:
        """A move, with the round of turns in which it was made."""
        self._begun = self._begun.within(seen.action)
        number = self._begun.round()
        place = "" if number is None else f"{number:>3}  "
        yield from beside(
            f"{place}p{seen.seat + 1}  {seen.text}",
            self._words.action(seen.action, arguments(seen), seen.told, seen.path),
            40,
        )


def listed(told: str) -> list[str]:
    """A line that ends with a list of cards, in as many lines as it needs; none is broken inside a name."""
    together = told.strip().replace(" ", GLUE).replace(f",{GLUE}", ", ")
    return [line.replace(GLUE, " ") for line in wrap(ASIDE + together, WIDTH, subsequent_indent=ASIDE)]


def named_in(seen: Happening) -> list[str]:
    """What the arguments of a move name: cards, and other things."""
    return [name for argument in seen.whole for name in re.findall(r"[\w.]+", argument)]


def _same_show(first: Happening | None, other: Happening | None) -> bool:
    """Whether two things that happened are cards of one zone that were shown."""
    return first is not None and other is not None and (other.what, other.source) == ("shown", first.source)


def turned_up(state: State, number: int, mover: int) -> bool:
    """Whether a card came to an open zone from one where nobody saw it, or from that of a player who did not move.

    Which card it was cannot be read from any move, so the transcript says it.
    """
    _, source, target = (state.machine.events or [])[number].data
    zones, spec = state.game.layout.zones, state.game.spec
    unseen = all(seen in ("count", "none") for seen in zones[source].sees)
    if zones[source].owner_kind == "player" and zones[source].owner != mover:
        unseen = any(seen != "all" for seen in zones[source].sees)
    shows = spec.zones[zones[target].name].shows if spec else ()
    return unseen and all(word.text == "all" for _, word in shows)


def joined(state: State, number: int, mover: int) -> Iterator[int]:
    """The events after one that turns up a card which do the same in the same zone, with nothing to tell in between."""
    events = state.machine.events or []
    for later in range(number + 1, len(events)):
        what, data = events[later].what, events[later].data
        if what == "moved" and data[2] == events[number].data[2] and turned_up(state, later, mover):
            yield later
        elif what not in UNTOLD:
            return


def sheet(seen: Happening, words: Wordings) -> Iterator[str]:
    """A score sheet: a row for each category in which somebody has points, a column for each side."""
    sides = list(seen.value)
    categories = list(seen.value[sides[0]]) if sides else []
    points = {name: [seen.value[side][name] for side in sides] for name in categories}
    rows = [(words.category(seen.text, name), row) for name, row in points.items() if any(row)]
    wide = max((len(label) for label, _ in rows), default=0)
    totals = [sum(column) for column in zip(*points.values(), strict=True)]
    heads = [words.value(side) for side in sides]
    cells = max(8, 2 + max(map(len, heads), default=0))
    if 5 + wide + cells * len(sides) > WIDTH:  # too many sides for their names
        heads, cells = sides, min(8, max((WIDTH - 5 - wide) // len(sides), 5))
    yield ""
    for label, row in [("", heads), *rows, ("", totals)]:
        yield f"     {label:<{wide}}" + "".join(f"{cell:>{cells}}" for cell in row)
    yield ""


def teams(game: Game) -> Iterator[str]:
    """The members of each team, if any has several."""
    layout = game.layout
    if len(set(layout.teams)) < len(layout.teams):
        for team in range(layout.team_count):
            yield f"t{team + 1}: {', '.join(f'p{seat + 1}' for seat, own in enumerate(layout.teams) if own == team)}"


def standings(state: State, words: Wordings) -> Iterator[str]:
    """The score of each player, named by what it counts; and the returns where the game has its own."""
    program = state.game.program
    what = words.say("sum", what=words.score())
    points = [words.points(score) for score in state.scores]
    wide = max(len(str(score)) for score in points)
    for seat, value in enumerate(state.returns):
        score = f"  {what} {points[seat]:>{wide}}" if program.score is not None else ""
        own = f"  {words.say('return', value=f'{value:g}')}" if program.returns is not None else ""
        if score or own:
            yield f"{words.value(f'p{seat + 1}')}{score}{own}"


def reported_measures(state: State, words: Wordings) -> Iterator[str]:
    """The variables that the result of the game names, each by its label: `tricks played: 26`."""
    for key, value in measures(state).items():
        yield f"{words.say('sum', what=words.variable(key))} {words.plain(value)}"


def verdict(winners: Sides, words: Wordings) -> str:
    """Who has won, in a sentence."""
    won = [str(seat + 1) for seat in sorted(seat for side in winners for seat in side)]
    if not won:
        return words.nobody_wins()
    *others, last = won
    who = f"{', '.join(others)} {words.say('and')} {last}" if others else last
    return words.say("wins" if len(winners) == 1 else "shares_victory", who=who, n=len(won))


def _row(parts: Iterable[str]) -> Iterator[str]:
    """The parts side by side, in as many lines as they need."""
    line = ""
    for part in parts:
        if line and len(line) + 2 + len(part) > WIDTH:
            yield line
            line = ""
        line = f"{line}  {part}" if line else part
    if line:
        yield line
