"""Beliefs: what a seat may hold for the true position, and determinisations sampled from it.

**What a seat knows.** Its story (`observations`) is all that goes in: step by step who decided, what was announced,
which cards it saw go where, and what it saw at the end. Three kinds of constraints follow. A *trajectory* is one card
through the story; what was ever seen of it (its kind, its back) holds for it for ever, and cards that lay in one run
may have changed places unseen. *Capacities*: of each kind only so many cards are left. A *limit* is what a step tells
of cards that nobody showed: who did not follow suit had none of it. No table says which step tells what, since the
rules may be any: `information_flow` reads the conditions of the move, and where these do not say it all `constraints`
tries the step with other cards, and drops each limit that one of the dealings refutes.

**How a state is sampled.** (1) Which trajectory each card that moved unseen was is drawn (`trajectories`); (2) kinds
are dealt to the trajectories within capacities and limits, a random bipartite matching (`assignment`); (3) the game is
played again with these cards by its own engine, other hidden things (throws, secret choices) being drawn on the way
(`particles`, `step_replay`); (4) where a move was not legal, or the seat would have seen something else, the history is
rejected and another drawn. After an open position or a shuffle of everything all begins anew there (`regeneration`).

**Why replay and rejection.** What cards say about a history hangs on rules of any kind; the one thing that can decide
whether a history explains the story is to play it. So constraints only make a proposal likelier to pass, and replay has
the last word: a weak limit costs time, never a wrong position.

**How exact.** While at most 64 positions are possible all are kept with their probabilities (`exact_belief`), others
taking each legal move as likely: draws are then exact. Each sampled history is a possible one; but trajectories and
dealings are drawn nearly evenly, not by how likely they are in truth, and survivors are not weighed again. A limit that
held in all dealings tried but does not hold always excludes some histories, so after 40 attempts some limits are left
out by lot. After 400 rejections the position only looks
the same now (`approximation`). `Sampling` says which of the three it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import partial
from time import perf_counter

from ....diagnostics.record import dataclass
from ....engines.cells import stream_number
from ....engines.engine import Executor
from ....engines.position import Position, ProgramTables, RawMove
from ....engines.program.nodes import AskBlock, AskChoice
from ..history import Beginning, History, standing
from .approximation import consistent_position
from .constraints import CLOSELY, LATER, TRIES, LimitFinder, infer_from_marks
from .equivalence_classes import KindClasses, by_legality, by_what_follows, by_what_may_be_done
from .exact_belief import Belief, ExactBelief, pick
from .fast_replay import ObservationHistory
from .information_flow import hides, legality_depends_on_hidden, limits_of_legality, outcome_depends_on_hidden
from .observations import CHANCE, Limit, ObservedStep, decider, observe
from .particles import UNPLANNED, DecisionLog, ParticlePool, SampledHistory, believed, extend_history
from .random_stream import RandomStream
from .regeneration import RegenerationPoints, is_open, is_regeneration, sample_history
from .report import Determinisation, Sampling
from .simulator import Simulator


def determinise(history: History, truth: Position, executor: Executor, seat: int, seed: int) -> Determinisation:
    """A determinisation for a seat; the same seed gives the same one. `truth` is the position itself.

    Where reading is broken off, as by Ctrl-C, a book may stand in the middle of a step; so all that is kept is
    forgotten then, and made anew when somebody asks.
    """
    beginning = history.beginning
    with beginning.lock:
        try:
            return _read(history, truth, executor, seat, seed)
        except BaseException:  # also KeyboardInterrupt: half a step must not be taken for a whole one the next time
            beginning.kept.clear()
            raise


def _read(history: History, truth: Position, executor: Executor, seat: int, seed: int) -> Determinisation:
    began, stream = perf_counter(), stream_number(stream_number(seed, seat), 2**32) >> 1
    book = belief_of(history, truth.code, executor, seat)
    story = book.story(history)
    base = book.bases.all[-1]
    beliefs = book.beliefs(story, story.steps)
    # Few positions: they are drawn from as likely as they are. Only what waits (secret choices) is still to be played
    for rejected, tale in enumerate(drawn_from(beliefs, base, seed, seat)):
        extend_history(book.stage, tale, story, UNPLANNED, RandomStream(seed, seat))
        if tale.failed < 0:
            return _found(tale, stream, Sampling(rejected + 1, rejected, "exact", perf_counter() - began))
    # The pool follows finished steps; where chance is to decide in the middle of one, trajectories are drawn afresh
    pool = book.pool if story is book.told else None
    told, attempts = sample_history(book.stage, base, story, book.limits, book.closely, seed, pool=pool)
    rejected = attempts if told is None else attempts - 1
    report = Sampling(attempts, rejected, "view" if told is None else "sampled", perf_counter() - began)
    if told is None:
        return Determinisation(_without_a_past(truth.plain(), executor, seat, seed), None, report)
    return _found(told, stream, report)


def drawn_from(beliefs: Sequence[Belief], base: SampledHistory, seed: int, seat: int) -> Iterator[SampledHistory]:
    """The beliefs in the order in which they are drawn, each once.

    Secret choices that wait are made anew. That fails only where it hangs on hidden cards who is asked, or what the
    seat itself may choose: then it does so however the others choose, so the next one is as likely as it should be.
    """
    left, turn = list(beliefs), 0
    while left:
        one = pick(left, RandomStream(seed, seat, turn) if turn else RandomStream(seed, seat))
        yield believed(base, one)
        left = [other for other in left if other is not one]
        turn += 1


def _without_a_past(truth: Position, executor: Executor, seat: int, seed: int) -> Position:
    """A position that looks the same now: a determinisation of this one as if it had been laid out so.

    Whoever determinises what comes out gets the same as from the true position, for the seat knows as much of both.
    """
    history = standing(truth)
    book = belief_of(history, truth.code, executor, seat)
    told, _ = sample_history(book.stage, book.bases.all[-1], book.story(history), {}, book.closely, seed)
    if told is None:
        return consistent_position(truth, seat, seed)
    return _found(told, stream_number(stream_number(seed, seat), 2**32) >> 1, Sampling(1, 0, "view", 0.0)).m


def _found(tale: SampledHistory, stream: int, report: Sampling) -> Determinisation:
    m = tale.m
    m.reseed(stream)
    return Determinisation(m, written(tale, stream), report)


def written(tale: SampledHistory, stream: int) -> History:
    """The history as it was told, with a stream of its own for what is to come; written down when somebody asks."""
    first, decided = tale.beginning, tale.decided
    if first.explicit:
        return _written(decided, _sampled_beginning(first, tale.seed, decided)).then("luck", stream)
    begun = partial(_sampled_beginning, first, tale.seed, decided)
    return History.written_later(begun, partial(_written, decided), decided.many, stream)


def _sampled_beginning(first: Beginning, seed: int, decided: DecisionLog) -> Beginning:
    """The beginning of a history that was told, with what chance decided before the first decision."""
    told = None if first.explicit else decided.first()[1]
    return Beginning(seed, first.explicit, first.cells, first.steps, told)


def _written(decided: DecisionLog, beginning: Beginning) -> History:
    history, explicit = History.start(beginning), beginning.explicit
    for move, outcomes in decided.all():
        if move is not None:
            history = history.then("play", move, None if explicit else outcomes)
        for value in outcomes if explicit else ():
            history = history.then("decide", value)
    return history


# The story of a game as one seat saw it, kept up with the game, and what all its determinisations have in common.

COURSE = -1
"""Under this number, which is no seat's, the course of the game is kept with the books of its seats."""


