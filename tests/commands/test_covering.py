"""A few rows contain every possible pair of values."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.commands.sources.checks import Row, covering_array

FACTORS = st.lists(st.integers(1, 4).map(lambda n: tuple(range(n))), max_size=7)


@given(FACTORS)
def test_every_pair_is_in_a_row(factors: list[tuple[int, ...]]) -> None:
    rows, left_out = covering_array(factors, tuple(0 for _ in factors), lambda row: True)
    assert left_out == 0
    for (a, xs), (b, ys) in combinations(enumerate(factors), 2):
        assert {(row[a], row[b]) for row in rows} == set(product(xs, ys))


@given(FACTORS)
def test_rows_after_the_first_are_valid_and_the_first_is_the_usual_one(factors: list[tuple[int, ...]]) -> None:
    def valid(row: Row) -> bool:
        return sum(value > 0 for value in row) <= 2

    rows, _ = covering_array(factors, tuple(0 for _ in factors), valid)
    assert rows[0] == tuple(0 for _ in factors)
    assert all(valid(row) for row in rows)
    assert len(set(rows)) == len(rows)


def test_nine_options_need_few_rows() -> None:
    assert len(covering_array([(0, 1, 2)] * 9, (0,) * 9, lambda row: True)[0]) <= 20


def test_a_single_option_is_tried_with_each_value() -> None:
    assert covering_array([(5, 6, 7)], (6,), lambda row: True) == ([(6,), (5,), (7,)], 0)


@pytest.mark.thorough
def test_two_hundred_options_need_few_rows() -> None:
    """The rows grow with the square of the values, and only with the logarithm of the number of options."""
    rows, left_out = covering_array([(0, 1, 9)] * 200, (1,) * 200, lambda row: True)
    assert len(rows) <= 60
    assert left_out == 0


def test_what_is_left_out_is_counted() -> None:
    rows, left_out = covering_array([tuple(range(20))] * 10, (0,) * 10, lambda row: True, 50)
    assert len(rows) == 50
    seen = {pair for row in rows for pair in combinations(enumerate(row), 2)}
    assert left_out == 45 * 400 - len(seen)


def test_rows_that_are_not_allowed_are_not_tried_for_ever() -> None:
    tried: list[Row] = []

    def never(row: Row) -> bool:
        tried.append(row)
        return False

    rows, left_out = covering_array([(0, 1)] * 100, (0,) * 100, never, 20)
    assert len(rows) == 1
    assert len(tried) == 600
    assert left_out > 10_000
