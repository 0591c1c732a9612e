"""What a mark tells of the card on which it is seen: a card that was named red is red, and the others are not.

Found by trying, as limits are. A seat sees marks on cards that it does not know. After a move that may have set some,
the unknown cards are dealt anew a few times, so that each kind has lain at each of these places; the move is made, and
the marks are compared with those that are seen in truth. A kind that never leads to the same marks at a place does not
lie there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....diagnostics.record import dataclass
from ....engines.program.layout import CardCell
from ....engines.program.nodes import AskBlock, Choice, Stmt
from ....engines.program.walk import all_effects
from ....engines.reference.bags import is_loose
from ....engines.reference.error import PlayError
from ....engines.reference.machine import Code, Machine, RawMove
from ....engines.reference.moves import compile_ask, list_moves
from ....language.ir import nodes as ir
from ..marks import marks_on
from ..resample import replace_cards
from ..view import knows
from .beginnings import laid_otherwise
from .dealing import Dealing
from .limit import Limit
from .limits import Learner
from .luck import Luck
from .reading import blocks_from
from .retelling import Hint, moves_that_fit
from .stage import Stage
from .story import Step

DEALINGS = 4
"""So often it is tried to lay each kind at each place, until each has lain there when the move was legal."""

FEW = 4
"""Where after so many dealings each mark was as in truth, the move is taken to tell nothing."""


@dataclass(slots=True)
class Spot:
    """A place where a seat does not know the card but sees marks on it; `after` are their values after the step.

    `tried` are the kinds, as bits, that have lain there, `fits` those with which the marks were the same.
    """

    zone: int
    place: int
    marks: tuple[CardCell, ...]
    after: tuple[int, ...]
    fits: int = 0
    tried: int = 0


def learn_marks(stage: Stage, before: Machine, after: Machine, step: Step, number: int) -> list[Limit]:
    """The limits that follow from the marks which a seat sees after a step; found with the luck of its number."""
    end = before.code.block(before.numbers).end
    heard = step.announced.name if step.announced is not None else None
    if step.who < 0 or step.chances or not isinstance(end, AskBlock):
        return []
    may_set = [
        one
        for index, one in enumerate(end.choices)
        if (one.name == heard or (step.own is not None and step.own[0] == index)) and _sets_marks(before.code, one)
    ]
    spots = list(_spots(before, after, stage.seat)) if may_set else []
    if not spots:
        return []
    learner = Learner(stage, before, step, Luck(number, stage.seat, 13), closely=False)
    for _ in range(DEALINGS):
        dealing = learner.dealt(())
        if dealing is not None and not (spots[0].tried and all(spot.tried == spot.fits for spot in spots)):
            _try_kinds(stage, _laid_out(learner, dealing), step, spots, learner.luck)
    banned = ((spot, spot.tried & ~spot.fits) for spot in spots)
    return [Limit(spot.zone, kinds, at=spot.place) for spot, kinds in banned if kinds]


def _laid_out(learner: Learner, dealing: Dealing) -> Machine:
    kinds, code = [dealing.kinds[line] for line in dealing.lines], learner.code
    seed = learner.luck.seed >> 1
    m = laid_otherwise(code, learner.beginning, learner.order, kinds, learner.seat, seed)
    m.explicit = learner.beginning.explicit
    return m


def _spots(before: Machine, after: Machine, seat: int) -> Iterator[Spot]:
    code = before.code
    for zone in code.layout.zones:
        marks = marks_on(code.layout, zone, seat)
        if not marks or code.heap[zone.number]:
            continue
        for place, card in enumerate(before.cards(zone.number)):
            unknown = not knows(before, card, seat) and not knows(after, card, seat)
            if unknown and after.where(card) == zone.number and not is_loose(code, before.state, zone.number, card):
                values = tuple(after.state[cell.address + card] for cell in marks)
                yield Spot(zone.number, place, marks, values)


def _sets_marks(code: Code, choice: Choice) -> bool:
    return code.once(_may_set, choice)


def _may_set(code: Code, choice: Choice) -> bool:
    bodies = (block.body for block in blocks_from(code.program, choice.then))
    return any(_sets(code, body) for body in bodies)


def _sets(code: Code, body: Sequence[Stmt]) -> bool:
    seen, waiting = set[str](), [tuple(body)]
    while waiting:
        for stmt in all_effects(waiting.pop()):
            if isinstance(stmt, ir.SetCardVariable):
                return True
            if isinstance(stmt, ir.Run) and stmt.effect not in seen:
                seen.add(stmt.effect)
                waiting.append(code.program.effects[stmt.effect].body)
    return False


def _try_kinds(stage: Stage, base: Machine, step: Step, spots: Sequence[Spot], luck: Luck) -> None:
    """Lay each kind that the seat does not know elsewhere at each place, a different one at each at the same time."""
    free = [card for card in range(len(base.kind_of)) if not knows(base, card, stage.seat)]
    by_kind = {base.kind_of[card]: card for card in free}
    kinds = luck.mixed(sorted(by_kind))
    every = sum(1 << kind for kind in kinds)
    for turn in range(len(kinds)):
        wanted = [by_kind[kinds[(turn + number) % len(kinds)]] for number in range(min(len(spots), len(kinds)))]
        if any(not spot.tried >> kinds[(turn + n) % len(kinds)] & 1 for n, spot in enumerate(spots)):
            _look(stage, _dealt_so(base, spots, wanted), step, spots)
        if all(spot.tried & every == every for spot in spots):
            return
        if turn == FEW and all(spot.tried == spot.fits for spot in spots):
            return


def _dealt_so(base: Machine, spots: Sequence[Spot], wanted: Sequence[int]) -> Machine:
    """The position with these cards at the places; each changes places with the card that lies there."""
    now = list(range(len(base.kind_of)))
    for spot, card in zip(spots, wanted, strict=False):
        here, there = base.cards(spot.zone)[spot.place], now.index(card)
        if base.code.layout.home[now[here]] == base.code.layout.home[card]:
            now[here], now[there] = now[there], now[here]
    twin = Machine(base.code, list(base.state), explicit=base.explicit, record=False)
    replace_cards(twin, now)
    return twin


def _look(stage: Stage, m: Machine, step: Step, spots: Sequence[Spot]) -> None:
    """Make the move if it is legal there, and note which kinds show the marks that are seen in truth."""
    move = _the_move(m, step)
    if move is None:
        return
    cards = [m.cards(spot.zone)[spot.place] for spot in spots]
    table = stage.table(m)
    stage.executor.play(table, move)
    for spot, card in zip(spots, cards, strict=True):
        kind = 1 << m.kind_of[card]
        spot.tried |= kind
        if tuple(table.state[cell.address + card] for cell in spot.marks) == spot.after:
            spot.fits |= kind


def _the_move(m: Machine, step: Step) -> RawMove | None:
    end = m.code.block(m.numbers).end
    assert isinstance(end, AskBlock)
    try:
        m.moves = list_moves(m, m.code.once(compile_ask, end))
    except PlayError:
        return None
    return next(iter(moves_that_fit(m, step, Hint())), None)
