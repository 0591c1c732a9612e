"""A game as people follow it: a line for each decision, the score sheets, and how it ended.

It is shown from above, as a seat saw it, or as the whole table did: then a card that was played face down is `?`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from textwrap import wrap

from ..diagnostics.record import dataclass
from ..engines.program.derived_values import Sides
from ..engines.program.layout import ZoneCell
from ..language.spec.nodes import Phase, nested_phases
from ..play.game.cycle_detection import DecisionCycle
from ..play.game.decider import EVERYTHING
from ..play.game.game import Game, State
from ..play.game.happenings import Happening, arguments, as_seen, cards_in_words
from ..play.game.phrases import PHRASES
from ..play.game.texts import Wordings
from ..play.game.traces.recorder import measures
from ..play.players.screen import GLUE, WIDTH, Screen, beside
from .outcome import screen_width, show

INDENT = " " * 9
"""Stands before what is no move."""

LINELESS_EVENTS = ("settled", "picked", "shuffled", "set")
"""What a transcript has no line for."""

FREQUENT_EVENTS = ("shuffled", "set", "marked", "ended")
"""What happens most often, and has no line: it is left out before anybody asks who saw it."""

MOST_HEADINGS = 20
"""So many headings of phases are shown with nothing between them."""


class Transcript:
    """Turns what happens in a game into lines. Call `lines` after each move.

    It shows what `eyes` see: those of a seat, `EVERYTHING` for all, or None for what the whole table sees.
    """

    def __init__(self, state: State, lang: str, eyes: int | None = None, screen: Screen | None = None) -> None:
        self._eyes = eyes
        self._screen = screen or Screen()
        self._words = self._screen.words(state.game.spec, lang)
        self._at, self._gap, self._mover = 0, False, -1
        self._phases = PhaseCounter(state.game.spec.phases if state.game.spec else {})
        self._announced: set[tuple[str, str]] = set()
        self._declined: list[Happening] = []
        self._joined: frozenset[int] = frozenset()
        self._heads = 0

    def show(self, lines: Iterable[str]) -> None:
        """Print lines, with the signs of cards in their colours."""
        show(self._screen.tinted(line, self._words) for line in lines)

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

    def lines(self, state: State, *, going_on: bool = False) -> Iterator[str]:
        """What has happened since the last call. Those who let something happen, one after the other, have one line;
        while the game is `going_on` it waits for those to come.

        Of many headings in a row only the first are shown: a phase that begins thousands of times, and in which nothing
        happens, never ends.
        """
        row, heads = 0, self._heads
        for line in self._lines(state):
            row, heads = (row + 1 if self._heads > heads else 0), self._heads
            if isinstance(line, Happening):
                if self._declined and line.path != self._declined[0].path:
                    yield from self._let_happen()
                self._declined.append(line)
            elif row <= MOST_HEADINGS:
                yield from self._let_happen()
                yield line
        if row > MOST_HEADINGS:
            yield self._words.say("begins_again", n=row - MOST_HEADINGS)
        if not going_on:
            yield from self._let_happen()

    def _let_happen(self) -> Iterator[str]:
        """The line of those who have declined to react, if they say the same."""
        while self._declined:
            first = self._declined[0]
            alike = [one for one in self._declined if one.told == first.told]
            self._declined = [one for one in self._declined if one not in alike]
            yield from self._move(first, [f"p{one.seat + 1}" for one in alike])

    def _lines(self, state: State) -> Iterator[str | Happening]:
        events = state.machine.events or []
        for number in range(self._at, len(events)):
            what = events[number].what
            takes = captured_cards(state, number, self._mover, self._eyes) if what == "moved" else []
            turns = what == "moved" and not takes and is_reveal(state, number, self._mover)
            if what in FREQUENT_EVENTS or (what == "moved" and not takes and not turns):
                continue
            seen = event_seen_by(state, number, self._eyes)
            if seen is None:
                continue
            match seen.what:
                case "move" if seen.path.endswith(".decline"):
                    yield seen
                    self._gap, self._mover = False, seen.seat
                case "move":
                    yield from self._move(seen, [f"p{seen.seat + 1}"])
                    self._gap, self._mover = False, seen.seat
                    if not seen.path.startswith("reactions."):
                        names = (name for argument in seen.whole for name in re.findall(r"[\w.]+", argument))
                        self._announced = {(f"p{seen.seat + 1}", name) for name in names}
                case "moved" if takes:
                    text = self._words.say("takes", cards=cards_in_words(takes, self._words))
                    owner = self._words.value(takes[0].target.owner)
                    yield from listed(self._aside(owner, text))
                    self._gap = False
                case "chosen" if what != "chosen":  # secretly, for good: nobody learns what
                    yield INDENT + self._words.say("has_chosen", who=self._words.player(seen.seat))
                    self._gap = False
                case "moved":
                    yield from self._revealed(state, number)
                case "reacted":
                    who = self._words.player(seen.seat)
                    yield self._aside(who, self._words.action(seen.text, {}, seen.told))
                    self._gap = False
                case "said":
                    text = self._words.text(seen.text, seen.told)
                    yield from wrap(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
                    self._gap = False
                case "shown":
                    yield from self._shown(state, number)
                case "scored":
                    yield from score_sheet(seen, self._words)
                    self._gap = True
                case "begun":
                    yield from self._heading(seen.text)
                case _:
                    pass
        self._at = len(events)

    def last(self, state: State) -> Iterator[str]:
        """How it ended: the scores where the game keeps any, and who has won."""
        if not self._gap:
            yield ""
        yield from standings(state, self._words)
        for key, value in measures(state).items():
            yield f"{self._words.say('sum', what=self._words.variable(key))} {self._words.plain(value)}"
        if state.status != "finished":
            yield self._words.say(state.status)
        else:
            yield from wrap(verdict(state.winners, self._words), WIDTH)

    def cut_off(self, decisions: int) -> str:
        """The line that stands for the rest of a game that is too long to be shown."""
        return self._words.say("not_shown", n=decisions)

    def _aside(self, what: str, text: str) -> str:
        """A line about something that happens by itself."""
        return f"{INDENT}{self._words.say('sum', what=what)} {text}"

    def _revealed(self, state: State, number: int) -> Iterator[str]:
        """The cards that come one after the other to the same open zone, in one line, that of the first of them.

        Nothing that has a line comes between them.
        """
        if number in self._joined:
            return
        events, run = state.machine.events or [], [number]
        for later in range(number + 1, len(events)):
            what, data = events[later].what, events[later].data
            if what == "moved" and data[2] == events[number].data[2] and is_reveal(state, later, self._mover):
                run.append(later)
            elif what not in LINELESS_EVENTS:
                break
        self._joined |= frozenset(run)
        cards = [seen for one in run if (seen := event_seen_by(state, one, self._eyes)) is not None]
        # What is played now was announced before others were asked about it.
        news = [seen for seen in cards if (seen.source.owner, seen.whole_card) not in self._announced]
        if news:
            yield from listed(self._aside(self._words.zone(news[0].target), cards_in_words(news, self._words)))
            self._gap = False

    def _shown(self, state: State, number: int) -> Iterator[str]:
        """The cards of one zone that are shown to the same players, in one line.

        A seat learns that they are shown, not to whom else: that may be a secret.
        """
        events = state.machine.events or []
        seats = events[number].at[1]
        first = event_seen_by(state, number, self._eyes)

        def same(other: int) -> bool:
            seen = event_seen_by(state, other, self._eyes)
            if first is None or seen is None or (seen.what, seen.source) != ("shown", first.source):
                return False
            return self._eyes != EVERYTHING or events[other].at[1] == seats

        if first is None or number > 0 and same(number - 1):
            return
        run = takewhile(same, range(number, len(events)))
        cards = [seen for seen in (event_seen_by(state, one, self._eyes) for one in run) if seen is not None]
        zone, text = self._words.zone(first.source), cards_in_words(cards, self._words)
        everybody = [f"p{seat + 1}" for seat in range(state.game.players)]
        who = [p for seat, p in enumerate(everybody) if seats >> seat & 1]
        if self._eyes is None or self._eyes == EVERYTHING and who == everybody:
            yield from listed(self._aside(self._words.say("shown_to_all", zone=zone), text))
        elif self._eyes == EVERYTHING:
            names = self._words.value(f"[{', '.join(who)}]")
            yield from listed(self._aside(self._words.say("shown_to", zone=zone, who=names), text))
        else:
            yield from listed(self._words.say("was_shown", cards=text, zone=zone))
        self._gap = False

    def _heading(self, phase: str) -> Iterator[str]:
        """The heading of a phase that begins once more, with its number within the phase around it.

        A phase of turns has none: its rounds are numbered beside each move.
        """
        self._phases = self._phases.with_one(phase)
        if not self._phases.in_turns(phase):
            self._heads += 1
            yield f"{self._words.phase(self._phases.repeated(phase))} {self._phases.number(phase)}"

    def _move(self, seen: Happening, seats: Sequence[str]) -> Iterator[str]:
        """A move, with the round of turns in which it was made."""
        self._phases = self._phases.within(seen.action)
        number = self._phases.round()
        move = f"{'' if number is None else f'{number:>3}  '}{' '.join(seats)}  {seen.text}"
        yield from beside(move, self._words.action(seen.action, arguments(seen), seen.told, seen.path), 40)


def terminal_screen() -> Screen:
    """The screen that the game is shown on; a terminal has colours unless `NO_COLOR` is set."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(screen_width(), colour, sys.stdout.encoding or "" if colour else "")


