"""A position of a game: who decides, what may be done, what each seat sees, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.diagnostic import Diagnostic
from ...engines.program.layout import DECISIONS, RUNNING, SEED, STATUS, STATUSES
from ...engines.program.nodes import AskBlock, PickOne
from ...engines.reference.canonical import canonical, state_hash
from ...engines.reference.machine import Machine
from ...engines.reference.results import returns_of, scores_of
from .happenings import Happening, happenings
from .illegal import explain
from .move import IllegalMove, Move
from .naming import value_text
from .refusal import Refusal
from .resample import resample
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

    __slots__ = ("_moves", "game", "machine")

    def __init__(self, game: Game, machine: Machine) -> None:
        self.game = game
        self.machine = machine
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
        chosen = self._find(move)
        self._moves = None
        if chosen.seat == CHANCE:
            self.game.executor.decide(self.machine, chosen.raw[0])
        else:
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
            count = f"there are {len(moves)} legal moves, numbered from 0"
            raise IllegalMove(Refusal(move=str(move), message=count, reason="unclear"))
        found = _named(moves, move)
        if found is None:
            raise IllegalMove(self._refuse(move))
        return found

    def why_not(self, move: str) -> Refusal | None:
        """Why a move is not legal here, or None where it is legal.

        `apply` raises an `IllegalMove` with the same refusal.
        """
        return None if _named(self.legal_moves, move) else self._refuse(move)

    def _refuse(self, move: str) -> Refusal:
        ask = self._ask()
        if self.is_terminal:
            return Refusal(move=move, message=f"the game is over ({self.status})", reason="over")
        legal = tuple(one.text for one in self.legal_moves)
        if ask is None:
            message = f"chance decides here, among {', '.join(legal)}"
            return Refusal(move=move, message=message, reason="chance", possible=legal)
        return explain(self.machine, ask, move, legal)

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
        """Another position that this seat cannot tell from the true one: what it does not know is drawn anew."""
        executor, machine = self.game.executor, self.machine
        return State(self.game, executor.adopt(resample(executor.plain(machine), seat, seed), machine))

    # Copying, comparing, saving

    def clone(self) -> State:
        """A second position, equal to this one, that is played on by itself."""
        twin = State(self.game, self.machine.clone())
        twin._moves = self._moves
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
        if self.game.program.digest != other.game.program.digest:
            return False
        return self.machine.state == other.machine.state or self.canonical() == other.canonical()

    def __hash__(self) -> int:
        return hash(self.canonical())

    def to_bytes(self) -> bytes:
        """The position as bytes, for a file or another process; without the record of what happened."""
        return save_cells(self.game.program.digest, self.machine)

    @classmethod
    def from_bytes(cls, game: Game, saved: bytes) -> State:
        """The position that `to_bytes` has saved. Raises ValueError if it is not one of this game."""
        return cls(game, load_cells(game, saved))

    def __repr__(self) -> str:
        words = {CHANCE: "chance decides", NOBODY: self.status}
        return f"<state of {self.game.name}: {words.get(self.current_seat, f'p{self.current_seat + 1} decides')}>"


def _named(moves: tuple[Move, ...], text: str) -> Move | None:
    """The move with this text, blanks and the order in lists left aside; the exact text first."""
    exact = next((one for one in moves if one.text == text), None)
    if exact is not None:
        return exact
    wanted = key_of(text)
    return next((one for one in moves if key_of(one.text) == wanted), None)