def belief_of(history: History, code: ProgramTables, executor: Executor, seat: int) -> SeatBelief:
    """The book of a seat in the games that began as this one."""
    beginning = history.beginning
    kept = beginning.kept
    if seat not in kept:
        if COURSE not in kept:
            kept[COURSE] = ReplayedCourse(code, beginning)
        kept[seat] = SeatBelief(kept[COURSE], executor, seat)
    found = kept[seat]
    assert isinstance(found, SeatBelief)
    return found


class SeatBelief:
    """What one seat has seen in the games that began in one way; it stands at one of their positions."""

    def __init__(self, course: ReplayedCourse, executor: Executor, seat: int) -> None:
        code, beginning = course.code, course.beginning
        self.course, self.beginning, self.seat = course, beginning, seat
        self.stage = Simulator(executor, seat)
        self.told = ObservationHistory()
        self.bases = RegenerationPoints(
            self.stage,
            SampledHistory(self.stage.table(beginning.untouched(code)), beginning, DecisionLog(), beginning.seed),
        )
        self.pool = ParticlePool(code, seat)
        self.exact = ExactBelief(self.stage)
        self.limits: dict[int, list[Limit]] = {}
        self.turns: list[ReplayedTurn] = []
        self._closely: dict[int, list[Limit]] = {}

    def story(self, history: History) -> ObservationHistory:
        """The steps up to a position, the last one not yet ended where chance is to decide."""
        self.course.follow(history)
        turns = self.course.turns
        if len(turns) != len(self.turns) or (turns and turns[-1].last is not self.turns[-1].last):
            same = in_common([turn.last for turn in self.turns], [turn.last for turn in turns])
            if same < len(self.turns):
                self._back(same)
            for turn in turns[same:]:
                self._turn_page(turn)
        if self.course.open is not None:
            return ObservationHistory([*self.told.steps, self._observed(self.course.open)])
        return self.told

    def closely(self, number: int) -> list[Limit]:
        """What the step with this number tells if it is looked at closely. That takes long, so it is done when it is
        first asked for; it is found from the story alone, and the same whoever asks.
        """
        waits = self.course.open
        if number == len(self.turns) and waits is not None:
            return infer_limits(self.stage, waits.before, self._observed(waits), number, waits.move, closely=True)
        if number not in self._closely:
            step, turn = self.told.steps[number], self.turns[number]
            self._closely[number] = infer_limits(self.stage, turn.before, step, number, turn.move, closely=True)
        return self._closely[number]

    def _back(self, keep: int) -> None:
        """Begin again; steps that belong to what both ways have in common stay."""
        del self.turns[keep:]
        self.told = ObservationHistory(self.told.steps[:keep])
        self.bases.back(keep)
        self.pool.back()
        self.limits = {number: found for number, found in self.limits.items() if number < keep}
        self._closely = {number: found for number, found in self._closely.items() if number < keep}

    def _observed(self, turn: ReplayedTurn) -> ObservedStep:
        m = turn.after
        told = [event.data[1] for event in m.events or () if event.what in ("settled", "picked")]
        seen = self.stage.watched(turn.laid_out(self.stage.executor), turn.move, told)
        return observe(m, self.seat, turn.chances, seen)

    def beliefs(self, story: ObservationHistory, steps: Sequence[ObservedStep]) -> list[Belief]:
        """All positions that are possible after these steps of a story, which go on from the last base, those aside
        that wait (`ExactBelief`); none where they are too many.
        """
        base = self.bases.all[-1]
        since = base.decided.many
        few = since or self.beginning.cells is None
        return self.exact.after(base.m, since, steps, story.revealed) if few else []

    def _turn_page(self, turn: ReplayedTurn) -> None:
        """A step has ended."""
        step, number, before = self._observed(turn), len(self.turns), turn.before
        self.told.add(step)
        self.turns.append(turn)
        if step.who < 0:
            return
        found = infer_limits(self.stage, before, step, number, turn.move)
        found += infer_from_marks(self.stage, before, turn.after, step, number)
        if found:
            self.limits[number] = found
        if is_regeneration(before, step, self.seat):
            self.bases.add(self.told, self.limits, self.closely)
        elif is_open(before, number, self.bases.all[-1]):
            # All lay open before the last step
            beliefs = self.beliefs(self.told, self.told.steps[:-1])
            if len(beliefs) == 1 and not self.exact.waiting:
                self.bases.all.append(believed(self.bases.all[-1], beliefs[0]))
            else:
                self.bases.add(self.told, self.limits, self.closely)


