"""The random numbers are the published ones, without bias; drawing from a bag is like drawing from a shuffled pile."""

from __future__ import annotations

from collections import Counter

from cardwright.engines.cells import below, loose, stream_number
from cardwright.engines.program.layout import DRAWN, SEED
from cardwright.engines.reference.chance import settle, weights
from cardwright.engines.reference.zones import shuffle
from tests.engines.reference.tables import ALL, COUNT, bags, card, ids, known, table


def test_the_numbers_are_splitmix64() -> None:
    # the first outputs of the reference implementation in C, for the seeds 0 and 1234567
    assert [stream_number(0, n) for n in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [stream_number(1234567, n) for n in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_numbers_below_a_bound_are_equally_likely() -> None:
    state = [0] * 5
    state[SEED] = 42
    counts = Counter(below(state, 6) for _ in range(60_000))
    assert set(counts) == set(range(6)) and state[DRAWN] == 60_000
    assert all(abs(n - 10_000) < 400 for n in counts.values())


def test_a_bound_that_does_not_divide_draws_again() -> None:
    state = [0] * 5
    k = 3 * 2**30  # a quarter of all numbers must be drawn again
    assert all(0 <= below(state, k) < k for _ in range(1000))
    assert 1200 < state[DRAWN] < 1500


def test_settling_takes_one_card_out_of_the_bag() -> None:
    sees = (ALL, COUNT, COUNT)
    m = table(
        {"red": (2, 1), "blue": (1, 1), "white": (1, 1)},
        {"pile": ("stack", sees)},
        {"pile": ["red", "blue", "white", "red"]},
    )
    shuffle(m, 0)
    assert weights([m.kind_of[c] for c in loose(m.code, m.state, 0, 0)]) == ((0, 2), (1, 1), (2, 1))
    settle(m, 0, 0, card(m, "pile", "blue"))
    assert (bags(m, "pile"), ids(m, "pile")[0], known(m, "pile", 0)) == ([1, 3], "blue", ["blue"])
    assert loose(m.code, m.state, 0, 0) == [card(m, "pile", "blue")]
    settle(m, 0, 3, card(m, "pile", "red"))
    assert (bags(m, "pile"), ids(m, "pile")) == ([1, 2, 1], ["blue", "red", "white", "red"])
    assert known(m, "pile", 1) == []
