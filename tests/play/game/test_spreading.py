"""One card more of many kinds in many places at once: what does no harm is found in a few dealings."""

from __future__ import annotations

import pytest

from cardwright.play.game.determinisation.assignment import SampledDeal
from cardwright.play.game.determinisation.rejection_sampling import spread_kinds
from cardwright.play.game.determinisation.trajectory import Trajectory

ANY = 2**12 - 1
HANDS = (0, 1, 2)
HERE = {0: [0, 1, 2, 3], 1: [0, 0, 4, 5], 2: [1, 1, 2, 3]}
PILE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10]
"""Kinds by where cards lie: three hands, and a pile; of most of what is in the pile there is one card."""

WANTED = {0: [4, 5, 6, 7, 8, 9], 1: [1, 2, 3, 6, 7, 8, 9], 2: [0, 4, 5, 6, 7, 8, 9]}


def dealt() -> SampledDeal:
    places, kinds = dict[int, list[Trajectory]](), dict[Trajectory, int]()
    for place, lying in {**HERE, 3: PILE}.items():
        lines = [Trajectory(0, ANY, ()) for _ in lying]
        places[place] = lines
        kinds.update(zip(lines, lying, strict=True))
    every = [line for lines in places.values() for line in lines]
    return SampledDeal(places, places, list(places.values()), every, kinds, range(11))


def more_in(one: SampledDeal, base: SampledDeal, place: int) -> set[int]:
    """The kinds of which more cards lie in a place."""
    return set(one.most_in(place) - base.most_in(place))


@pytest.mark.parametrize("harmful", [set(), {(1, 6)}, {(0, 7), (2, 8)}, {(n, 9) for n in HANDS}], ids=str)
def test_all_that_does_no_harm_is_found(harmful: set[tuple[int, int]]) -> None:
    """But for what came to a place together with something that does harm there."""
    base, asked = dealt(), list[SampledDeal]()

    def good(one: SampledDeal | None) -> bool:
        assert one is not None
        asked.append(one)
        return not any(kind in more_in(one, base, place) for place, kind in harmful)

    found = list(spread_kinds(base, WANTED, good))
    fine = {(place, kind) for one in found for place in HANDS for kind in more_in(one, base, place)}
    every = {(place, kind) for place, kinds in WANTED.items() for kind in kinds}
    bad = [
        one for one in asked if len({place for place in HANDS if more_in(one, base, place)}) == 1 and one not in found
    ]
    together = {(place, kind) for one in bad for place in HANDS for kind in more_in(one, base, place)}
    assert fine == every - together
    assert harmful <= together and not fine & harmful
    assert all(len(more_in(one, base, place)) <= 4 for one in found for place in HANDS)
    assert len(asked) <= 4 + 5 * len(harmful) < len(every)


def test_a_card_that_is_known_stays() -> None:
    base = dealt()
    for line in [*base.places[0], base.places[3][6]]:  # the only card of kind 6 in the pile
        line.kinds = 1 << base.kinds[line]
    for one in spread_kinds(base, WANTED, lambda _: True):
        assert not more_in(one, base, 0)
        assert all(6 not in more_in(one, base, place) for place in HANDS)
