"""Labels of cards and choices: what stands on a card is filled in, and nothing is said of what is not there."""

from __future__ import annotations

import pytest

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.language.spec.nodes import Spec
from cardwright.language.spec.read import read_spec
from cardwright.play.game.texts import Wordings
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping

SPEC = """
spec: 2
game: boats
title: Boats
players: 2
begin: sail
types: {colour: [red, green], boat: [canoe, raft]}
words:
  red: {en: red, fr: rouge}
  green: {en: green, fr: vert}
  canoe: {en: canoe, fr: canoë}
  raft: {en: raft, fr: radeau}
  lift: {en: "[Lift the {lift}|Lift nothing]", fr: "[Lever : {lift}|Ne rien lever]"}
  sink: {en: "Sink it", fr: "Le couler"}
cards:
  main:
    attributes:
      colour: colour or none
      boat: boat
      speed: {type: integer, by: boat, is: {canoe: 3, raft: 1}}
      seats: {type: integer, default: 2}
    label:
      en: "[{colour} {boat}|plain {boat}], {speed} knots, {seats}"
      fr: "{boat}[ ({colour})], {speed} nœuds, {seats}"
    text: {en: "[Painted {colour}. ]Seats {seats}.", fr: "[Couleur {colour}. ]Places : {seats}."}
    list:
      red_canoe: {colour: red, boat: canoe}
      wide_raft: {boat: raft, seats: 4}
      fast_raft: {colour: none, boat: raft, speed: 7}
      oar: {boat: canoe, label: {en: "the oar", fr: "la rame"}}
  other:
    attributes: {colour: colour, number: integer}
    each: {colour: colour, number: 1..2}
    label: {en: "{colour} {number}", fr: "{number} ({colour})"}
  bare: {list: {an_old_map: {}}}
zones:
  pile: {holds: main, start: shuffled}
  others: {holds: other, start: shuffled}
  maps: {holds: bare, start: shuffled}
phases: {sail: {do: shuffle pile}}
"""


def spec() -> Spec:
    report = Report()
    tree = compose(Source("boats.yaml", SPEC), report, mapping=True)
    assert isinstance(tree, Mapping)
    found = read_spec(tree, report)
    assert found is not None and not report.diagnostics
    return found


@pytest.mark.parametrize(
    ("kind", "english", "french"),
    [
        ("red_canoe", "red canoe, 3 knots, 2", "canoë (rouge), 3 nœuds, 2"),
        ("wide_raft", "plain raft, 1 knots, 4", "radeau, 1 nœuds, 4"),
        ("fast_raft", "plain raft, 7 knots, 2", "radeau, 7 nœuds, 2"),
        ("oar", "the oar", "la rame"),
        ("green_2", "green 2", "2 (vert)"),
        ("an_old_map", "an old map", "an old map"),
    ],
)
def test_what_a_card_is_called(kind: str, english: str, french: str) -> None:
    assert (Wordings(spec(), "en").card(kind), Wordings(spec(), "fr").card(kind)) == (english, french)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("lift", "raft", "Lift the raft"),
        ("lift", "none", "Lift nothing"),
        ("sink", "yes", "Sink it: yes"),
        ("burn", "no", "burn: no"),
    ],
)
def test_what_a_choice_is_called(name: str, value: str, told: str) -> None:
    assert Wordings(spec()).action("choice", {name: value}) == told


@pytest.mark.parametrize(
    ("called", "told"),
    [
        ("red_canoe", "red canoe, 3 knots, 2 – Painted red. Seats 2."),
        ("The Oar", "the oar – Seats 2."),
        ("green 1", "green 1"),
        ("red_kanoe", "there is no card 'red_kanoe' (did you mean 'red_canoe'?)"),
    ],
)
def test_what_a_person_is_told_of_a_card(called: str, told: str) -> None:
    assert Wordings(spec()).card_text_of(called) == told


@pytest.mark.parametrize(
    ("action", "arguments", "told"),
    [
        ("play_pair", {"k": "green"}, "Courir un tronçon\N{NO-BREAK SPACE}: duo en vert"),
        ("play_card", {"c": "green"}, "Courir un tronçon\N{NO-BREAK SPACE}: Verte"),
        ("keep", {"c": "?"}, "Garder une carte\N{NO-BREAK SPACE}: une carte cachée"),
        ("boost", {"b": "flat_out", "paid": "[?, red, ?]"}, "Activer On donne tout (Rouge, 2 cartes cachées)"),
    ],
)
def test_a_symbol_is_not_called_like_the_card_with_its_id(action: str, arguments: dict[str, str], told: str) -> None:
    """`green` is a colour and a card; and a card that nobody saw is one."""
    words = Wordings(load_game("on-the-trail").spec, "fr")
    assert words.action(action, {"relief": "none", **arguments} if action == "boost" else arguments) == told
