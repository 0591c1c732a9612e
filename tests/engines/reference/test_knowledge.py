"""Who knows what after cards have moved: each case tests one of the laws in `knowledge.py`."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from cardwright.engines.cells import loose
from cardwright.engines.reference.chance import settle
from cardwright.engines.reference.position import ReferencePosition
from cardwright.engines.reference.zones import move_all, move_card, show, shuffle
from cardwright.language.ir.game import Order
from tests.engines.reference.tables import AT, BACK, COUNT, bags, card, ids, known, table, zone

SECRET = (COUNT, COUNT, COUNT)
OPEN = ("all", "all", "all")
MINE = ("all", COUNT, COUNT)
BACKS = ("all", BACK, BACK)
EVERYTHING = {"red": (2, 1), "ruby": (1, 1), "blue": (1, 2)}


def hands(sees: tuple[str, ...] = MINE, bottom: Order = "heap") -> ReferencePosition:
    """The first seat's hand of four cards, a secret zone, an open one, and a pile."""
    return table(
        EVERYTHING,
        {"hand": ("heap", sees), "secret": (bottom, SECRET), "open": ("stack", OPEN), "pile": ("stack", SECRET)},
        {"hand": ["red", "red", "ruby", "blue"]},
    )


def go(m: ReferencePosition, id: str, source: str, target: str, index: int = 0) -> None:
    move_card(m, card(m, source, id), zone(m, target), index, AT)


def test_a_card_that_goes_to_an_open_zone_is_known_to_all() -> None:
    m = hands()
    go(m, "ruby", "hand", "open")
    assert [known(m, "open", seat) for seat in range(3)] == [["ruby"]] * 3
    assert known(m, "hand", 1) == []


def test_a_player_who_lays_a_card_face_down_remembers_it() -> None:
    m = hands()
    go(m, "ruby", "hand", "secret")
    assert [known(m, "secret", seat) for seat in range(3)] == [["ruby"], [], []]


def test_a_card_that_was_shown_stays_known_while_nothing_moves_unseen() -> None:
    m = hands()
    show(m, [card(m, "hand", "ruby")], 0b010)
    go(m, "red", "hand", "open")
    assert [known(m, "hand", seat) for seat in range(3)] == [["red", "ruby", "blue"], ["ruby"], []]


def test_a_card_that_may_have_left_unseen_is_forgotten() -> None:
    m = hands()
    show(m, [card(m, "hand", "ruby")], 0b010)
    go(m, "red", "hand", "secret")  # for all that seat 1 sees it may have been the ruby
    assert known(m, "hand", 1) == []
    assert known(m, "secret", 1) == []


def test_a_known_card_that_leaves_unseen_is_forgotten_too() -> None:
    m = hands()
    show(m, [card(m, "hand", "ruby")], 0b010)
    go(m, "ruby", "hand", "secret")
    assert known(m, "secret", 1) == []


def test_the_back_shows_which_cards_it_may_have_been() -> None:
    m = hands(BACKS)
    show(m, [card(m, "hand", "ruby"), card(m, "hand", "blue")], 0b010)
    go(m, "red", "hand", "secret")  # seat 1 sees that a card with a red back has left
    assert known(m, "hand", 1) == ["blue"]
    go(m, "blue", "hand", "secret")  # the only blue back: it must have been this one
    assert known(m, "secret", 1) == ["blue"]


def test_the_last_card_of_a_heap_is_known_to_leave() -> None:
    m = hands()
    for id in ("red", "red", "blue"):
        go(m, id, "hand", "open")
    show(m, [card(m, "hand", "ruby")], 0b010)
    go(m, "ruby", "hand", "secret")
    assert known(m, "secret", 1) == ["ruby"]


def test_a_card_that_leaves_a_certain_position_stays_known() -> None:
    m = hands(bottom="row")
    go(m, "red", "hand", "secret", 9)
    go(m, "ruby", "hand", "secret", 9)
    show(m, [card(m, "secret", "ruby")], 0b100)
    go(m, "ruby", "secret", "pile")
    assert (known(m, "pile", 2), known(m, "pile", 1)) == (["ruby"], [])


def test_of_two_identical_cards_the_better_known_leaves_first() -> None:
    m = hands()
    second = m.cards(zone(m, "hand"))[1]
    assert ids(m, "hand")[:2] == ["red", "red"]
    show(m, [second], 0b110)
    go(m, "red", "hand", "open")
    assert (known(m, "hand", 1), known(m, "hand", 2)) == ([], [])


def test_two_identical_cards_can_both_be_shown() -> None:
    m = hands()
    show(m, [card(m, "hand", "red")], 0b010)
    show(m, [card(m, "hand", "red")], 0b100)  # the same card again, as far as anyone can tell
    assert (known(m, "hand", 1), known(m, "hand", 2)) == (["red"], ["red"])
    show(m, list(m.cards(zone(m, "hand"))), 0b010)
    assert known(m, "hand", 1) == ["red", "red", "ruby", "blue"]
    go(m, "red", "hand", "open")
    assert (known(m, "hand", 1), known(m, "hand", 2)) == (["red", "ruby", "blue"], [])


