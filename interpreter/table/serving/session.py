"""One game that several people and bots play at a table: its position, its record, and a film for each person.

What a person is sent is their film (`page.film`), and nothing else. Its frames are numbered, so whoever has lost the
connection asks for those that are missing. The record is a trace: the game can be taken up again from it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field
from functools import partial
from itertools import islice
from typing import Any, Literal, Protocol

from ...diagnostics.record import dataclass
from ...engines.program.nodes import AskBlock, AskChoice
from ...play.game.chance import SecretChance
from ...play.game.game import Game, State
from ...play.game.notation import move_text
from ...play.game.table import kinds_named
from ...play.game.texts import Wordings
from ...play.game.traces.recorder import Line, Recorder
from ...play.players.player import Maker, Player, SeededPlayer
from ..page.film import Ending, Film, film_of_trace
from ..page.seat_text import Attempt, Labels, SeatText

EVERY = 50
"""After so many moves a position is kept, so that going back to any takes no longer than this many moves."""


class RecordWriter(Protocol):
    """Writes down the record."""

    def __call__(self, lines: Sequence[Line]) -> None:
        """Add some lines."""

    def rewrite(self, lines: Sequence[Line]) -> None:
        """Write these lines in the place of all others."""

    def sync(self) -> None:
        """Bring what is written to the disk itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who plays: the bots by seat; all other seats are people's. `language` is theirs, `ending` tells how it ended."""

    bots: Mapping[int, Maker]
    language: str
    ending: Ending