def listed(text: str) -> list[str]:
    """A line that ends with a list of cards, in as many lines as it needs; none is broken inside a name."""
    together = text.strip().replace(" ", GLUE).replace(f",{GLUE}", ", ")
    return [line.replace(GLUE, " ") for line in wrap(INDENT + together, WIDTH, subsequent_indent=INDENT)]


def is_reveal(state: State, number: int, mover: int) -> bool:
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


def score_sheet(seen: Happening, words: Wordings) -> Iterator[str]:
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
            yield f"{words.player(seat)}{score}{own}"


def verdict(winners: Sides, words: Wordings) -> str:
    """Who has won, in a sentence."""
    won = [str(seat + 1) for seat in sorted(seat for side in winners for seat in side)]
    if not won:
        return words.nobody_wins()
    who = PHRASES.several(words.language, "list_and", won)
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


# Which repeated phases a game is in: a transcript numbers headings and moves by them -------------


@dataclass(frozen=True, slots=True)
class PhaseCounter:
    """The repeated phases that go on, the outermost first, each with its number within the one around it."""

    phases: Mapping[str, Phase]
    running: tuple[tuple[str, int], ...] = ()

    def with_one(self, phase: str) -> PhaseCounter:
        """The same after a phase has begun, or begun once more."""
        names = [name for name, _ in self.running]
        outer = self.running[: names.index(phase)] if phase in names else self.running
        return replace(self, running=(*outer, (phase, self.number(phase) + 1)))

    def within(self, action: str) -> PhaseCounter:
        """The same when an action is played: a phase within which nobody is offered it has ended."""
        offering = {name for name, phase in self.phases.items() if action in (word.text for word in phase.offer)}
        running = self.running
        while offering and running and not offering & nested_phases(running[-1][0], self.phases):
            running = running[:-1]
        return replace(self, running=running)

    def number(self, phase: str) -> int:
        """How often the phase has begun, within the one around it."""
        return dict(self.running).get(phase, 0)

    def round(self) -> int | None:
        """The round of turns that goes on; None where the innermost of these phases has no turns."""
        name, number = self.running[-1] if self.running else ("", 0)
        return number if self.in_turns(name) else None

    def in_turns(self, phase: str) -> bool:
        """Whether a phase gives its body to the players in turn."""
        return phase in self.phases and self.phases[phase].turns is not None

    def repeated(self, phase: str) -> str:
        """What is repeated by a phase: its only step, or else itself."""
        steps = self.phases[phase].steps if phase in self.phases else ()
        return steps[0].text if len(steps) == 1 else phase


