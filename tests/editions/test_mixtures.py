"""Variants together, and with presets and options: what `mixtures` asks of all of them is asked of some here."""

from __future__ import annotations

import pytest

from tests.editions.mixtures import Mixture, judge, together, with_presets

PAIRS = list(together(2))
ALL = [*PAIRS, *with_presets()]


def test_there_are_many() -> None:
    assert len(PAIRS) == 43 and len(ALL) > 200


def chosen(share: int) -> list[Mixture]:
    """Each so many-th of all."""
    return ALL[::share]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("mixture", chosen(15), ids=lambda one: one.name)
def test_it_is_refused_in_one_sentence_or_plays(mixture: Mixture) -> None:
    assert judge(mixture, games=20, again=1, scenarios=False)["faults"] == []