# The course of the game as it was, played again by the reference engine once for the stories of all its seats. It is
# cut into turns, from one decision to the next. Positions that went different ways share the turns that they have in
# common: whoever asks for a position steps back to the last of these. Without that each bot that looks ahead would
# replay the whole game at each of its positions.


@dataclass(frozen=True, slots=True, eq=False)
class ReplayedTurn:
    """What happened from one decision to the next: the tables before and after it, the latter with what happened; the
    move (none: it is the beginning); and how often the play stopped for chance.

    `last` is the entry of the history with which it ended. It tells turns apart, since all before hangs on it. `laid`
    is the table before it as the engine of the game holds it, once one seat has asked (`laid_out`).
    """

    before: Position
    move: RawMove | None
    after: Position
    chances: int
    last: History
    laid: list[Position] = field(default_factory=list)

    def laid_out(self, executor: Executor) -> Position:
        """The table before it, which the engine of the game has laid out once for all seats; it must not be changed."""
        if not self.laid:
            # No seat watches
            self.laid.append(executor.rehearse(self.before, -1))
        return self.laid[0]


class ReplayedCourse:
    """The turns of the game up to a position, and the one that has not yet ended because chance is to decide."""

    def __init__(self, code: ProgramTables, beginning: Beginning) -> None:
        self.code, self.beginning = code, beginning
        self.turns: list[ReplayedTurn] = []
        self.open: ReplayedTurn | None = None
        self._done: list[History] = []
        self._begin()

    def follow(self, history: History) -> None:
        """Stand at this position."""
        many = len(self._done)
        if many and history is self._done[-1]:
            return
        new = history.entries(many)
        if many and not (new and new[0].before is self._done[-1]):
            way = history.entries()
            self._back(in_common(self._done, way))
            new = way[len(self._done) :]
        for entry in new:
            self._go(entry)
        standing = self._done[-1]
        waits = decider(self._m) == CHANCE
        self.open = ReplayedTurn(self._before, self._move, self._m, self._chances, standing) if waits else None

    def _begin(self) -> None:
        self._m, self._chances = self.beginning.table(self.code), 0
        self._before = self.beginning.untouched(self.code)
        self._move: RawMove | None = None

    def _back(self, common: int) -> None:
        """Stand where the last turn of the first so many entries ended."""
        while self.turns and self.turns[-1].last.length >= common:
            self.turns.pop()
        if not self.turns:
            self._done = []
            self._begin()
            return
        last = self.turns[-1]
        del self._done[last.last.length + 1 :]
        self._before, self._move, self._chances = last.before, last.move, last.chances
        self._m = last.after.clone()

    def _go(self, entry: History) -> None:
        if entry.what == "play":
            self._before, self._move = self._standing(), entry.given
            self._m.events, self._chances = [], 0
        if entry.what != "begin":
            entry.play_again(self._m)
        self._done.append(entry)
        if entry.what in ("pick", "luck"):
            return
        if decider(self._m) == CHANCE:
            self._chances += 1
        else:
            self.turns.append(ReplayedTurn(self._before, self._move, self._m.clone(), self._chances, entry))

    def _standing(self) -> Position:
        """The table before a move."""
        ended = bool(self.turns) and self.turns[-1].last is self._done[-1]
        return self.turns[-1].after if ended else self._m.clone()


