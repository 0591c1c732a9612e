"""What is learned of one step of a story: whether its move may tell anything of hidden cards; then what, by trying."""

from __future__ import annotations

from collections.abc import Sequence

from ....engines.program.nodes import AskBlock, Choice
from ....engines.reference.machine import Machine, RawMove
from .limit import Limit
from .limits import CLOSELY, LATER, TRIES, Learner
from .luck import Luck
from .reading import goes_by_unseen, reads_unseen
from .settled import hides, legal_for_all_to_see
from .sorts import Sorts, by_legality, by_what_follows, by_what_may_be_done
from .stage import Stage
from .story import Step


def learn(
    stage: Stage, before: Machine, step: Step, number: int, move: RawMove | None, *, closely: bool = False
) -> list[Limit]:
    """The limits of a step, found with the luck of its number; `move` was made in truth, and only what the seat heard
    of it is used.
    """
    end = before.code.block(before.numbers).end
    if step.who < 0 or step.announced is None or not isinstance(end, AskBlock):
        return []
    choices = [choice for choice in end.choices if choice.name == step.announced.name]
    later = any(goes_by_unseen(before.code, choice, stage.seat) for choice in choices)
    legal = step.who != stage.seat and any(reads_unseen(before.code, choice, stage.seat) for choice in choices)
    if legal and len(choices) == 1 and move is not None:
        legal = not legal_for_all_to_see(before, move, step.announced, stage.seat, step.travels)
    if not (closely or later or legal):
        return []
    tries = CLOSELY if closely else LATER if later else TRIES
    sorts = None if closely else _sorts(stage, before, step, choices, later=later)
    luck = Luck(number, stage.seat, 11)
    learner = Learner(stage, before, step, luck, closely=closely or later, tries=tries, sorts=sorts)
    return [] if learner.are_of_one_sort() else [*learner.limits(sure=later)]


def _sorts(stage: Stage, before: Machine, step: Step, choices: Sequence[Choice], *, later: bool) -> Sorts | None:
    """The sorts of cards that a move may tell apart; None where each kind must be looked at by itself."""
    heard = step.announced
    if heard is None or len(choices) != 1 or step.read or any(map(hides, heard.parts)):
        return None
    own = step.stop[0] == stage.seat
    rule = by_what_may_be_done if later and own else by_what_follows if later else by_legality
    return before.code.once(rule, choices[0])
