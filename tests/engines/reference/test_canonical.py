"""Positions that the rules cannot tell apart have one canonical form, and others have not."""

from __future__ import annotations

import pytest

from cardwright.engines.invariants import canonical, state_hash
from cardwright.engines.reference.position import ReferencePosition
from cardwright.engines.reference.zones import move_card, show, shuffle
from cardwright.language.ir.game import Order
from tests.engines.reference.tables import AT, COUNT, card, table, zone

KINDS = {"red": (3, 1), "blue": (1, 1)}
ZONES: dict[str, tuple[Order, tuple[str, ...]]] = {
    "hand": ("heap", (COUNT,) * 3),
    "row": ("row", (COUNT,) * 3),
    "pile": ("stack", (COUNT,) * 3),
}


def laid() -> ReferencePosition:
    return table(KINDS, ZONES, {"hand": ["red", "red", "red", "blue"]})


def twins(m: ReferencePosition) -> list[int]:
    return [c for c in m.cards(zone(m, "hand")) if m.kind_of[c] == 0]


def form(m: ReferencePosition) -> tuple[tuple[int, ...], str]:
    return canonical(m.code, m.state), state_hash(m.code, m.state)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_it_does_not_matter_which_of_identical_cards_has_moved(which: int) -> None:
    m, other = laid(), laid()
    move_card(m, twins(m)[0], zone(m, "row"), 0, AT)
    move_card(other, twins(other)[which], zone(other, "row"), 0, AT)
    assert form(m) == form(other)


def test_it_matters_what_is_known_of_them() -> None:
    m, other = laid(), laid()
    show(m, [twins(m)[0]], 0b001)
    show(other, [twins(other)[2]], 0b001)
    assert form(m) == form(other)
    show(other, [card(other, "hand", "blue")], 0b001)
    assert form(m) != form(other)


def test_positions_in_a_row_matter_and_those_in_a_bag_do_not() -> None:
    m, other = laid(), laid()
    for table_, order in ((m, ("red", "blue")), (other, ("blue", "red"))):
        for id in order:
            move_card(table_, card(table_, "hand", id), zone(table_, "row"), 9, AT)
    assert form(m) != form(other)
    shuffle(m, zone(m, "row"))
    shuffle(other, zone(other, "row"))
    assert form(m) == form(other)
