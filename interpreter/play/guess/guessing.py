"""A guess: another history that a seat cannot tell from the true one, and the position to which it leads.

How it is found, from the story of the seat alone (`story.py`):

1. **Lifelines** (`lifelines.py`) say which card may have gone where: where the seat could not see which card it was, one
   is drawn.
2. **Fitting** (`fitting.py`) deals kinds to the lifelines, as the seat knows them and as bans (`bans.py`) allow.
3. **Retelling** (`retelling.py`) plays the game again from its beginning with these cards and looks whether each move
   was legal and the seat saw the same, step by step. Other hidden things (numbers, secret choices, what others did
   unseen) are drawn there.
4. What fails is thrown away, and drawn anew.

After `ATTEMPTS` in vain the guess is one that only looks the same now (`resample.py`), and says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from ...engines.program.layout import DRAWN, SEED
from ...engines.reference.code import Code
from ...engines.reference.event import Event
from ...engines.reference.executor import begun_anew
from ...engines.reference.machine import Machine, RawMove
from ...engines.reference.start import first_state
from ...engines.reference.stream import mix
from ..game.history import Beginning, History
from ..game.resample import resample
from .beginnings import begin_otherwise
from .book import Book
from .fitting import fit
from .lifelines import Bans, Dead, Lifelines
from .luck import Luck
from .report import GuessReport
from .retelling import Hint, Retelling, Telling, by_plan, moves_that_fit, planned_first, unseen_kinds
from .story import Announced, Step, Travel

ATTEMPTS = 40
"""So many histories are drawn for a guess."""

RUNS = 40
"""So often is a step of one history played, with other choices of others and of chance."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A position, with the history that led to it."""

    m: Machine
    history: History | None
    report: GuessReport


@dataclass(slots=True)
class Tale:
    """A history that is being told: the table, all that happened, what was decided; `failed` is the step at which it
    does not go on, before which the table stands."""

    m: Machine
    events: list[Event]
    beginning: Beginning
    decided: list[tuple[RawMove | None, list[int]]]
    failed: int = -1


def guess(history: History, truth: Machine, seat: int, seed: int) -> Guess:
    """A guess for a seat; the same seed gives the same one."""
    began = perf_counter()
    beginning, code = history.beginning, truth.code
    with beginning.lock:
        book = beginning.kept.get(seat)
        if book is None:
            book = beginning.kept[seat] = Book(code, beginning, seat)
        steps = list(book.story(history))
    bans: dict[int, list[tuple[int, int]]] = {}
    for attempt in range(ATTEMPTS):
        tale = tell_once(book, steps, bans, Luck(seed, seat, attempt))
        if tale is not None and tale.failed < 0:
            stream = mix(mix(seed, seat), 2**32) >> 1
            return Guess(
                _table(tale, truth, stream),
                written(tale, stream),
                GuessReport(attempt + 1, attempt, "sampled", perf_counter() - began),
            )
    report = GuessReport(ATTEMPTS, ATTEMPTS, "view", perf_counter() - began)
    return Guess(resample(truth, seat, seed), None, report)


def tell_once(book: Book, steps: Sequence[Step], bans: Bans, luck: Luck) -> Tale | None:
    """Draw a history and play it; None where the cards already cannot have gone so."""
    try:
        plan, kinds = drawn(book, steps, bans, luck)
    except Dead:
        return None
    beginning = begin_otherwise(book.code, book.beginning, book.order, kinds, luck.seed >> 1)
    cells = first_state(book.code, beginning.seed) if beginning.cells is None else list(beginning.cells)
    tale = Tale(Machine(book.code, cells, explicit=beginning.explicit), [], beginning, [])
    tale.m.steps = begun_anew(cells, beginning.steps) if beginning.cells is not None else 0
    revealed = reveals(steps)
    for number, step in enumerate(steps):
        if not tell_step(tale, number, step, hint(steps, plan, revealed, number), book.seat, luck):
            tale.failed = number
            break
    return tale


def drawn(book: Book, steps: Sequence[Step], bans: Bans, luck: Luck) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """For each step the zones and kinds of its travels; and the kinds of all cards. Raises Dead."""
    ways, times = Lifelines(book.code, book.start, luck), list[list[int]]()
    for number, step in enumerate(steps):
        for zone, kinds in bans.get(number, ()):
            ways.ban(zone, kinds)
        times.append(ways.follow(step))
    fitted = fit(ways)
    at = {time: kind for line, kind in zip(ways.lines, fitted, strict=True) for time in line.travels}
    plan = []
    for step, ours in zip(steps, times, strict=True):
        gone = [one for one in step.trail if isinstance(one, Travel)]
        plan.append([(one.source, at[time]) for one, time in zip(gone, ours, strict=True)])
    return plan, fitted


def reveals(steps: Sequence[Step]) -> Mapping[int, tuple[int, Announced]]:
    """By the number of a step with a secret choice: in which step it came out, and how it was announced."""
    found: dict[int, tuple[int, Announced]] = {}
    waiting: dict[int, list[int]] = {}
    for number, step in enumerate(steps):
        if step.secret:
            waiting.setdefault(step.who, []).append(number)
        for seat, heard in step.revealed:
            if waiting.get(seat):
                found[waiting[seat].pop(0)] = (number, heard)
    return found


def hint(
    steps: Sequence[Step],
    plan: Sequence[Sequence[tuple[int, int]]],
    revealed: Mapping[int, tuple[int, Announced]],
    number: int,
) -> Hint:
    """What is planned for a step."""
    later, heard = revealed.get(number, (number, None))
    return Hint(plan[number], unseen_kinds(steps[later], plan[later]), heard)


def tell_step(tale: Tale, number: int, step: Step, planned: Hint, seat: int, luck: Luck) -> bool:
    """Play a step; whether it went as it was seen."""
    moves = [] if step.who < 0 else by_plan(tale.m, moves_that_fit(tale.m, step, planned), planned, luck)
    found = Retelling(tale.m, step, seat, moves, planned_first(planned, seat, luck)).first(RUNS)
    if found is None:
        return False
    take(tale, found)
    return True


def take(tale: Tale, found: Telling) -> None:
    """The step was played so."""
    tale.m = found.m
    tale.events += found.m.events or []
    tale.decided.append((found.move, found.told))


# The result -------------------------------------------------------------------------------


def _table(tale: Tale, truth: Machine, stream: int) -> Machine:
    m = tale.m
    m.events = tale.events
    m.explicit = truth.explicit
    m.state[SEED], m.state[DRAWN] = stream, 0
    return m


def written(tale: Tale, stream: int) -> History:
    """The history as it was told, with a stream of its own for what is to come."""
    first, explicit = tale.beginning, tale.beginning.explicit
    told = None if explicit else tuple(tale.decided[0][1])
    history = History.begun(Beginning(first.seed, explicit, first.cells, first.steps, told))
    for move, outcomes in tale.decided:
        if move is not None:
            history = history.then("play", move, None if explicit else tuple(outcomes))
        for value in outcomes if explicit else ():
            history = history.then("decide", value)
    return history.then("luck", stream)