class TableSession:
    """A game in progress. `keep` gets each line of the record as soon as it is known.

    `version` grows with each change of the position; what was thought out before a change is no use after it. What
    chance brings follows from `secret`, unless the game was begun with a seed, and is then `seeded`.
    """

    def __init__(
        self,
        start: State,
        secret: int,
        seating: Seating,
        keep: RecordWriter,
        moves: Sequence[str] = (),
        *,
        told: Sequence[str] = (),
        followed: Sequence[Line] = (),
    ) -> None:
        """Begin at a position, or with `moves` take the game up after them, in which chance gave what is `told`.

        `followed` is the record that leads to the position, if it has one already. Raises IllegalMove if a move is not
        legal.
        """
        self.words = start.game.words(seating.language)
        self.seating, self.chance = seating, SecretChance(secret)
        self.editions = 0
        self.seeded = start.history.dealt_by is not None or any(line.get("seed") is not None for line in followed[:1])
        people = [seat for seat in range(start.game.players) if seat not in seating.bots]
        self.films = {seat: Film(seat, seating.language, seating.ending, moves=True) for seat in people}
        self.question: UndoRequest | None = None
        self.version = 0
        self._keep, self._asked, self._told = keep, 0, deque(told)
        self.chance.settle(start, self._told)
        self._begin(start)
        for film in self.films.values() if followed else ():
            film_of_trace(followed, self.game.initial_state(seed=0, chance="explicit"), film)
        keep([self._recorder.first, *self._recorder.lines(start)])
        self._show()
        for move in moves:
            self._apply(move)
        self._told.clear()

    def _begin(self, state: State) -> None:
        """Go on from a position; what came before it cannot be taken back, for it was played by other rules."""
        self.state = state
        self.moves: list[str] = []
        self.movers: list[int] = []
        self._kept = {0: state.clone()}
        self._recorder = Recorder(state)

    @property
    def lines(self) -> list[Line]:
        """The record so far."""
        return [self._recorder.first, *Recorder(self.state).lines(self.state)]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.state.game

    @property
    def bot(self) -> Callable[[], Player] | None:
        """What makes a bot for this decision, if one decides.

        It is made anew each time and remembers nothing, so neither an undo nor a restart makes a difference. From its
        luck nothing follows about what chance brings.
        """
        seat = self.state.current_seat
        make = self.seating.bots.get(seat)
        luck = self.chance.number(2**63, "bot", seat, self.state.decisions)
        return None if make is None else partial(SeededPlayer, make, seat, luck)

    def frames(self, seat: int, since: int) -> list[dict[str, Any]]:
        """What a seat has seen from a frame on."""
        return self.films[seat].frames[since:]

    def sync(self) -> None:
        """Bring the record to the disk itself."""
        self._keep.sync()

    # Moves

    def play(self, seat: int, at: int, move: str) -> SeatText | None:
        """Make a move for a seat that has seen `at` frames; the reason in words why not, or None."""
        refused = self._not_now(seat, at) or SeatText.refused(self.state, seat, [move], self.words)
        if refused is None:
            self._apply(move)
        return refused

    def play_bot(self, move: str) -> None:
        """Make the move that a bot has chosen."""
        self._apply(move)

    def why_not(self, seat: int, at: int, card: str) -> SeatText | Barred:
        """Which moves with a card a seat that has seen `at` frames cannot make now, and why; or why it is not asked."""
        return self._not_now(seat, at) or barred(self.state, seat, card, self.words)

    def _not_now(self, seat: int, at: int) -> SeatText | None:
        if self.state.current_seat != seat:
            return SeatText(self.words, "not_yours")
        return None if at == len(self.films[seat].frames) else SeatText(self.words, "gone_on")

    def _apply(self, move: str) -> None:
        seat, state, recorder = self.state.current_seat, self.state.clone(), copy(self._recorder)
        state.apply(move)
        self.chance.settle(state, self._told)
        self._keep(list(recorder.lines(state)))  # if that fails, nothing has happened, and nobody is told
        self.state, self._recorder = state, recorder
        self.moves.append(move)
        self.movers.append(seat)
        if len(self.moves) % EVERY == 0:
            self._kept[len(self.moves)] = self.state.clone()
        self._show()

    def _show(self) -> None:
        """Show what was written down to everybody. A question about the position before is void."""
        self.version += 1
        self.question = None
        for film in self.films.values():
            film.look(self.state)

    # Taking moves back

    def ask_undo(self, seat: int) -> SeatText | None:
        """Take a seat's last move back, or ask the others about it; why that is impossible, or None."""
        keeps = last_own(self.movers, seat)
        if keeps is None:
            name = f"p{seat + 1}"
            before = any("move" in line and line.get("seat") == name for line in self.lines)
            return SeatText(self.words, "undo_followed" if before else "nothing_to_undo")
        if self.question is not None:
            return SeatText(self.words, "undo_asked")
        why = needs(self.state, self.moves, self.movers, keeps)
        self._asked += 1
        question = UndoRequest(number=self._asked, seat=seat, keeps=keeps, why=why or "heard", agreed={seat})
        if why is None or question.agreed >= self.films.keys():
            self._take_back(question)
        else:
            self.question = question
        return None

    def answer_undo(self, seat: int, number: int, agrees: bool) -> bool:
        """Hear what a seat says to a question, or that whoever asked does not mean it; whether it was the one asked."""
        question = self.question
        if question is None or question.number != number:
            return False
        if not agrees:
            self.question = None
        elif question.agreed | {seat} >= self.films.keys():
            self._take_back(question)
        else:
            question.agreed.add(seat)
        return True

    def _take_back(self, question: UndoRequest) -> None:
        keeps, lines = question.keeps, self.lines
        made = [place for place, line in enumerate(lines) if "move" in line][-len(self.moves) :]
        nearest = max(number for number in self._kept if number <= keeps)
        state = self._kept[nearest].clone()
        told = deque(str(line["outcome"]) for line in lines[made[nearest] : made[keeps]] if "chance" in line)
        for move in self.moves[nearest:keeps]:
            state.apply(move)
            self.chance.settle(state, told)
        recorder = self._rewritten(state)
        self._kept = {number: state for number, state in self._kept.items() if number <= keeps}
        self.moves, self.movers = self.moves[:keeps], self.movers[:keeps]
        self._replace(state, SeatText(self.words, "undone", who=question.seat), recorder)

    # Other rules

    def follow(self, state: State) -> None:
        """Go on at the same decision by other rules, and tell everybody."""
        recorder = self._rewritten(state)
        self.words = state.game.words(self.words.language)
        self.editions += 1
        self._begin(state)
        self._replace(state, SeatText(self.words, "followed"), recorder)

    def _rewritten(self, state: State) -> Recorder:
        """Have the record lead to another position; its recorder. If that fails, the game stays where it is."""
        recorder = Recorder(state)
        self._keep.rewrite([recorder.first, *recorder.lines(state)])
        return recorder

    def _replace(self, state: State, text: SeatText, recorder: Recorder) -> None:
        """Go on from another position, to which the record leads already."""
        self.state, self.question, self._recorder = state, None, recorder
        self.version += 1
        for film in self.films.values():
            film.put_back(state, text)