def in_common(one: Sequence[History], two: Sequence[History]) -> int:
    """How many entries at the beginning are the same; all before an entry hangs on it."""
    many = min(len(one), len(two))
    while many and one[many - 1] is not two[many - 1]:
        many -= 1
    return many


# What is learned of one step of a story: whether its move may tell anything of hidden cards; then what, by trying.


def infer_limits(
    stage: Simulator, before: Position, step: ObservedStep, number: int, move: RawMove | None, *, closely: bool = False
) -> list[Limit]:
    """The limits of a step, found with the luck of its number; `move` was made in truth, and only what the seat heard
    of it is used.
    """
    end = before.code.block(before.numbers).end
    if step.who < 0 or step.announced is None or not isinstance(end, AskBlock):
        return []
    choices = [choice for choice in end.choices if choice.name == step.announced.name]
    later = any(outcome_depends_on_hidden(before.code, choice, stage.seat) for choice in choices)
    legal = step.who != stage.seat and any(
        legality_depends_on_hidden(before.code, choice, stage.seat) for choice in choices
    )
    known = None
    if legal and len(choices) == 1 and move is not None:
        known = limits_of_legality(before, move, step.announced, stage.seat, step.travels)
        legal = known is None
    if not (closely or later or legal):
        return known or []
    tries = CLOSELY if closely else LATER if later else TRIES
    sorts = None if closely else _sorts(stage, before, step, choices, later=later)
    luck = RandomStream(number, stage.seat, 11)
    learner = LimitFinder(stage, before, step, luck, tries=tries, sorts=sorts, known=known or ())
    return [*learner.known, *([] if learner.are_of_one_sort() else learner.limits(sure=later))]


def _sorts(
    stage: Simulator, before: Position, step: ObservedStep, choices: Sequence[AskChoice], *, later: bool
) -> KindClasses | None:
    """The sorts of cards that a move may tell apart; None where each kind must be looked at by itself."""
    heard = step.announced
    if heard is None or len(choices) != 1 or step.read or any(map(hides, heard.parts)):
        return None
    own = step.stop[0] == stage.seat
    rule = by_what_may_be_done if later and own else by_what_follows if later else by_legality
    return before.code.once(rule, choices[0])