# What is seen of an event, and of cards that somebody takes: a trick, a row, what another had ---


def event_seen_by(state: State, number: int, eyes: int | None) -> Happening | None:
    """An event as a seat saw it, or `EVERYTHING`; for None, as the whole table did."""
    if eyes is None:
        return public_event(state, number)
    return as_seen(state.machine, (state.machine.events or [])[number], eyes)


def public_event(state: State, number: int) -> Happening | None:
    """An event as the seat sees it that learns least from it; None if some seat sees nothing of it."""
    views: list[Happening] = []
    event = (state.machine.events or [])[number]
    for seat in range(state.game.players):
        seen = as_seen(state.machine, event, seat)
        if seen is None:
            return None
        views.append(seen)
    if all(seen == views[0] for seen in views):
        return views[0]
    # Each seat sees a question mark for what it may not know: the least is known where there are most of them.
    least = max(views, key=lambda seen: (f"{seen.text}{seen.card}".count("?"), str(seen.arguments).count("?")))
    unknown = {written for seen in views for written, text, _ in seen.told if text == "?"}
    if not unknown:
        return least
    return replace(least, told=tuple((w, "?" if w in unknown else text, type) for w, text, type in least.told))


def captured_cards(state: State, number: int, mover: int, eyes: int | None) -> list[Happening]:
    """The cards that somebody takes from event `number` on, as `eyes` see them; none if it is nothing new.

    Cards are taken if they go, one after the other, to the zones of one owner: some of them from other owners, or all
    from open places of the table. Left out are a single card that the `mover` plays on somebody, which the move tells,
    draws from a pile, and what happens before the first move. Only the first of such events has them all.
    """
    run = _capture_run(state, number)
    if not run or (number > 0 and _capture_run(state, number - 1)[-1:] == run[-1:]):
        return []
    sources, (_, target) = [_zones(state, one)[0] for one in run], _zones(state, number)
    foreign = [zone for zone in sources if zone.owner_kind and not _is_one_side(state, zone, target)]
    played = len(run) == 1 and all(_belongs(state, zone, mover) for zone in foreign)
    from_table = len(run) > 1 and mover >= 0 and not any(zone.owner_kind for zone in sources)
    if not (foreign and not played or from_table):
        return []
    seen = [event_seen_by(state, one, eyes) for one in run]
    return [one for one in seen if one is not None]