# Taking a move back, exactly fairly: at once where nobody has learned anything since, else where all people agree.
#
# Somebody takes back their own last move, and whatever came after it. It is free while nobody can have learned
# anything:
#
# - the move is a choice that is still secret, and nobody has moved since; the others know no more than that it was
# made
#   (nothing follows from a secret choice before all have chosen);
# - or nobody else plays.
#
# Any other move has been heard by all seats, and what followed from it may have told them, or whoever made it, of
# cards: then each person at the table is asked. Bots need not be asked: they remember nothing from one decision to the
# next. Where bots alone are in the game with one person, there is nobody to ask.
#
# Whether it is free follows from what everybody at the table has seen: who has moved, and who has chosen in secret. So
# neither the answer nor the reason tells anything of hidden cards.
#
# After a move was taken back, the position is again the one from which it was made, with the random numbers that were
# to come then: the same moves bring the same cards. The record is that of the game as it now stands.

Why = Literal["moved", "heard"]
"""Why the others have to agree: somebody else has moved since, or they have heard of the move."""


@dataclass(slots=True, kw_only=True)
class UndoRequest:
    """A move that somebody would like to take back. `keeps` moves of the game stay; `agreed` are the seats for it."""

    number: int
    seat: int
    keeps: int
    why: Why
    agreed: set[int] = field(default_factory=set)


def last_own(movers: Sequence[int], seat: int) -> int | None:
    """How many moves were made before a seat's last one; None if it has made none."""
    backwards = range(len(movers) - 1, -1, -1)
    return next((number for number in backwards if movers[number] == seat), None)


def needs(state: State, moves: Sequence[str], movers: Sequence[int], keeps: int) -> Why | None:
    """Why the others have to agree before the moves after the first `keeps` are taken back; None where it is free."""
    if state.game.players == 1:
        return None
    if len(moves) - keeps > 1:
        return "moved"
    waiting = state.view(movers[keeps]).get("chosen", {})
    return None if waiting.get(f"p{movers[keeps] + 1}") == moves[keeps] else "heard"


# Why a card cannot be played now: the reasons of all the moves that it might have been part of.
#
# Nothing here looks at more than `State.why_not`, which tells the player who decides what follows from what they see.
# It is told when somebody asks, since it is much, and for most cards nobody wants to know.

MOST_TRIED = 60
"""So many moves are tried at most; a card that is part of more tells the reasons of the first."""

NOTHING = "_"
"""What can never be chosen: the refusal tells what can be."""


@dataclass(frozen=True, slots=True)
class Barred:
    """What a `card` is no part of now: all reasons in one text, and the moves that only the position bars."""

    card: str
    text: SeatText | None
    moves: Labels


def barred(state: State, seat: int, card: str, words: Wordings) -> Barred:
    """The reasons, each once; for a kind of card, on behalf of the seat that decides.

    For a move of which a list is begun, such as `play(king, [ace])`, what its conditions say so far.
    """
    if card.endswith(")"):
        return Barred(card, SeatText.refused(state, seat, [card], words, part=True), [])
    return Barred(card, *SeatText.barred(state, seat, islice(_moves_with(state, card), MOST_TRIED), words))


def _moves_with(state: State, card: str) -> Iterator[Attempt]:
    """The moves that name this card in one place, alone if it is a list, and in the others whatever can be chosen."""
    code, end = state.machine.code, state.machine.code.block(state.machine.state).end
    if not isinstance(end, AskBlock):
        return
    for choice in end.choices:
        kinds = zip(choice.parameters, code.once(kinds_named, end)[choice.path, choice.name], strict=True)
        open = tuple(one.local.name for one, kind in kinds if kind == "value")
        for place in range(len(choice.parameters)):
            alone = f"[{card}]" if choice.parameters[place].slot.type.base == "list" else card
            for row in _rows(state, choice, place, alone, ()):
                yield Attempt(move_text(choice, row), choice.name, choice.path, open)


def _rows(state: State, choice: AskChoice, place: int, card: str, row: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if len(row) == len(choice.parameters):
        yield row
        return
    rest = len(choice.parameters) - len(row)
    refusal = None if len(row) == place else state.why_not(move_text(choice, (*row, *rest * (NOTHING,))))
    for one in (card,) if refusal is None else refusal.possible if refusal.given == NOTHING else ():
        yield from _rows(state, choice, place, card, (*row, one))
