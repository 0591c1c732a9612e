"""All that has been decided since a game began: one list that only grows, and that copies of a position share.

A `History` is its last entry; the entries before it hang on it. So a clone keeps the same one for nothing, and two
positions that went different ways share what they have in common. It holds the truth: nothing that one seat may know is
taken from it but by `determinisation.observations`, which tells it as that seat saw it.

The first entry is a `Beginning`: the position from which all the others are played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import cached_property
from threading import RLock
from typing import Any, Literal, assert_never

from ...diagnostics.record import dataclass
from ...engines.cells import first_state
from ...engines.events import Event
from ...engines.host import IN_WEBASSEMBLY, free_chain
from ...engines.invariants import canonical, invariant_violation, without_dead_cells
from ...engines.position import Outcomes, Position, ProgramTables, RawMove
from ...engines.program.layout import SEED

What = Literal["begin", "play", "decide", "pick", "luck"]
"""A beginning, a move, an outcome of explicit chance, a number taken from the stream (of so many), a new stream."""


WRITING = RLock()
"""Held while a history is written down that was left for later: entries are told apart by identity, so however many
threads ask, it is written once."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a history begins.

    Without `cells` it is the beginning of the game with this seed, else a position that was laid out, with the `steps`
    that count already. `told` is what chance decided before the first decision, where the seed did not. A `saved` one
    has been read from somewhere, and is not believed before it has been played again (`vouch`).
    """

    seed: int
    explicit: bool
    cells: tuple[int, ...] | None = None
    steps: int = 0
    told: tuple[int, ...] | None = None
    saved: bool = field(default=False, compare=False)
    kept: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    lock: RLock = field(default_factory=RLock, compare=False, repr=False)

    def untouched(self, code: ProgramTables, *, seed: int = 0, explicit: bool = True, record: bool = False) -> Position:
        """The position before anything is played; of a game from its beginning with a seed."""
        cells = first_state(code, seed) if self.cells is None else list(self.cells)
        return code.at(cells, explicit=explicit, record=record, steps=self.steps)

    def table(self, code: ProgramTables) -> Position:
        """The position, played on to the first decision, with a record of what happens."""
        m = self.untouched(code, seed=self.seed, explicit=self.explicit, record=True)
        settle_as_recorded(m, self.told)
        m.go()
        m.oracle = None
        return m


class History:
    """One entry, and all before it. `told` is what chance decided after a move, where the stream did not."""

    __slots__ = ("_before", "_beginning", "given", "length", "told", "what")

    def __init__(
        self, before: History | None, what: What, given: Any, told: tuple[int, ...] | None, beginning: Beginning
    ) -> None:
        self._before: History | Callable[[Beginning], History] | None = before
        self.what: What = what
        self.given = given
        self.told = told
        self._beginning: Beginning | Callable[[], Beginning] = beginning
        self.length: int = 0 if before is None else before.length + 1

    @classmethod
    def start(cls, beginning: Beginning) -> History:
        """Nothing has been decided yet."""
        return cls(None, "begin", None, None, beginning)

    @classmethod
    def written_later(
        cls, beginning: Callable[[], Beginning], before: Callable[[Beginning], History], length: int, stream: int
    ) -> History:
        """An entry of this length with a new stream; what was before is worked out when somebody asks."""
        found = cls.__new__(cls)
        found.what, found.given, found.told = "luck", stream, None
        found._beginning, found._before, found.length = beginning, before, length
        return found

    @property
    def beginning(self) -> Beginning:
        """Where it began."""
        if not isinstance(self._beginning, Beginning):
            with WRITING:
                if not isinstance(self._beginning, Beginning):
                    self._beginning = self._beginning()
        return self._beginning

    @property
    def before(self) -> History | None:
        """The entry before this one."""
        if self._before is not None and not isinstance(self._before, History):
            with WRITING:
                if not isinstance(self._before, History):
                    self._before = self._before(self.beginning)
        return self._before

    @property
    def dealt_by(self) -> int | None:
        """The seed from which alone the position follows, given the moves; None where chance was told, or came anew."""
        one: History | None = self
        while one is not None and one.what not in ("luck", "decide") and one.told is None:
            one = one.before
        first = self.beginning
        plain = one is None and first.cells is None and first.told is None and not first.explicit
        return first.seed if plain else None

    def then(self, what: What, given: Any, told: tuple[int, ...] | None = None) -> History:
        """One more entry; this history stays as it is."""
        return History(self, what, given, told, self.beginning)

    def entries(self, since: int = 0) -> list[History]:
        """The entries from a number on, oldest first (the beginning has the number 0)."""
        found, one = list[History](), self
        while one.length >= since:
            found.append(one)
            earlier = one.before
            if earlier is None:
                break
            one = earlier
        return found[::-1]

    def play_again(self, m: Position) -> None:
        """Do to a table what this entry did."""
        match self.what:
            case "play":
                settle_as_recorded(m, self.told)
                m.play(self.given)
                m.oracle = None
            case "decide":
                m.decide(self.given)
            case "pick":
                m.pick(self.given)
            case "luck":
                m.reseed(self.given)
            case "begin":
                raise ValueError("a beginning is no step")

    def to_json(self) -> dict[str, Any]:
        """The whole as JSON has it."""
        first = self.beginning
        entries = [[one.what, one.given, one.told] for one in self.entries(1)]
        begin = {"seed": first.seed, "explicit": first.explicit, "cells": first.cells, "steps": first.steps}
        return {"begin": {**begin, "told": first.told}, "entries": entries}

    @classmethod
    def from_json(cls, saved: Any) -> History:
        """The history that `to_json` wrote. Raises ValueError where it is none."""
        try:
            begin = saved["begin"]
            seed, steps, explicit = _number(begin["seed"]), _number(begin["steps"]), begin["explicit"]
            if type(explicit) is not bool:
                raise ValueError(explicit)
            told = _numbers(begin["told"])
            one = cls.start(Beginning(seed, explicit, _numbers(begin["cells"]), steps, told, saved=True))
            for what, given, outcomes in saved["entries"]:
                if what not in ("play", "decide", "pick", "luck"):
                    raise ValueError(what)
                one = one.then(what, _move(given) if what == "play" else _number(given), _numbers(outcomes))
        except (KeyError, TypeError, ValueError):
            raise ValueError("these bytes are not a saved position") from None
        return one

    if IN_WEBASSEMBLY:

        def __del__(self) -> None:
            free_chain(self, "_before", lambda one: one._before if isinstance(one, History) else None)

    def __copy__(self) -> History:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> History:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (History.from_json, (self.to_json(),))

    def __iter__(self) -> Iterator[History]:
        return iter(self.entries())


class ReplayedHistory:
    """What happened in a history, found out by playing it again when somebody asks."""

    def __init__(self, code: Callable[[], ProgramTables], history: History) -> None:
        self._code, self._history = code, history

    @cached_property
    def events(self) -> list[Event]:
        """All events, oldest first."""
        m = self._history.beginning.table(self._code())
        for entry in self._history.entries(1):
            entry.play_again(m)
        return m.events or []


def standing(m: Position) -> History:
    """The history of a position of which nothing is known but how it stands."""
    cells = without_dead_cells(m.code, list(m.state))
    return History.start(Beginning(m.state[SEED], m.explicit, tuple(cells), m.steps))


def settle_as_recorded(m: Position, told: Sequence[int] | None) -> None:
    """Let chance decide as it is told, until that is used up."""
    if not told:
        return
    left = iter(told)

    def oracle(outcomes: Outcomes) -> int:
        value = next(left, None)
        if not any(value == outcome for outcome, _ in outcomes):
            raise ValueError(f"chance cannot decide for {value}")
        assert value is not None
        return value

    m.oracle = oracle


def vouch(code: ProgramTables, history: History, m: Position) -> None:
    """Play a history that was saved once again. Raises ValueError unless it leads to where a table stands."""
    try:
        first = history.beginning
        if first.cells is not None and invariant_violation(code, list(first.cells)):
            raise ValueError("no position to begin from")
        again = first.table(code)
        for entry in history.entries(1):
            if not _possible(again, entry):
                raise ValueError("not a legal move")
            entry.play_again(again)
    except ValueError:
        raise ValueError("the history of this saved position breaks the rules of its game") from None
    if again.explicit != m.explicit or canonical(code, again.state) != canonical(code, m.state):
        raise ValueError("the history of this saved position leads to another one")


def _possible(m: Position, entry: History) -> bool:
    """Whether an entry can follow where a table stands."""
    match entry.what:
        case "play":
            return entry.given in (m.moves or ())
        case "decide":
            return any(value == entry.given for value, _ in m.outcomes or ())
        case "pick":
            return bool(0 < entry.given < 2**32)
        case "luck":
            return bool(0 <= entry.given < 2**63)
        case "begin":
            return False
        case _:
            assert_never(entry.what)


def _number(saved: Any) -> int:
    if type(saved) is not int or not -(2**63) <= saved < 2**63:
        raise ValueError(saved)
    return saved


def _numbers(saved: Any) -> tuple[int, ...] | None:
    return None if saved is None else tuple(_number(one) for one in saved)


def _move(saved: Any) -> RawMove:
    return tuple(_numbers(part) if isinstance(part, list | tuple) else _number(part) for part in saved)
