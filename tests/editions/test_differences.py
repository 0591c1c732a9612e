"""What the editions of a game change, for players who know the game."""

from __future__ import annotations

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.language.merge.assemble import assemble
from cardwright.language.merge.differences import differences

TOLD = [
    (
        "no-early-attack",
        "en",
        ["“Play … on …” is possible only if (far enough): km(t) >= 200. Else: “… has not driven 200 km yet”."],
    ),
    (
        "no-early-attack",
        "fr",
        ["“Attaquer … : …” is possible only if (far enough): km(t) >= 200. Else: “… n’a pas encore parcouru 200 km”."],
    ),
    (
        "asmodee-2014",
        "en",
        [
            "Option “The one who reaches the target may ask for a longer race”: no instead of no with 4 "
            "players, yes else.",
            "“Coups fourrés” scores 200 * it.coups instead of 300 * it.coups.",
            "“Opponents without a kilometre” scores no more.",
            "New action “Take the top of the discard pile”.",
            "Phase “Draw” offers: draw_card, take_discard.",
        ],
    ),
    (
        "parker",
        "en",
        [
            "Option “One more attack of each kind: 106 cards instead of 101” with 6 players: yes.",
            "Option “Who scores for opponents without a kilometre”: finisher_if_all instead of each.",
            "plays_again now means: true, instead of: not pile.empty.",
        ],
    ),
    ("two-hand-700", "en", ["Phase “Match” is played so many times: 2.", "No more preset “A single hand”."]),
]


def told(first: tuple[str, ...], second: tuple[str, ...], lang: str = "en") -> list[str]:
    report = Report()
    one, two = (assemble("mille-bornes", variants, (), report) for variants in (first, second))
    assert one is not None and two is not None and not report.errors
    return [change.sentence for change in differences(one.tree, two.tree, lang)]


@pytest.mark.parametrize(("variant", "lang", "sentences"), TOLD)
def test_sentences(variant: str, lang: str, sentences: list[str]) -> None:
    found = told((), (variant,), lang)
    assert [one for one in sentences if one not in found] == []


def test_a_game_does_not_differ_from_itself() -> None:
    assert told((), ()) == [] and told(("parker",), ("parker",)) == []


def test_the_opposite_direction() -> None:
    assert told(("no-early-attack",), ()) == ["“Play … on …” no longer needs (far enough): km(t) >= 200."]