def _capture_run(state: State, number: int) -> list[int]:
    """The numbers of the events from here on that bring cards to the zones of one owner, but not from a pile."""
    events = state.machine.events or []
    run: list[int] = []
    while number < len(events) and events[number].what == "moved":
        source, target = _zones(state, number)
        another = run and _owner(_zones(state, run[0])[1]) != _owner(target)
        drawn = not source.owner_kind and "all" not in source.sees
        if another or drawn or not target.owner_kind:
            break
        run.append(number)
        number += 1
    return run


def _zones(state: State, number: int) -> tuple[ZoneCell, ZoneCell]:
    """The zones that the card of an event left and came to."""
    _, source, target = (state.machine.events or [])[number].data
    zones = state.game.layout.zones
    return zones[source], zones[target]


def _owner(zone: ZoneCell) -> tuple[str, int]:
    return zone.owner_kind, zone.owner


def _is_one_side(state: State, zone: ZoneCell, other: ZoneCell) -> bool:
    """Whether two zones belong to the same player or team, or to a player and their team."""
    player = next((one.owner for one in (zone, other) if one.owner_kind == "player"), None)
    if player is None:
        return _owner(zone) == _owner(other)
    return _belongs(state, zone, player) and _belongs(state, other, player)


def _belongs(state: State, zone: ZoneCell, seat: int) -> bool:
    """Whether a zone belongs to a seat, or to its team."""
    teams = state.game.layout.teams
    own = (("player", seat), ("team", teams[seat])) if teams and seat >= 0 else (("player", seat),)
    return _owner(zone) in own


# Decisions of a game that does not end, which come again and again -----------------------------

MOST_DECISIONS = 6
"""How many different decisions are shown."""


def cycle_lines(cycle: DecisionCycle, words: Wordings) -> Iterator[str]:
    """A line that says what is going on, and one for each of the most frequent decisions."""
    rows = list(cycle.made) if cycle.certain else sorted(cycle.made, key=lambda row: -row[1])
    yield words.say("endless" if cycle.certain else "last_decisions", n=sum(times for _, times in rows))
    for made, times in rows[:MOST_DECISIONS]:
        phase = f" ({words.phase(made.phase)})" if made.phase else ""
        yield f"  {'' if cycle.certain else f'{times:>4} × '}p{made.seat + 1}  {made.action}{phase}"
    if len(rows) > MOST_DECISIONS:
        yield f"  {words.say('others', n=len(rows) - MOST_DECISIONS)}"
