"""The fast path of replay: steps in which nothing is weighed, and the script of all steps.

The move is the only one that fits what was heard, or one of those that move most of the cards that are planned to go
unseen; where chance gives a card, it is the planned kind; where it picks an element of a list, one is drawn until
nothing else is told than was heard. Where that does not lead to what was seen, a step in which something was drawn is
tried a few times. The rest is left to `step_replay`.

The compiled engine does exactly this by itself, many steps in one call (`compiler.runtime`). All draws come
from the seed of the history and the number of the step, in the same order there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ....diagnostics.record import dataclass
from ....engines.cells import stream_number
from ....engines.engine import HIDDEN, Part, ReplayScript, ReplayStep
from ....engines.position import Position, RawMove
from ....engines.program.layout import RUNNING, STATUS
from ....engines.program.nodes import PickOne, SettleTop
from .observations import CHANCE, UNPLACED, UNSEEN, AnnouncedMove, ObservedStep, decider
from .simulator import Simulator
from .step_replay import ReplayedStep, StepHint, moves_that_fit, next_to_go, planned_cards

TRIES, AGAIN = 4, 40
"""So often is a step tried where something is drawn, and so often is one thing drawn again, before all that there are
are gone through in their order."""

BY_NAME, ANY = -1, -2
"""Of a move only the name is known; nothing is."""


Found = TypeVar("Found")


class NotDirect(Exception):
    """Something in a step must be weighed."""


@dataclass(slots=True)
class StepDraws:
    """The numbers of one step."""

    seed: int
    count: int = 0
    any: bool = False

    def below(self, many: int) -> int:
        """A number from 0 to `many` - 1."""
        self.any = True
        self.count += 1
        return ((stream_number(self.seed, self.count - 1) >> 32) * many) >> 32

    def first(self, values: Sequence[int], look: Callable[[int], Found | None]) -> Found | None:
        """What is found of the first value drawn with which something is."""
        for turn in range(AGAIN + len(values)):
            found = look(values[self.below(len(values)) if turn < AGAIN else turn - AGAIN])
            if found is not None:
                return found
        return None


class NoDraws(StepDraws):
    """There is nothing to draw: only one value may fit."""

    def first(self, values: Sequence[int], look: Callable[[int], Found | None]) -> Found | None:
        """What is found of the only value with which something is. Raises NotDirect if there are several."""
        found = [one for one in map(look, sorted(set(values))) if one is not None]
        if len(found) > 1:
            raise NotDirect
        return found[0] if found else None


def cue(step: ObservedStep, number: int, revealed: tuple[int, AnnouncedMove] | None) -> ReplayStep:
    """A step as an executor may play it by itself; `revealed` says when a secret choice came out, and how."""
    heard = step.announced if not step.secret else None
    later = number
    if revealed is not None:
        later, heard = revealed
    parts: tuple[Part, ...] = ()
    own, name = ANY, ""
    if step.own is not None:
        own, parts = step.own[0], tuple(step.own[1:])
    elif heard is not None:
        own, name, parts = BY_NAME, heard.name, heard.parts
    return ReplayStep(
        plain=not step.read and all(map(_is_clear, parts)) and all(one.goal != UNPLACED for one in step.travels),
        who=step.who,
        own=own,
        name=name,
        parts=parts,
        unknown_to=0 if heard is None else heard.unknown_to,
        at_chance=step.stop[0] == CHANCE,
        chances=step.chances,
        travels=[(one.source, one.many, -1 if one.whole else one.place, one.kind) for one in step.travels],
        seen=step.seen,
        heard=step.heard,
        unseen_of=later,
    )


def _is_clear(part: Part) -> bool:
    """Whether all of an argument is known, or nothing."""
    return not isinstance(part, tuple) or HIDDEN not in part or all(one == HIDDEN for one in part)


def replay_directly(
    stage: Simulator, before: Position, step: ObservedStep, hint: StepHint, draws: StepDraws, turns: int = TRIES
) -> ReplayedStep | None:
    """Play a step plainly; None where it does not go on as it was seen. Raises NotDirect."""
    moves = moves_that_fit(before, step, hint) if step.who >= 0 else []
    if step.who >= 0 and not moves:
        return None
    for turn in range(turns):
        move = _drawn(before, moves, hint, turn, draws) if moves else None
        found = _played(stage, before, step, move, hint, draws)
        if found is not None and stage.seen(found.m) == step.seen:
            return found
        if not draws.any:
            return None
    return None


def certainly(stage: Simulator, before: Position, step: ObservedStep, hint: StepHint) -> ReplayedStep | None:
    """The only way in which a step goes plainly, whatever the seed; None where there are several, or none."""
    moves = moves_that_fit(before, step, hint) if step.who >= 0 else []
    if len(moves) != (step.who >= 0):
        return None
    try:
        found = _played(stage, before, step, moves[0] if moves else None, hint, NoDraws(0))
    except NotDirect:
        return None
    return found if found is not None and stage.seen(found.m) == step.seen else None


def _drawn(m: Position, moves: Sequence[RawMove], hint: StepHint, turn: int, draws: StepDraws) -> RawMove:
    """One of those that move most of the cards that are planned to go unseen; after the first turn any."""
    if len(moves) == 1:
        return moves[0]
    draws.any = True
    many = planned_cards(m, moves, hint) if turn == 0 and hint.unseen else [0] * len(moves)
    most = max(many)
    able = [move for move, count in zip(moves, many, strict=True) if count == most]
    return able[draws.below(len(able))] if len(able) > 1 else able[0]


def _played(
    stage: Simulator, before: Position, step: ObservedStep, move: RawMove | None, hint: StepHint, draws: StepDraws
) -> ReplayedStep | None:
    """Play a move, and what chance decides after it."""
    m = stage.after(before, move)
    told, since = list[int](), 0
    unseen, picks = sum(one.kind == UNSEEN for one in step.travels), False
    while not _ends(m, step, len(told)):
        end = m.code.block(m.numbers).end
        if isinstance(end, SettleTop) and end.place is None:
            number = next_to_go(m, step, since)
            if number < 0 and stage.astray(m, step.heard):
                return None
            if number < 0:
                raise NotDirect
            if not _settled(stage, m, hint, number):
                raise NotDirect
            told.append(hint.travels[number][2])
            since = number + 1
            unseen -= step.travels[number].kind == UNSEEN
        elif isinstance(end, PickOne) and end.slot.type.base != "card":
            picked = _picked(stage, m, step, end, len(told), draws)
            if picked is None:
                return None
            m, value = picked
            told.append(value)
            picks = True
        else:
            raise NotDirect
    if picks and unseen:  # a card may have gone by what was picked
        raise NotDirect
    return ReplayedStep(m, move, told)


def _ends(m: Position, step: ObservedStep, told: int) -> bool:
    """Whether a step ends where play stands."""
    if m.numbers[STATUS] != RUNNING or decider(m) != CHANCE:
        return True
    return step.stop[0] == CHANCE and told + 1 == step.chances


def _settled(stage: Simulator, m: Position, hint: StepHint, number: int) -> bool:
    """Let the card that goes next be of the planned kind; False if none lies there."""
    source, _, kind, _ = hint.travels[number]
    at = m.code.place_at
    if not any(m.state[at + card] == source for card in stage.cards_of(m.code)[kind]):
        return False
    try:
        m.decide(kind)
    except ValueError:  # the card lies further down
        return False
    return True


def _picked(
    stage: Simulator, m: Position, step: ObservedStep, end: PickOne, told: int, draws: StepDraws
) -> tuple[Position, int] | None:
    """Draw an element until nothing else is told than was heard."""
    draws.any = True
    with m.aside():
        values = list(m.value(end.source, {}))

    def look(value: int) -> tuple[Position, int] | None:
        twin = m.clone()
        twin.decide(value)
        ends = _ends(twin, step, told + 1)
        fits = stage.seen(twin) == step.seen if ends else not stage.astray(twin, step.heard)
        return (twin, value) if fits else None

    return draws.first(values, look)


# A story with its script, and when secret choices came out.


class ObservationHistory:
    """The steps, and the same as an executor can play them; `revealed` says of a step with a secret choice in which
    step it came out, and how it was announced.
    """

    def __init__(self, steps: Sequence[ObservedStep] = ()) -> None:
        self.steps: list[ObservedStep] = []
        self.script = ReplayScript()
        self.revealed: dict[int, tuple[int, AnnouncedMove]] = {}
        self._waiting: dict[int, list[int]] = {}
        for step in steps:
            self.add(step)

    def add(self, step: ObservedStep) -> None:
        """One more step."""
        number = len(self.steps)
        self.steps.append(step)
        if step.secret:
            self._waiting.setdefault(step.who, []).append(number)
        self.script.put(number, cue(step, number, None))
        for seat, heard in step.revealed:
            if self._waiting.get(seat):
                earlier = self._waiting[seat].pop(0)
                self.revealed[earlier] = (number, heard)
                self.script.put(earlier, cue(self.steps[earlier], earlier, (number, heard)))