def test_a_heap_that_is_moved_whole_stays_known() -> None:
    m = hands()
    show(m, [card(m, "hand", "ruby")], 0b010)
    move_all(m, zone(m, "hand"), zone(m, "secret"), False, AT)
    assert [known(m, "secret", seat) for seat in range(3)] == [["red", "red", "ruby", "blue"], ["ruby"], []]


def test_a_heap_put_in_order_is_known_to_those_who_saw_it_all() -> None:
    m = hands()
    show(m, [card(m, "hand", "ruby")], 0b010)
    move_all(m, zone(m, "hand"), zone(m, "pile"), False, AT)
    assert [known(m, "pile", seat) for seat in range(3)] == [["red", "red", "ruby", "blue"], [], []]


# Bags -------------------------------------------------------------------------------------


def pile(order: tuple[str, ...] = ("red", "blue", "red", "ruby")) -> ReferencePosition:
    m = table(
        EVERYTHING,
        {"pile": ("stack", SECRET), "hand": ("heap", MINE), "open": ("stack", OPEN), "other": ("stack", SECRET)},
        {"pile": list(order)},
    )
    show(m, list(m.cards(0)), 0b111)
    shuffle(m, 0)
    return m


def test_shuffling_makes_one_bag_that_no_seat_knows() -> None:
    m = pile()
    assert (bags(m, "pile"), ids(m, "pile")) == ([4], ["red", "red", "ruby", "blue"])
    assert [known(m, "pile", seat) for seat in range(3)] == [[], [], []]


def test_nothing_is_learned_of_a_card_in_a_bag() -> None:
    m = pile()
    show(m, [card(m, "pile", "blue")], 0b111)
    assert known(m, "pile", 0) == []


def test_a_bag_remains_without_the_card_that_was_taken_out() -> None:
    m = pile()
    go(m, "red", "pile", "hand")
    assert (bags(m, "pile"), known(m, "hand", 0), known(m, "hand", 1)) == ([3], ["red"], [])
    go(m, "ruby", "pile", "hand")
    assert bags(m, "pile") == [2]


def test_bags_stay_apart() -> None:
    m = pile()
    go(m, "ruby", "pile", "other")
    move_all(m, 0, zone(m, "other"), False, AT)  # on top of the ruby
    assert (bags(m, "other"), ids(m, "other")) == ([3, 1], ["red", "red", "blue", "ruby"])
    go(m, "ruby", "other", "pile")
    shuffle(m, zone(m, "other"))
    move_all(m, zone(m, "other"), 0, True, AT)
    assert bags(m, "pile") == [1, 3]


def test_a_bag_that_is_moved_to_a_heap_is_known_to_those_who_see_it() -> None:
    m = pile()
    move_all(m, 0, zone(m, "hand"), False, AT)
    assert (bags(m, "hand"), known(m, "hand", 0)) == ([1] * 4, ["red", "red", "ruby", "blue"])


def test_a_card_put_into_a_bag_is_certain_and_the_others_are_one_bag() -> None:
    m = pile()
    go(m, "ruby", "pile", "hand")
    go(m, "ruby", "hand", "pile", 1)
    assert (bags(m, "pile"), ids(m, "pile")) == ([4], ["red", "ruby", "red", "blue"])
    assert [known(m, "pile", seat) for seat in range(3)] == [["ruby"], [], []]
    assert [m.kind_of[c] for c in loose(m.code, m.state, 0, 0)] == [0, 0, 2] and loose(m.code, m.state, 0, 1) == [
        card(m, "pile", "ruby")
    ]


def test_drawing_around_a_certain_card_is_like_drawing_from_a_shuffled_pile() -> None:
    """All ways to draw the pile from its bottom, against all ways in which four cards may lie with the ruby second."""
    found: Counter[tuple[str, ...]] = Counter()

    def draw(m: ReferencePosition, drawn: tuple[str, ...], odds: int) -> None:
        count = len(m.cards(0))
        if not count:
            found[drawn] += odds
            return
        for one in loose(m.code, m.state, 0, count - 1):
            n = m.clone()
            settle(n, 0, count - 1, one)
            assert n.cards(0)[-1] == one
            move_card(n, one, zone(n, "hand"), 0, AT)
            draw(n, (*drawn, n.code.layout.kinds[n.kind_of[one]].id), odds // len(loose(m.code, m.state, 0, count - 1)))

    m = pile()
    go(m, "ruby", "pile", "hand")
    go(m, "ruby", "hand", "pile", 1)
    draw(m, (), 6)
    ways = Counter((c, b, "ruby", a) for a, b, c in permutations(["red", "red", "blue"]))
    assert found == ways
