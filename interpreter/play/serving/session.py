"""One game that several people and bots play at a table: its position, its record, and a film for each person.

What a person is sent is their film (`page.film`), and nothing else. Its frames are numbered, so whoever has lost the
connection asks for those that are missing. The record is a trace: the game can be taken up again from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..game.game import Game
from ..game.state import State
from ..game.trace import Line, Recorder
from ..page.film import Ending, Film
from ..page.phrases import say
from ..players.player import Maker, Player
from .why import why_not_card

Keep = Callable[[Sequence[Line]], None]
"""Writes down some lines of the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who plays: the bots by seat; all other seats are people's. `language` is theirs, `ending` tells how it ended."""

    bots: Mapping[int, Maker]
    language: str
    ending: Ending


class Session:
    """A game in progress. `keep` gets each line of the record as soon as it is known."""

    def __init__(self, game: Game, seed: int, seating: Seating, keep: Keep, moves: Sequence[str] = ()) -> None:
        """Begin a game, or with `moves` take it up after them. Raises IllegalMove if one of them is not legal."""
        self.game = game
        self.state: State = game.initial_state(seed=seed)
        self.words = game.words(seating.language)
        people = [seat for seat in range(game.players) if seat not in seating.bots]
        self.films = {seat: Film(seat, seating.language, seating.ending, moves=True) for seat in people}
        self.bots: dict[int, Player] = {seat: make(seat, seed) for seat, make in seating.bots.items()}
        self._keep = keep
        self._recorder = Recorder(self.state)
        self._note([self._recorder.first])
        for move in moves:
            self._apply(move)

    @property
    def bot(self) -> Player | None:
        """The bot that decides now, if one does."""
        return self.bots.get(self.state.current_seat)

    def frames(self, seat: int, since: int) -> list[dict[str, Any]]:
        """What a seat has seen from a frame on."""
        return self.films[seat].frames[since:]

    def play(self, seat: int, at: int, move: str) -> str:
        """Make a move for a seat that has seen `at` frames; the reason in words why not, or an empty text."""
        refused = self._not_now(seat, at)
        if refused:
            return refused
        why = self.state.why_not(move)
        if why is not None:
            return self.words.say("not_allowed", why=self.words.reason(why))
        self._apply(move)
        return ""

    def play_bot(self, move: str) -> None:
        """Make the move that a bot has chosen."""
        self._apply(move)

    def why_not(self, seat: int, at: int, card: str) -> str:
        """Why a seat that has seen `at` frames cannot play a card now, in words."""
        return self._not_now(seat, at) or why_not_card(self.state, card, self.words)

    def _not_now(self, seat: int, at: int) -> str:
        if self.state.current_seat != seat:
            return say(self.words.language, "not_yours")
        return "" if at == len(self.films[seat].frames) else say(self.words.language, "gone_on")

    def _apply(self, move: str) -> None:
        self.state.apply(move)
        self._note([])

    def _note(self, lines: list[Line]) -> None:
        """Write down what has happened, then show it to everybody."""
        self._keep([*lines, *self._recorder.lines(self.state)])
        for film in self.films.values():
            film.look(self.state)
