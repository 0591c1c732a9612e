"""Games that can be played, their positions, and many positions that are played together.

A game makes positions, and a position says of which game it is: parts of one type, hence in one file.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import index
from typing import Any, Literal, NoReturn, SupportsIndex, get_args

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import DEFAULT_LANGUAGE
from ...engines.cells import first_state
from ...engines.engine import Executor, Playouts
from ...engines.invariants import canonical, state_hash
from ...engines.position import Position
from ...engines.program.layout import DECISIONS, RUNNING, SEED, STATUSES, Status
from ...engines.program.nodes import AskBlock, PickOne
from .arguments import at_least, boolean, in_order, one_of, seat_of, seed_of, several, text, whole
from .decider import CHANCE, EVERYTHING, NOBODY, Decider, decider_of
from .determinisation.report import Determinisation, Sampling
from .explanation import explain
from .happenings import Happening, HappeningsBySeat, happenings, since_own_decision
from .history import Beginning, History, ReplayedHistory, standing, vouch
from .move import IllegalMove, Move, MoveDescription, Moves, Refusal, key_of, refuse_other_seat, texts_of
from .notation import value_text
from .results import POLICIES, Policy, Results, as_arrays, numpy_or_none
from .serialisation import PickledPosition, load_cells, pack, save_cells, unpack
from .setup import Setup
from .table import table_of
from .view import view_of

Chance = Literal["sampled", "explicit"]
"""Who decides what chance decides: the seed, or whoever plays chance as a player of its own."""


class Game(Setup):
    """A game, set up and ready to be played. `load_game` makes one; see `Setup` for what it holds."""

    def initial_state(self, seed: int = 0, chance: Chance = "sampled", *, record: bool = True) -> State:
        """Deal, and stop where the first decision has to be made.

        With `chance="sampled"` the seed decides what chance decides; with `"explicit"` chance is a player of its own,
        whose moves are in `State.legal_moves`. `record` keeps what happens, for `State.events` and traces; without it
        play is faster. Raises ValueError for an unknown `chance` or a seed outside 0 to 2**63 - 1; TypeError for
        arguments of another type.
        """
        one_of("chance", chance, get_args(Chance))
        seed, explicit = seed_of(seed), chance == "explicit"
        machine = self.executor.start(seed, explicit=explicit, record=boolean("record", record))
        return State(self, machine, History.start(Beginning(seed, explicit)))

    def playouts(self, n: int, seed: int = 0, policy: Policy = "random") -> Results:
        """Play `n` whole games with the same policy for all seats; game k uses the seed `seed + k`.

        The policy `random` picks any legal move, each equally likely, with the random numbers of the game itself.
        Raises ValueError for an unknown policy, a negative `n`, or seeds that are out of range; TypeError for arguments
        of another type.

        >>> load_game("mille-bornes").playouts(1000).ended()
        {'finished': 1000}
        """
        one_of("policy", policy, POLICIES)
        return as_arrays(self.at_random(n, seed), self.program)

    def batch(self, n: int, seed: int = 0) -> Batch:
        """Deal `n` games that are played together, a decision in each at a time; game k has the seed `seed + k`.

        The fast engine plays them all in one call, so that a program that chooses moves by arrays gets at millions of
        decisions a second. Raises ValueError if `n` is not positive, or for seeds that are out of range; TypeError for
        arguments of another type.

        >>> len(load_game("mille-bornes").batch(4096))
        4096
        """
        return Batch(self, n, seed)

    def at_random(self, n: int, seed: int = 0) -> Playouts:
        """Play `n` whole games at random, into flat arrays of the standard library.

        `playouts` is made of it: there the results are arrays of NumPy where that is installed. The returns of all
        seats follow one another, game after game.
        """
        n = at_least("n", n, 0)
        return self.executor.playouts(first_state(self.code, 0), n, seed_of(seed, n))


class State:
    """A position that can be played on, copied, compared, saved, and looked at from each seat.

    `Game.initial_state`, `clone`, `resample` and `from_bytes` make states. Two states are equal when neither the rules
    nor the players nor the random numbers to come can tell them apart. A state changes when it is played on, so do not
    use it as the key of a dict or put it into a set.

    `game` is the game it is a position of; `machine` is internal, and may change without notice.

    >>> state = load_game("kuhn-poker").initial_state(seed=7)
    >>> state.apply(state.legal_moves[0])
    >>> str(state.decider)
    'p2'
    """

    __slots__ = ("_heard", "_history", "_moves", "_returns", "_scores", "_vouched", "game", "sampling", "machine")

    def __init__(self, game: Game, machine: Position, history: History | None = None) -> None:
        self.game = game
        self.machine = machine
        self._history = history
        self._vouched = False
        self._heard: HappeningsBySeat | None = None
        self.sampling: Sampling | None = None
        self._moves: Sequence[Move] | None = None
        self._returns: tuple[float, ...] | None = None
        self._scores: tuple[int, ...] | None = None

    # Where the game stands

    @property
    def status(self) -> Status:
        """Whether the game is still running, or how it ended.

        `finished` by its rules, at its `limit` of decisions, or with an `error` of the rules.
        """
        return STATUSES[self.machine.status]

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over, however it ended."""
        return self.machine.status != RUNNING

    @property
    def error(self) -> Diagnostic | None:
        """What went wrong with the rules, if the status is `error`; else None."""
        return self.machine.error

    @property
    def seed(self) -> int:
        """The seed of the random numbers, from 0 to 2**63 - 1."""
        return self.machine.numbers[SEED]

    @property
    def decisions(self) -> int:
        """How many decisions players have made so far."""
        return self.machine.numbers[DECISIONS]

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases that are running, the outermost first."""
        return self.machine.code.block(self.machine.numbers).phases

    @property
    def phase(self) -> str:
        """The phase of the decision to be made; without one the innermost phase that is running, or ""."""
        here = self.machine.code.block(self.machine.numbers)
        return here.end.phase if isinstance(here.end, AskBlock) else next(reversed(here.phases), "")

    @property
    def current_seat(self) -> int:
        """The seat that decides, from 0; `CHANCE` (-1) where chance decides, `NOBODY` (-2) when the game is over."""
        if self.machine.status != RUNNING:
            return NOBODY
        asked = self.machine.asked()
        return CHANCE if asked is None else asked[1]

    @property
    def decider(self) -> Decider:
        """Who decides, as a value to match on: a seat, chance, or nobody."""
        return decider_of(self.current_seat)

    def _ask(self) -> AskBlock | None:
        end = self.machine.code.block(self.machine.numbers).end
        return end if isinstance(end, AskBlock) else None

    # What may be done

    @property
    def legal_moves(self) -> Sequence[Move]:
        """All legal moves, in the order of the spec; where chance decides, its possible outcomes. Empty at the end.

        They never change; a move becomes an object only when somebody looks at it.
        """
        if self._moves is None:
            self._moves = self._list()
        return self._moves

    def _list(self) -> Sequence[Move]:
        machine = self.machine
        if machine.status != RUNNING:
            return ()
        asked = machine.asked()
        if asked is None:
            return tuple(self._outcome(value) for value, _ in machine.outcomes or ())
        return Moves(machine.code, *asked, machine.rows)

    def random_move(self) -> Move:
        """Pick one of the legal moves, each equally likely, as `Game.playouts` does.

        This draws from the random numbers of the game, so the next call may pick another move. Raises ValueError if
        there is no legal move.
        """
        moves = self.legal_moves
        if not moves:
            raise ValueError("there is no legal move to pick from")
        self._history = self.history.then("pick", len(moves))
        return moves[self.machine.pick(len(moves))]

    @property
    def chance_outcomes(self) -> tuple[tuple[Move, int], ...]:
        """The possible outcomes of chance with their weights, whole numbers; empty where a seat decides."""
        if self.is_terminal or self._ask() is not None:
            return ()
        return tuple((self._outcome(value), weight) for value, weight in self.machine.outcomes or ())

    def _outcome(self, value: int) -> Move:
        end = self.machine.code.block(self.machine.numbers).end
        layout = self.game.layout
        text = value_text(layout, end.slot.type, value) if isinstance(end, PickOne) else layout.kinds[value].id
        return Move(None, MoveDescription("chance", (text,)), CHANCE, (value,), text)

    def apply(self, move: Move | str | int) -> None:
        """Play a move: one that is equal to one of `legal_moves`, the text of one, or its index among them, from 0.

        Where chance decides, play one of its outcomes in the same way. Raises IllegalMove, which says why the move is
        not legal, and leaves the position unchanged.
        """
        moves, history = self.legal_moves, self.history
        found = moves.raw(move) if isinstance(moves, Moves) else None
        if found is None:
            chosen = self._find(move)
            if chosen.seat == CHANCE:
                self._moves, self._history = None, history.then("decide", chosen.raw[0])
                self.machine.decide(chosen.raw[0])
                return
            found = chosen.raw, chosen.place
        self._moves, self._history = None, history.then("play", found[0])
        self.machine.play(*found)

    def _find(self, move: Move | str | int) -> Move:
        moves = self.legal_moves
        if isinstance(move, Move):
            if equal := next((one for one in moves if one == move), None):
                return equal
            raise IllegalMove(refuse_other_seat(moves, move) or self._refuse(move.text))
        if not isinstance(move, str):
            if isinstance(move, bool) or not isinstance(move, SupportsIndex):
                raise TypeError(f"move must be a Move, its text, or its index among the legal moves, not {move!r}")
            move = index(move)
            if 0 <= move < len(moves):
                return moves[move]
            count = f"legal moves are numbered from 0 to {len(moves) - 1}" if moves else "there are no legal moves"
            raise IllegalMove(Refusal(move=str(move), message=count, reason="unclear"))
        found = _named(moves, move)
        if found is None:
            raise IllegalMove(self._refuse(move))
        return found

    def why_not(self, move: str, *, seeing_all: bool = False) -> Refusal | None:
        """Why a move is not legal here, or None where it is legal.

        It is told to the player who decides, and tells nothing but what follows from their view and their legal moves
        (which are nobody else's business). `seeing_all` is for whoever sees the whole position, as the author of a
        scenario does: it names all conditions that fail. `apply` raises an `IllegalMove` with the refusal for the
        player.
        """
        seeing_all = boolean("seeing_all", seeing_all)
        if _named(self.legal_moves, text("move", move)):
            return None
        return self._refuse(move, seeing_all=seeing_all)

    def _refuse(self, move: str, *, seeing_all: bool = False) -> Refusal:
        ask = self._ask()
        if self.is_terminal:
            return Refusal(move=move, message=f"the game is over ({self.status})", reason="over")
        legal = tuple(texts_of(self.legal_moves))
        if ask is None:
            message = f"chance decides here, among {', '.join(legal)}"
            return Refusal(move=move, message=message, reason="chance", possible=legal)
        return explain(self.machine, ask, move, legal, EVERYTHING if seeing_all else self.current_seat)

    # How it ended

    @property
    def winners(self) -> tuple[tuple[int, ...], ...]:
        """The winning sides, each as its seats; several if they share the victory, none while the game is running.

        A team is one side. A side without players, `none` in the rules, is an empty tuple, and comes last. A spec
        that has only `returns` names no winners: there the sides with the best return win; a side that has no other
        to compare with wins if its return is above 0. Where seats 0 and 2 have won together it is `((0, 2),)`.
        """
        return self.machine.winners()

    @property
    def returns(self) -> tuple[float, ...]:
        """The final result, one number per seat; 0 for all while the game is running.

        Unless the spec defines its own: 1 for a winner, 1/k for each of k sides that share the victory, else 0.
        """
        if self._returns is None:
            found = self.machine.returns()
            if self.machine.status == RUNNING:
                return found
            self._returns = found
        return self._returns

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score of each seat; 0 if the spec defines no score."""
        if self._scores is None:
            found = self.machine.scores()
            if not self.is_terminal:
                return found
            self._scores = found
        return self._scores

    # What each seat sees

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat (from 0) sees now, as dicts, lists and plain values that JSON can hold.

        `play.game.view` lists the keys. Raises ValueError for a seat that the game does not have.
        """
        seat = seat_of(seat, self.game.players)
        decider = self.decider
        legal = texts_of(self.legal_moves) if seat == decider.seat else None
        return view_of(self.machine, seat, self.status, self.phase, decider, legal)

    def table(self, seat: int, language: str = DEFAULT_LANGUAGE, *, since: int | None = None) -> dict[str, Any]:
        """The table as a seat (from 0) sees it, in words: zones, faces of cards, shown values, tracks, moves, news.

        It is made for whatever draws a table, and follows from what the seat sees and has seen. The keys are listed in
        docs/table.md; they are plain values that JSON can hold. A language is one that the game or Cardwright has.
        `since` leaves out the first so many events from the news, as in `events`; without it they are what came after
        the seat's last decision. `EVERYTHING` in the place of a seat sees all. Raises ValueError for a seat that the
        game does not have, or for another language; TypeError for arguments of another type.

        >>> load_game("kuhn-poker").initial_state(seed=7).table(0)["moves"][0]
        {'text': 'check', 'label': 'Check', 'cards': []}
        """
        above = whole("seat", seat) == EVERYTHING
        everything = (self.machine, EVERYTHING, self.status, self.phase, self.decider, None)
        view = view_of(*everything) if above else self.view(seat)
        moves = self.legal_moves if above or "legal" in view else ()
        first = since_own_decision(self.machine, index(seat)) if since is None else at_least("since", since, 0)
        first = first if self._heard is None else self._heard.first(index(seat), first)
        return table_of(self.game, self.machine, index(seat), view, moves, self.game.words(language), first)

    def events(self, seat: int, since: int = 0) -> tuple[Happening, ...]:
        """What has happened so far, as a seat (from 0) saw it, leaving out the first `since` events.

        `EVERYTHING` in the place of a seat sees all. Empty if the game is played without a record.
        """
        if whole("seat", seat) != EVERYTHING:
            seat = seat_of(seat, self.game.players)
        since = at_least("since", since, 0)
        self._heard = self._heard or HappeningsBySeat()
        if since:
            return happenings(self.machine, seat, self._heard.first(seat, since))
        return self._heard.all(self.machine, seat)

    def resample(self, seat: int, seed: int = 0) -> State:
        """A random position that this seat cannot tell from the true one (a determinisation).

        It has a history of its own, in which every move was legal. All that the seat does not know is drawn again:
        hidden cards and variables, secret choices, random numbers to come. The same seed gives the same; `sampling`
        says how. Raises ValueError for an unknown seat, and a saved position whose history does not lead to it.
        """
        seat, seed = seat_of(seat, self.game.players), seed_of(seed)
        executor, machine = self.game.executor, self.machine
        if self.history.beginning.saved and not self._vouched:
            vouch(machine.code, self.history, machine)
            self._vouched = True
        found = determiniser()(self.history, machine, executor, seat, seed)
        past = machine.clone() if found.history is None else ReplayedHistory(lambda: machine.code, found.history)
        twin = State(self.game, executor.adopt(found.m, machine, past), found.history)
        twin.sampling = found.report
        if found.history is None:
            twin._heard = (self._heard or HappeningsBySeat()).only_of(seat, machine)
        return twin

    @property
    def history(self) -> History:
        """All that was decided so far; it begins here where nobody knows what came before."""
        if self._history is None:
            self._history = standing(self.machine)
        return self._history

    # Copying, comparing, saving

    def clone(self) -> State:
        """A copy that can be played on independently."""
        twin = State(self.game, self.machine.clone(), self._history)
        twin._moves, twin.sampling, twin._vouched = self._moves, self.sampling, self._vouched
        twin._heard = None if self._heard is None else self._heard.copy()
        return twin

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (self.game, pack(self.machine), self.history, self._heard and self._heard.only)

    def canonical(self) -> tuple[int, ...]:
        """A tuple of numbers that two states of a game share exactly if they are equal."""
        return canonical(self.machine.code, self.machine.state)

    def fingerprint(self) -> str:
        """A short text that identifies the position, without its random numbers. Traces end with it."""
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
        """Save the position, for a file or another process, with all that was decided so far."""
        return save_cells(self.game, self.machine, self.history)

    @classmethod
    def from_bytes(cls, game: Game, saved: bytes) -> State:
        """Restore a position from `to_bytes`. Raises ValueError if it is not one of this game."""
        machine, history = load_cells(game, saved)
        return cls(game, machine, history)

    def __repr__(self) -> str:
        return f"<state of {self.game.name}: {self.status if self.is_terminal else f'{self.decider} decides'}>"


def _unpacked(game: Game, packed: PickledPosition, history: History, only: tuple[int, int, int] | None) -> State:
    """A state from a pickle."""
    found = State(game, unpack(game, packed), history)
    found._heard = HappeningsBySeat(only=only)
    return found


def _named(moves: Sequence[Move], text: str) -> Move | None:
    """The move with this text, blanks and the order in lists left aside; the exact text first."""
    exact = next((one for one in moves if one.text == text), None)
    if exact is not None:
        return exact
    wanted = key_of(text)
    return next((one for one in moves if key_of(one.text) == wanted), None)


# What guesses the cards that a seat does not see, loaded when somebody guesses for the first time.


@cache
def determiniser() -> Callable[[History, Position, Executor, int, int], Determinisation]:
    """`determinise`. To import it at each guess would take longer than to look what it is here."""
    from .determinisation.belief import determinise

    return determinise


# Many positions of one game that are played together: whoever chooses the moves sees arrays of them.

KEPT = 64
"""So many steps are kept before those that no running game needs are looked for."""


class Batch:
    """Positions of one game, each at a decision or at its end; `Game.batch` deals them.

    They have places from 0 on, and all arrays have an entry a place: of NumPy where it is installed, else of the
    standard library. An array tells how the positions stood when it was asked for, and never changes.

    >>> batch = load_game("kuhn-poker").batch(3, seed=1)
    >>> batch.step([0, 0, 0])  # each plays its first legal move
    >>> batch.seats.tolist(), batch.lengths.tolist()
    ([1, 1, 1], [1, 1, 1])
    """

    def __init__(self, game: Game, n: int, seed: int = 0) -> None:
        self.game = game
        self._many = at_least("n", n, 1)
        self._next = seed_of(seed, self._many)
        self._numpy: Any = numpy_or_none()
        self._together = game.executor.together(self._many)
        self._steps: list[array[int]] = []
        self._since = [0] * self._many
        self._dropped, self._most = 0, KEPT
        self._deal(range(self._many))

    def __len__(self) -> int:
        """How many positions there are."""
        return self._many

    def __repr__(self) -> str:
        return f"<batch of {self._many} positions of {self.game.name}: {self.running} are running>"

    # How they stand

    @property
    def counts(self) -> Any:
        """How many legal moves each has, as integers; 0 where the game is over."""
        return self._whole(self._together.columns.counts)

    @property
    def seats(self) -> Any:
        """The seat that decides in each, from 0, as integers; `NOBODY` (-2) where the game is over."""
        return self._whole(self._together.columns.seats)

    @property
    def ends(self) -> Any:
        """The status of each as an integer, as in `Results.ends`: 0 while it is running (`statuses` has words)."""
        return self._whole(self._together.columns.ends)

    @property
    def lengths(self) -> Any:
        """The decisions made so far in each, as integers."""
        return self._whole(self._together.columns.lengths)

    @property
    def seeds(self) -> Any:
        """The seed of the game at each place, as integers."""
        return self._whole(self._together.columns.seeds)

    @property
    def returns(self) -> Any:
        """The result of each seat in each, as fractions: a row a place, or one flat array without NumPy.

        Zeros while the game is running.
        """
        held = bytes(self._together.columns.returns)
        if self._numpy is None:
            return array("d", held)
        return self._numpy.frombuffer(held, "f8").reshape(self._many, self.game.players)

    @property
    def statuses(self) -> tuple[Status, ...]:
        """How each stands, in words: `running`, `finished`, `limit` or `error`."""
        return tuple(STATUSES[end] for end in self._together.columns.ends)

    @property
    def running(self) -> int:
        """How many games are not over yet."""
        ends = self._together.columns.ends
        if self._numpy is not None:
            return self._many - int(self._numpy.count_nonzero(ends))
        return ends.tolist().count(RUNNING)

    def _whole(self, column: memoryview) -> Any:
        return array("q", bytes(column)) if self._numpy is None else self._numpy.frombuffer(bytes(column), "i8")

    # Playing

    def step(self, chosen: Sequence[int] | Any) -> None:
        """Play a move in each game that is running, and go on to its next decision.

        `chosen` has an integer a place: the number of a legal move, from 0. Where the game is over it does not count.
        Raises ValueError for a number that is none of a legal move, or if there are not as many as places; then
        nothing is played. Raises TypeError for what are no integers.

        >>> batch = load_game("kuhn-poker").batch(3)
        >>> batch.step([0] * len(batch))
        """
        # What was chosen, as integers of 64 bits
        if self._numpy is None or not isinstance(chosen, self._numpy.ndarray):
            try:
                numbers = array("q", [whole("chosen", one) for one in in_order("chosen", chosen)])
            except OverflowError:
                raise ValueError("chosen must be the numbers of legal moves; one is far too large") from None
        else:
            given = chosen
            if given.dtype.kind not in "iu":
                raise TypeError(f"chosen must be integers, not {given.dtype}")
            numbers = array("q", given.astype("i8").tobytes())
            if given.ndim != 1:
                raise ValueError(f"chosen must have one row, not {given.ndim}")
        if len(numbers) != self._many:
            raise ValueError(f"chosen must have an integer for each of {self._many} places, not {len(numbers)}")
        wrong = self._together.step(numbers)
        if wrong >= 0:
            count = self._together.columns.counts[wrong]
            raise ValueError(f"place {wrong}: legal moves are numbered from 0 to {count - 1}, not {numbers[wrong]}")
        self._steps.append(self._short(numbers))
        if len(self._steps) > self._most:
            # Forget the steps that no game needs any more
            useless = min(self._since) - self._dropped
            del self._steps[:useless]
            self._dropped += useless
            self._most = 2 * len(self._steps) + KEPT

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """A batch is neither copied nor pickled, for it lies in the memory of its engine."""
        raise TypeError("a batch cannot be copied or pickled; its positions can, see `state`")

    def _short(self, numbers: array[int]) -> array[int]:
        """The same in less room."""
        if self._numpy is None:
            low, high = min(numbers), max(numbers)
        else:
            held = self._numpy.frombuffer(numbers, "i8")
            low, high = int(held.min()), int(held.max())
        if low < 0 or high > 0xFFFF:
            return numbers
        return array("H", numbers if self._numpy is None else held.astype("u2").tobytes())

    def deal(self, places: Iterable[int] | None = None) -> tuple[int, ...]:
        """Deal anew: at all places where the game is over, or at these. The places where it has been done.

        Each new game takes the next seed: the first n had the seeds from `seed` to `seed + n - 1`, the next takes
        `seed + n`. So it is `Game.initial_state` with the seed that `seeds` tells. Raises ValueError for a place that
        there is not, or when no seeds are left.

        >>> load_game("kuhn-poker").batch(3).deal()  # none is over yet
        ()
        """
        found = self._over() if places is None else sorted({self._place(place) for place in several("places", places)})
        seed_of(self._next, len(found))
        if found:
            self._deal(found)
        return tuple(found)

    def _over(self) -> list[int]:
        ends = self._together.columns.ends
        if self._numpy is not None:
            return [int(place) for place in self._numpy.flatnonzero(ends)]
        return [place for place, end in enumerate(ends.tolist()) if end != RUNNING]

    def _deal(self, places: Sequence[int]) -> None:
        first, self._next = self._next, self._next + len(places)
        self._together.deal((place, first + number) for number, place in enumerate(places))
        for place in places:
            self._since[place] = self._dropped + len(self._steps)

    # Looking at one of them

    def legal_moves(self, place: int) -> Sequence[Move]:
        """The legal moves at a place, in the order of their numbers; empty where the game is over.

        Raises ValueError for a place that there is not.

        >>> [move.text for move in load_game("kuhn-poker").batch(3).legal_moves(0)]
        ['check', 'bet']
        """
        place = self._place(place)
        ask = self._together.ask(place)
        if ask is None:
            return ()
        seat = self._together.columns.seats[place]
        return Moves(self.game.code, ask, seat, self._together.rows(place))

    def state(self, place: int) -> State:
        """The position at a place as a state of its own, with its history: to look at, or to play on by itself.

        The game is played again for it. Raises ValueError for a place that there is not.
        """
        place = self._place(place)
        columns = self._together.columns
        state = self.game.initial_state(columns.seeds[place])
        first = self._since[place] - self._dropped
        for step in self._steps[first : first + columns.lengths[place]]:
            state.apply(step[place])
        return state

    def _place(self, place: int) -> int:
        place = whole("place", place)
        if not 0 <= place < self._many:
            raise ValueError(f"place must be from 0 to {self._many - 1}, not {place}")
        return place
