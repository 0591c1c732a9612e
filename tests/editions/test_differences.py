"""What the editions of a game change, for players who know the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.descriptions.diff import DifferenceText
from cardwright.diagnostics.diagnostic import Report
from cardwright.source.merge.assembly import assemble
from cardwright.source.merge.differences import differences

TOLD = [
    (
        "no-early-attack",
        "en",
        ["“Play … on …” is possible only if (far enough): km(t) >= 200. Otherwise: “… has not driven 200 km yet”."],
    ),
    (
        "no-early-attack",
        "fr",
        [
            "« Attaquer l’… : … » n’est possible que si (far enough) : km(t) >= 200. "
            "Sinon : « l’… n’a pas encore parcouru 200 km ».",
            "« Attaquer l’… : … », en clair : Attaquer une équipe qui a parcouru 200 km, sauf si elle a la botte ; une "
            "limite de vitesse demande aussi les 200 km. Avant : Arrêter une équipe qui roule par un accident, une "
            "crevaison, une panne d’essence ou un feu rouge, sauf si la botte qui en protège est devant elle. Une "
            "limite de vitesse se pose à tout moment sur une équipe qui n’en a pas au-dessus de sa pile de vitesse, "
            "sauf si le véhicule prioritaire est devant elle. Jamais sur sa propre équipe.",
        ],
    ),
    (
        "asmodee-2014",
        "en",
        [
            "Option “The team that reaches the target may ask for a longer race”: no; before: no with 4 players, "
            "otherwise yes.",
            "“Coups fourrés” scores 200 * count(it.coups); before: 300 * count(it.coups).",
            "“Opponents without a kilometre” no longer scores.",
            "“Green light”, in words: Starts your team and ends a red light. Before: Starts your team, ends a red "
            "light, and must follow a repair, a spare wheel or petrol.",
            "New action “Take the top card of the discard pile”.",
            "Phase “Draw” offers: draw_card, take_discard.",
        ],
    ),
    (
        "parker",
        "en",
        [
            "Option “One more attack of each kind: 106 cards instead of 101” with 6 players: yes.",
            "Option “Who scores for opponents without a kilometre”: the winner, once; before: every team that has a "
            "kilometre.",
            "plays_again now means true; before: not pile.empty.",
        ],
    ),
    ("parker", "fr", ["plays_again vaut désormais vrai ; avant : not pile.empty.", "L’effet `expose` a changé."]),
    ("two-hand-700", "en", ["Removed: preset “A single hand”."]),
]


def told(first: tuple[str, ...], second: tuple[str, ...], lang: str = "en") -> list[str]:
    report = Report()
    one, two = (assemble("mille-bornes", variants, (), report) for variants in (first, second))
    assert one is not None and two is not None and not report.errors
    words = DifferenceText(one.tree, two.tree, lang)
    return [words.sentence(change) for change in differences(one.tree, two.tree, lang)]


def plain(text: str) -> str:
    """A text with ordinary spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("variant", "lang", "sentences"), TOLD)
def test_sentences(variant: str, lang: str, sentences: list[str]) -> None:
    found = [plain(one) for one in told((), (variant,), lang)]
    assert [one for one in sentences if one not in found] == []


def test_a_game_does_not_differ_from_itself() -> None:
    assert told((), ()) == [] and told(("parker",), ("parker",)) == []


def test_the_way_back_is_told_too() -> None:
    text, needs = told(("no-early-attack",), ())
    assert text.startswith("“Play … on …”, in words: Stop a team that rolls by an accident, a puncture,")
    assert needs == "“Play … on …” no longer needs (far enough): km(t) >= 200."


JACK = """\
variant: jack
extends: hearts
title: "Jack"
add:
  cards.main.list:
    joker: {}
    diamonds_jack: {}
    hearts_two: {copies: 2}
    clubs_two: {activate: end game}
"""


def test_a_card_that_each_generates_is_not_new(tmp_path: Path) -> None:
    """Where all cards come from `each`, an entry of the list changes one; only what has another name is a new card."""
    (tmp_path / "jack.yaml").write_text(JACK, encoding="utf-8")
    report = Report()
    one, two = (assemble("hearts", variants, (), report) for variants in ((), (str(tmp_path / "jack.yaml"),)))
    assert one is not None and two is not None
    words = DifferenceText(one.tree, two.tree, "en")
    assert [words.sentence(change) for change in differences(one.tree, two.tree)] == [
        "New card joker.",
        "Card “two of hearts”: 2 copies instead of 1.",
        "Card “two of clubs”, do: end game.",
    ]
