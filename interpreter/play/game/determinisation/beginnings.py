"""How the cards lie at the beginning, as far as a seat knows; and a beginning in which they lie otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from ....engines.program.layout import DRAWN, SEED
from ....engines.program.nodes import Program
from ....engines.reference.bags import BAG, PIN
from ....engines.reference.executor import before_last_block
from ....engines.reference.machine import Code, Machine
from ....engines.reference.start import first_state
from ..history import Beginning
from ..resample import named_cards, place_in_heap, redraw_picks, redraw_variables, replace_cards, shows_all
from ..view import attributes_seen, waiting
from .luck import Luck
from .lying import Start
from .own_picks import keep_own_picks


def start_of(code: Code, beginning: Beginning, seat: int) -> tuple[Start, tuple[int, ...]]:
    """The runs of all zones with the groups and kinds of their cards; and which card lies where, in that order.

    At the beginning of a game the rules say where every card lies, but for the order of shuffled zones. In a position
    that was laid out a seat knows the cards that it was told, and of others the backs that it sees.
    """
    cells = first_state(code, 0) if beginning.cells is None else list(beginning.cells)
    m = Machine(code, cells, record=False)
    known = [
        beginning.cells is None or bool(cells[code.know_at + card] >> seat & 1) for card in range(len(code.kind_of))
    ]
    return _start(m, known, seat)


def concrete_start(m: Machine) -> tuple[Start, tuple[int, ...]]:
    """The runs of a position in which all but the order of bags is settled."""
    return _start(m, [True] * len(m.code.kind_of), 0)


def _stock(code: Code, _: Program) -> Mapping[int, Mapping[int, int]]:
    """How many cards of each kind began in each zone."""
    found: dict[int, Counter[int]] = {}
    for home, kind in zip(code.layout.home, code.kind_of, strict=True):
        found.setdefault(home, Counter())[kind] += 1
    return found


def _start(m: Machine, known: Sequence[bool], seat: int) -> tuple[Start, tuple[int, ...]]:
    code, free, zones, order = m.code, _free(m.code, known), [], list[int]()
    home, kind_of, named = code.layout.home, code.kind_of, named_cards(m)
    for zone in code.layout.zones:
        stretches = _stretches(m, zone.number, named)
        runs: dict[int, list[int]] = {}
        for number, cards in stretches:
            runs.setdefault(number, []).extend(cards)
            order += cards
        seen, found = attributes_seen(zone, seat), []
        for number, cards in stretches:
            run, mixed = runs[number], dict[int, int]()
            bag = len(run) > 1 and not code.heap[zone.number]
            for one in {home[card] for card in cards} if bag else ():
                mixed[one] = _bits({kind_of[card] for card in run if home[card] == one})
            kinds = [
                (mixed[home[card]] if bag else 1 << kind_of[card])
                if known[card]
                else free[home[card]]
                if bag or not seen
                else _like(code, card, seen, free[home[card]])
                for card in cards
            ]
            found.append((number, tuple(zip([home[card] for card in cards], kinds, strict=True))))
        zones.append(tuple(found))
    return Start(tuple(zones), code.once(_stock, code.program)), tuple(order)


def _stretches(m: Machine, zone: int, named: Mapping[int, Sequence[int]]) -> list[tuple[int, list[int]]]:
    """The places of a zone that are next to each other and belong to one run, each with the number of the run."""
    cards = list(m.cards(zone))
    if m.code.heap[zone]:
        keys = [place_in_heap(m, card, named) for card in cards]
        if len(set(keys)) > 1:
            cards = [card for _, card in sorted(zip(map(repr, keys), cards, strict=True))]
        return [(0, cards)]
    found: list[tuple[int, list[int]]] = []
    run = -1
    for place, card in enumerate(cards):
        word = m.state[m.code.know_at + card]
        run = run if word & BAG else place
        number = len(cards) + place if word & PIN else run
        if found and found[-1][0] == number:
            found[-1][1].append(card)
        else:
            found.append((number, [card]))
    return found


def _like(code: Code, card: int, seen: Sequence[str], kinds: int) -> int:
    """Those of some kinds (bits) of which the back shows the same as that of a card."""
    rows = code.layout.kinds
    mine, able = rows[code.kind_of[card]].attributes, (kind for kind in range(len(rows)) if kinds >> kind & 1)
    return _bits({kind for kind in able if all(rows[kind].attributes.get(key) == mine.get(key) for key in seen)})


def _bits(kinds: Collection[int]) -> int:
    return sum(1 << kind for kind in kinds)


def _free(code: Code, known: Sequence[bool]) -> Mapping[int, int]:
    """The kinds of the cards that are not known (bits), by where they began."""
    free: dict[int, set[int]] = {}
    for card, kind in enumerate(code.kind_of):
        if not known[card]:
            free.setdefault(code.layout.home[card], set()).add(kind)
    return {home: _bits(kinds) for home, kinds in free.items()}


def begin_otherwise(
    code: Code, beginning: Beginning, order: Sequence[int], kinds: Sequence[int], seat: int, seed: int
) -> Beginning:
    """A beginning with a card of these kinds in each place, other values where a seat sees none, and other random
    numbers; of one that was laid out.
    """
    m = laid_otherwise(code, beginning, order, kinds, seat, seed)
    return Beginning(seed, beginning.explicit, tuple(m.state), beginning.steps)


def laid_otherwise(
    code: Code, beginning: Beginning, order: Sequence[int], kinds: Sequence[int], seat: int, seed: int
) -> Machine:
    """The same as a table of the reference executor, for a position that was laid out.

    Where a card of the same kind lies, it stays; so little changes where only a few cards are others.
    """
    assert beginning.cells is not None
    home, kind_of, now = code.layout.home, code.kind_of, list(range(len(order)))
    others = [(card, kind) for card, kind in zip(order, kinds, strict=True) if kind_of[card] != kind]
    left: dict[tuple[int, int], list[int]] = {}
    for card, _ in sorted(others, reverse=True):
        left.setdefault((home[card], kind_of[card]), []).append(card)
    for card, kind in others:
        now[card] = left[home[card], kind].pop()
    m = Machine(code, list(beginning.cells), explicit=True, record=False)
    replace_cards(m, now)
    if waiting(m):
        before = Machine(code, list(beginning.cells), record=False)
        keep_own_picks(m, before, seat, now, Luck(seed, seat, 17))
    luck = [0] * (DRAWN + 1)
    luck[SEED] = seed
    redraw_variables(m, seat, luck)
    redraw_picks(m, seat, luck)
    return m


def hides_more(m: Machine) -> bool:
    """Whether more is hidden in a position than how the cards lie."""
    return bool(waiting(m)) or not shows_all(m.code)


def first_table(code: Code, beginning: Beginning) -> Machine:
    """The table before anything has happened."""
    cells = first_state(code, 0) if beginning.cells is None else list(beginning.cells)
    m = Machine(code, cells, explicit=True, record=False)
    m.steps = 0 if beginning.cells is None else before_last_block(cells, beginning.steps)
    return m
