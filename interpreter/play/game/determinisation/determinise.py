"""A determinisation: another history that a seat cannot tell from the true one, and the position to which it leads.

How it is found, from the story of the seat alone (`story.py`):

1. Where few positions are possible, all of them are kept up with the story, and one is drawn (`exact.py`).
2. Otherwise **lifelines** (`lifelines.py`) say which card may have gone where: where the seat could not see which card
   it was, one is drawn.
3. **Fitting** (`fitting.py`) deals kinds to the lifelines, as the seat knows them and as limits (`limits.py`) allow.
4. **Retelling** (`retelling.py`) plays the game again with these cards and looks whether each move was legal and the
   seat saw the same, step by step. Other hidden things (numbers, secret choices, what others did unseen) are drawn
   there.
5. What fails is thrown away, and drawn anew.

Where the game has begun afresh since, what was before is told only once (`bases.py`). After 400 in vain the
determinisation is one that only looks the same now (`lookalike.py`), and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter

from ....diagnostics.record import dataclass
from ....engines.reference.executor import Executor
from ....engines.reference.machine import Machine
from ....engines.reference.stream import mix
from ..history import Beginning, History, standing
from .bases import tell_in_time
from .book import book_of
from .decided import Decided
from .exact import Belief, pick
from .lookalike import lookalike
from .luck import Luck
from .report import Sampling
from .telling import UNPLANNED, Tale, believed, tell


@dataclass(frozen=True, slots=True)
class Determinisation:
    """A position, with the history that led to it; without one where only the view is the same."""

    m: Machine
    history: History | None
    report: Sampling


def determinise(history: History, truth: Machine, executor: Executor, seat: int, seed: int) -> Determinisation:
    """A determinisation for a seat; the same seed gives the same one. `truth` is the position itself.

    Where reading is broken off, as by Ctrl-C, a book may stand in the middle of a step; so all that is kept is
    forgotten then, and made anew when somebody asks.
    """
    beginning = history.beginning
    with beginning.lock:
        try:
            return _read(history, truth, executor, seat, seed)
        except BaseException:
            beginning.kept.clear()
            raise


def _read(history: History, truth: Machine, executor: Executor, seat: int, seed: int) -> Determinisation:
    began, stream = perf_counter(), mix(mix(seed, seat), 2**32) >> 1
    book = book_of(history, truth.code, executor, seat)
    story = book.story(history)
    base = book.bases.all[-1]
    beliefs = book.beliefs(story, story.steps)
    for rejected, tale in enumerate(drawn_from(beliefs, base, seed, seat)):
        tell(book.stage, tale, story, UNPLANNED, Luck(seed, seat))
        if tale.failed < 0:
            return _found(tale, stream, Sampling(rejected + 1, rejected, "exact", perf_counter() - began))
    pool = book.pool if story is book.told else None
    told, attempts = tell_in_time(book.stage, base, story, book.limits, book.closely, seed, pool=pool)
    rejected = attempts if told is None else attempts - 1
    report = Sampling(attempts, rejected, "view" if told is None else "sampled", perf_counter() - began)
    if told is None:
        return Determinisation(_without_a_past(executor.plain(truth), executor, seat, seed), None, report)
    return _found(told, stream, report)


def drawn_from(beliefs: Sequence[Belief], base: Tale, seed: int, seat: int) -> Iterator[Tale]:
    """The beliefs in the order in which they are drawn, each once.

    Secret choices that wait are made anew. That fails only where it hangs on hidden cards who is asked, or what the
    seat itself may choose: then it does so however the others choose, so the next one is as likely as it should be.
    """
    left, turn = list(beliefs), 0
    while left:
        one = pick(left, Luck(seed, seat, turn) if turn else Luck(seed, seat))
        yield believed(base, one)
        left = [other for other in left if other is not one]
        turn += 1


def _without_a_past(truth: Machine, executor: Executor, seat: int, seed: int) -> Machine:
    """A position that looks the same now: a determinisation of this one as if it had been laid out so.

    Whoever determinises what comes out gets the same as from the true position, for the seat knows as much of both.
    """
    history = standing(truth)
    book = book_of(history, truth.code, executor, seat)
    told, _ = tell_in_time(book.stage, book.bases.all[-1], book.story(history), {}, book.closely, seed)
    if told is None:
        return lookalike(truth, seat, seed)
    return _found(told, mix(mix(seed, seat), 2**32) >> 1, Sampling(1, 0, "view", 0.0)).m


def _found(tale: Tale, stream: int, report: Sampling) -> Determinisation:
    m = tale.m
    m.reseed(stream)
    return Determinisation(m, written(tale, stream), report)


def written(tale: Tale, stream: int) -> History:
    """The history as it was told, with a stream of its own for what is to come; written down when somebody asks."""
    first, decided = tale.beginning, tale.decided
    if first.explicit:
        return _written(decided, _begun(first, tale.seed, decided)).then("luck", stream)
    begun = partial(_begun, first, tale.seed, decided)
    return History.written_later(begun, partial(_written, decided), decided.many, stream)


def _begun(first: Beginning, seed: int, decided: Decided) -> Beginning:
    """The beginning of a history that was told, with what chance decided before the first decision."""
    told = None if first.explicit else decided.first()[1]
    return Beginning(seed, first.explicit, first.cells, first.steps, told)


def _written(decided: Decided, beginning: Beginning) -> History:
    history, explicit = History.begun(beginning), beginning.explicit
    for move, outcomes in decided.all():
        if move is not None:
            history = history.then("play", move, None if explicit else outcomes)
        for value in outcomes if explicit else ():
            history = history.then("decide", value)
    return history
