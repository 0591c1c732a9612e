"""A position of a game: who decides, what may be done, what each seat sees, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.diagnostic import Diagnostic
from ...engines.program.layout import DECISIONS, RUNNING, SEED, STATUS, STATUSES
from ...engines.program.nodes import AskBlock, PickOne
from ...engines.reference.canonical import canonical, state_hash
from ...engines.reference.machine import Machine
from ...engines.reference.results import returns_of, scores_of
from .guess.guessing import guess
from .guess.report import GuessReport
from .happenings import Happening, happenings
from .history import History, standing
from .illegal import explain
from .move import IllegalMove, Move
from .naming import value_text
from .saving import load_cells, save_cells
from .view import view_of
from .wording import key_of

if TYPE_CHECKING:
    from .game import Game

CHANCE = -1
"""Who decides where chance does."""

NOBODY = -2
"""Who decides where the game is over."""


class State:
    """A position that can be played on, copied, compared, saved, and looked at from each seat.

    Two states are equal when the rules, the players and the random numbers to come cannot tell them apart.
    A state that is played on changes, so it should not be kept in a set or as a key.
    """

    __slots__ = ("_history", "_moves", "game", "guess_report", "machine")

    def __init__(self, game: Game, machine: Machine, history: History | None = None) -> None:
        self.game = game
        self.machine = machine
        self._history = history
        self.guess_report: GuessReport | None = None
        self._moves: tuple[Move, ...] | None = None

    # Where the game stands

    @property
    def status(self) -> str:
        """`running`, `finished`, `loop`, `limit` or `error`."""
        return STATUSES[self.machine.state[STATUS]]

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over, however it ended."""
        return self.machine.state[STATUS] != RUNNING

    @property
    def error(self) -> Diagnostic | None:
        """What went wrong with the rules, where the status is `error`."""
        return self.machine.error

    @property
    def seed(self) -> int:
        """The seed of the random numbers."""
        return self.machine.state[SEED]

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        return self.machine.state[DECISIONS]

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases that are running, the outermost first."""
        return self.machine.code.block(self.machine.state).phases

    @property
    def phase(self) -> str:
        """The phase of the decision that is to be made, else the innermost that is running."""
        end = self.machine.code.block(self.machine.state).end
        if isinstance(end, AskBlock):
            return end.phase
        return self.phases[-1] if self.phases else ""

    @property
    def current_seat(self) -> int:
        """The seat to decide, from 0; `CHANCE`, or `NOBODY` where the game is over."""
        if self.is_terminal:
            return NOBODY
        ask = self._ask()
        return CHANCE if ask is None else self.machine.state[ask.who.address]

    def _ask(self) -> AskBlock | None:
        end = self.machine.code.block(self.machine.state).end
        return end if isinstance(end, AskBlock) else None

    # What may be done

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in a stable order; where chance decides, what it may decide."""
        if self._moves is None:
            self._moves = self._list()
        return self._moves

    def _list(self) -> tuple[Move, ...]:
        if self.is_terminal:
            return ()
        layout, ask = self.game.layout, self._ask()
        if ask is None:
            return tuple(self._outcome(value) for value, _ in self.machine.outcomes or ())
        seat = self.machine.state[ask.who.address]
        return tuple([Move(layout, ask.choices[raw[0]], seat, raw) for raw in self.machine.moves or ()])

    def random_move(self) -> Move:
        """One of the legal moves, each as likely, by the position's own random numbers, as `Game.playouts` plays.

        The next one is another. Raises ValueError where there is none.
        """
        moves = self.legal_moves
        if not moves:
            raise ValueError("there is no move to pick")
        self._history = self.history.then("pick", len(moves))
        return moves[self.machine.pick(len(moves))]

    @property
    def chance_outcomes(self) -> tuple[tuple[Move, int], ...]:
        """What chance may decide here, each with its weight; nothing where a seat decides."""
        if self.is_terminal or self._ask() is not None:
            return ()
        return tuple((self._outcome(value), weight) for value, weight in self.machine.outcomes or ())

    def _outcome(self, value: int) -> Move:
        end = self.machine.code.block(self.machine.state).end
        layout = self.game.layout
        text = value_text(layout, end.slot.type, value) if isinstance(end, PickOne) else layout.kinds[value].id
        return Move(layout, None, CHANCE, (value,), text)

    def apply(self, move: Move | str | int) -> None:
        """Play a move: one of `legal_moves`, its text, or its place among them from 0.

        Where chance decides, the outcome likewise. Raises IllegalMove, which says why; the position is then unchanged.
        """
        chosen, history = self._find(move), self.history
        self._moves = None
        if chosen.seat == CHANCE:
            self._history = history.then("decide", chosen.raw[0])
            self.game.executor.decide(self.machine, chosen.raw[0])
        else:
            self._history = history.then("play", chosen.raw)
            self.game.executor.play(self.machine, chosen.raw)

    def _find(self, move: Move | str | int) -> Move:
        moves = self.legal_moves
        if isinstance(move, Move):
            for one in moves:
                if one is move:
                    return one
            move = move.text
        if isinstance(move, int):
            if 0 <= move < len(moves):
                return moves[move]
            raise IllegalMove(str(move), f"there are {len(moves)} legal moves, numbered from 0")
        for one in moves:
            if one.text == move:
                return one
        wanted = key_of(move)
        for one in moves:
            if key_of(one.text) == wanted:
                return one
        raise self.why_not(move)

    def why_not(self, move: str) -> IllegalMove:
        """Why a move is not legal here (the error that `apply` would raise)."""
        ask = self._ask()
        if self.is_terminal:
            return IllegalMove(move, f"the game is over ({self.status})")
        if ask is None:
            names = ", ".join(one.text for one in self.legal_moves)
            return IllegalMove(move, f"chance decides here, among {names}")
        return explain(self.machine, ask, move, [one.text for one in self.legal_moves])

    # How it ended

    @property
    def returns(self) -> tuple[float, ...]:
        """One number a seat: by default 1 for a winner, 1/k for each of k winning sides, 0 otherwise; 0 while the
        game is running.
        """
        return returns_of(self.machine)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat as the spec reports it, at any time; 0 where it reports none."""
        return scores_of(self.machine)

    # What each seat sees

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees now, by names, as JSON could hold it."""
        legal = [move.text for move in self.legal_moves] if seat == self.current_seat else None
        return view_of(self.machine, seat, self.status, self.phase, self.current_seat, legal)

    def events(self, seat: int, since: int = 0) -> tuple[Happening, ...]:
        """What has happened, as a seat saw it; from the number `since` on. Empty where nothing was recorded."""
        return happenings(self.machine, seat, since)

    def resample(self, seat: int, seed: int = 0) -> State:
        """Another position that this seat cannot tell from the true one, with a history of its own: what the seat does
        not know is drawn anew, and every move in it was legal. `guess_report` of the new state says how it was found.
        Raises ValueError for a seat that there is not.
        """
        if not 0 <= seat < self.game.players:
            raise ValueError(f"seats go from 0 to {self.game.players - 1}, not {seat}")
        executor, machine = self.game.executor, self.machine
        found = guess(self.history, executor.plain(machine), seat, seed)
        twin = State(self.game, executor.adopt(found.m, machine), found.history)
        twin.guess_report = found.report
        return twin

    @property
    def history(self) -> History:
        """All that was decided so far; it begins here where nobody knows what came before."""
        if self._history is None:
            self._history = standing(self.machine)
        return self._history

    # Copying, comparing, saving

    def clone(self) -> State:
        """A second position, equal to this one, that is played on by itself."""
        twin = State(self.game, self.machine.clone(), self._history)
        twin._moves, twin.guess_report = self._moves, self.guess_report
        return twin

    def canonical(self) -> tuple[int, ...]:
        """Numbers that are equal exactly where two states of a game are."""
        return canonical(self.machine.code, self.machine.state)

    def hash(self) -> str:
        """The hash that traces hold: of the position without its random numbers."""
        return state_hash(self.machine.code, self.machine.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self.game is not other.game and self.game.fingerprint != other.game.fingerprint:
            return False
        return self.machine.state == other.machine.state or self.canonical() == other.canonical()

    def __hash__(self) -> int:
        return hash(self.canonical())

    def to_bytes(self) -> bytes:
        """The position as bytes, for a file or another process, with all that was decided so far."""
        return save_cells(self.game.fingerprint, self.machine, self.history)

    @classmethod
    def from_bytes(cls, game: Game, saved: bytes) -> State:
        """The position that `to_bytes` has saved. Raises ValueError if it is not one of this game."""
        machine, history = load_cells(game, saved)
        return cls(game, machine, history)

    def __repr__(self) -> str:
        words = {CHANCE: "chance decides", NOBODY: self.status}
        return f"<state of {self.game.name}: {words.get(self.current_seat, f'p{self.current_seat + 1} decides')}>"
