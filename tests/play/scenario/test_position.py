"""A position that is laid out by name obeys the laws of a state: every card lies in one place, and is known to those
who see it.
"""

from __future__ import annotations

import pytest

from cardwright import load_game
from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import JOINED
from cardwright.play.game.game import Game, State
from cardwright.play.scenario.position import NowhereToLie, TooFew, lay_out


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("mille-bornes", players=2)


def place(game: Game, zones: dict[str, list[str]], rest: str | None = None) -> list[int]:
    """The cells of a position. `hand 0` is the hand of the first player."""
    layout = game.layout
    kinds = {row.id: number for number, row in enumerate(layout.kinds)}

    def number(name: str) -> int:
        family, _, owner = name.partition(" ")
        return layout.families[family][int(owner or 0)]

    cells = first_state(game.code, 0)
    lay_out(
        layout,
        cells,
        {number(n): [kinds[k] for k in ks] for n, ks in zones.items()},
        {"main": number(rest)} if rest else {},
    )
    return cells


def test_without_given_zones_all_cards_lie_as_at_the_start(game: Game) -> None:
    assert place(game, {}) == first_state(game.code, 0)


def test_what_is_given_is_seen_by_those_who_see_the_zone(game: Game) -> None:
    cells = place(game, {"hand 0": ["go", "go", "km_25"], "battle 1": ["accident", "go"]})
    state = State(game, game.executor.resume(cells, explicit=True, steps=0, record=True))
    mine, theirs = state.view(0)["zones"], state.view(1)["zones"]
    assert mine["p1.hand"]["cards"] == ["km_25", "go", "go"]
    assert theirs["p1.hand"] == {"count": 3}
    assert mine["t2.battle"]["cards"] == theirs["t2.battle"]["cards"] == ["accident", "go"]


def test_each_card_lies_once(game: Game) -> None:
    layout, cells = game.layout, place(game, {"hand 1": ["go"], "pile": ["km_200", "km_25"]}, rest="discard")
    lying = [c for z in layout.zones for c in cells[z.address + 1 : z.address + 1 + cells[z.address]]]
    assert sorted(lying) == list(range(len(layout.kind_of)))
    for zone in layout.zones:
        for card in cells[zone.address + 1 : zone.address + 1 + cells[zone.address]]:
            assert cells[layout.place_at + card] == zone.number


def test_the_rest_of_a_pile_is_one_unknown_packet(game: Game) -> None:
    layout, cells = game.layout, place(game, {"hand 0": ["go"]})
    pile = layout.zones[layout.families["pile"][0]]
    first, *others = cells[pile.address + 1 : pile.address + 1 + cells[pile.address]]
    assert cells[layout.know_at + first] == 0
    assert {cells[layout.know_at + card] for card in others} == {1 << JOINED}


def test_more_cards_than_exist(game: Game) -> None:
    with pytest.raises(TooFew) as raised:
        place(game, {"hand 0": ["driving_ace"], "hand 1": ["driving_ace"]})
    assert (raised.value.zone, raised.value.copies) == (game.layout.families["hand"][1], 1)


def test_the_rest_has_nowhere_to_lie(game: Game) -> None:
    with pytest.raises(NowhereToLie) as raised:
        place(game, {"pile": ["go"]})
    assert raised.value.cards == len(game.layout.kind_of) - 1


def test_cards_of_other_decks_lie_elsewhere() -> None:
    with pytest.raises(NowhereToLie) as raised:
        place(load_game("neko-racing", players=3), {"deck": ["blue_1"]})
    assert raised.value.cards == 3 * 10 - 1
