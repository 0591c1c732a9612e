"""The laws that a game keeps in each of its positions, whatever its rules say.

| law | what must hold |
|---|---|
| `rules` | no rule fails |
| `end` | the game ends: its play never goes round in a circle that nobody can leave, and reaches no limit |
| `cards` | each card lies in one zone of its deck, lists keep to their room, variables to their range |
| `moves` | who decides has a move; no two moves have the same text; a move is the one that its text names |
| `engines` | both engines are in the same position, with the same moves, views and results |
| `saves` | a position that is saved and loaded is the same position |
| `guesses` | a determinisation for a seat looks to that seat just like the true position |
| `record` | the trace of a game, played again without random numbers, says the same in every line |
| `always` | what somebody has asked for with `--always` |
| `interpreter` | the interpreter itself does not fail |

`rules`, `end` and `always` are broken by the rules of a game; the others only by a fault of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...engines.invariants import contents_violation, invariant_violation, without_dead_cells
from ..game.cycle_detection import CycleDetector
from ..game.game import State
from ..game.move import key_of
from ..game.traces.recorder import Line
from ..game.traces.replay import replay
from .property import Property

Name = Literal["rules", "end", "cards", "moves", "engines", "saves", "guesses", "record", "always", "interpreter"]
"""The laws, by name."""

OF_THE_RULES: tuple[Name, ...] = ("rules", "end", "always")
"""The laws that the rules of a game can break."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that does not hold: what is wrong, and what tells this breach from others of the same law.

    `span` is the rule that failed, where one did.
    """

    law: Name
    told: str
    kind: str = ""
    span: Span | None = None


@dataclass(slots=True)
class Here:
    """A position of a game that is played by both engines: `twin` is that of the other one, if it is installed.

    `lines` is the trace so far; `number` picks the seat and the seed of what is looked at at random.
    """

    state: State
    twin: State | None
    watch: CycleDetector
    lines: list[Line]
    number: int = 0


def broken(
    here: Here, always: Property | None, only: Name | None = None, *, without: Collection[Name] = ()
) -> Breach | None:
    """The first law that is broken in a position. With `only` just that law is looked at, else all but some."""
    for name, check in LAWS.items():
        if only in (None, name) and name not in without:
            found = check(here)
            if found is not None:
                return found
    if always is None or only not in (None, "always") or here.state.status == "error":
        return None
    broken = always.is_about(here.state) and not always.holds(here.state)
    return Breach("always", f"`{always.text}` is false") if broken else None


def _rules(here: Here) -> Breach | None:
    error = here.state.error
    if here.state.status != "error" or error is None:
        return None
    return Breach("rules", f"{error.message} ({error.code})", f"{error.code} {error.span}", error.span)


def _end(here: Here) -> Breach | None:
    if here.state.status == "limit":
        return Breach("end", f"the game had not ended after {here.state.decisions} decisions")
    if here.state.is_terminal or here.watch.at(here.state) is None:
        return None
    return Breach("end", "the same decisions come again and again, and nobody has another move")


def _cards(here: Here) -> Breach | None:
    wrong = _violation(here.state)
    return Breach("cards", wrong) if wrong else None


def _violation(state: State) -> str | None:
    """What is wrong with the cells of a position, in a few words. Where a rule has failed, locals may hold anything."""
    code, cells = state.game.code, list(state.machine.state)
    if state.status == "error":
        return contents_violation(code, cells)
    return invariant_violation(code, without_dead_cells(code, cells))


def _moves(here: Here) -> Breach | None:
    state = here.state
    moves = state.legal_moves
    if bool(moves) == state.is_terminal:
        return Breach("moves", "somebody decides, and has no move" if not moves else "there are moves after the end")
    keys = {key_of(move.text): move for move in moves}
    if len(keys) < len(moves):
        twice = next(move.text for move in moves if keys[key_of(move.text)] is not move)
        return Breach("moves", f"two moves are called {twice}")
    for move in moves[:: max(1, len(moves) // 4)]:
        one, other = state.clone(), state.clone()
        one.apply(move)
        other.apply(f" {move} ".replace(",", " , "))
        if one != other:
            return Breach("moves", f"the text of {move} is read as another move")
    return None


def _engines(here: Here) -> Breach | None:
    if here.twin is None:
        return None
    for what, one, other in _pairs(here.state, here.twin):
        if one != other:
            return Breach("engines", f"{what} differ: {str(one)[:300]} and {str(other)[:300]}", what)
    for seat in range(here.state.game.players):
        if here.state.view(seat) != here.twin.view(seat):
            return Breach("engines", f"what p{seat + 1} sees differs", "views")
    return None


def _pairs(one: State, other: State) -> Iterator[tuple[str, object, object]]:
    """What both engines say, piece by piece."""
    yield "positions", list(one.machine.state), list(other.machine.state)
    yield "moves", [move.text for move in one.legal_moves], [move.text for move in other.legal_moves]
    yield "results", (one.status, one.winners, one.returns), (other.status, other.winners, other.returns)
    if one.status != "error":
        yield "scores", one.scores, other.scores


def _saves(here: Here) -> Breach | None:
    if here.state.status == "error":
        return None
    for one in (here.state, here.twin):
        if one is not None and State.from_bytes(here.state.game, one.to_bytes()) != here.state:
            return Breach("saves", "a position that was saved and loaded is another one")
    return None


def _guesses(here: Here) -> Breach | None:
    if here.state.status == "error":
        return None
    seat = here.number % here.state.game.players
    guess = here.state.resample(seat, here.number)
    if guess.view(seat) != here.state.view(seat):
        return Breach("guesses", f"a determinisation for p{seat + 1} looks different to them")
    if wrong := _violation(guess):
        return Breach("guesses", f"a determinisation for p{seat + 1}: {wrong}")
    return None


def _record(here: Here) -> Breach | None:
    if not here.state.is_terminal or here.state.status == "error":
        return None
    found = replay(here.lines, here.state.game)
    if found.differences:
        line, what = found.differences[0]
        return Breach("record", f"line {line} of the trace: {what}")
    return None


LAWS: dict[Name, Callable[[Here], Breach | None]] = {
    "rules": _rules,
    "end": _end,
    "cards": _cards,
    "engines": _engines,
    "moves": _moves,
    "saves": _saves,
    "guesses": _guesses,
    "record": _record,
}
"""How each law is looked at, in this order."""

SELDOM: tuple[Name, ...] = ("saves", "guesses")
"""The laws that take the longer the longer the game has lasted."""

SLOW: tuple[Name, ...] = ("engines", "moves", *SELDOM)
"""The laws that take so long that only some positions are looked at."""
