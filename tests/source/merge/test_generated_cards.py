"""A variant changes one of the cards that `each` makes; a path that misses it is told how."""

from __future__ import annotations

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source
from cardwright.language.spec.read import read_spec
from cardwright.language.spec.texts import printed_attributes
from cardwright.language.typing.check import type_spec
from cardwright.source.merge.merge import merge
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping

GAME = """\
spec: 1
game: race
title: "Race"
players: 2
cards:
  main:
    attributes: {suit: [red, blue], number: integer, cars: {type: integer, by: number, is: {1: 4, 2: 3}}}
    each: {suit: suit, number: 1..2}
zones:
  pile: {holds: main, start: shuffled}
begin: play
phases:
  play: {do: shuffle pile}
"""


def read(name: str, text: str) -> Mapping:
    tree = compose(Source(name, text), Report(), mapping=True)
    assert isinstance(tree, Mapping)
    return tree


def merged(patch: str) -> tuple[Mapping, Report]:
    report = Report()
    variant = read("more.yaml", f'variant: more\nextends: race\ntitle: "More"\n{patch}')
    return merge(read("game.yaml", GAME), [variant], report), report


def test_one_card_is_different() -> None:
    tree, report = merged("add: {cards.main.list.red_2: {cars: 1}}")
    spec = read_spec(tree, report)
    assert spec is not None and type_spec(spec, report) is not None, render(report)
    deck = spec.decks["main"]
    cars = {kind.id.text: printed_attributes(deck, kind)["cars"] for kind in deck.kinds}
    assert cars == {"red_1": "4", "red_2": "1", "blue_1": "4", "blue_2": "3"}


def test_an_override_is_told_to_be_an_addition() -> None:
    _, report = merged("override: {cards.main.list.red_2.cars: 1}")
    assert render(report) == (
        "error[E402]: variant 'more' overrides 'cards.main.list.red_2.cars', but 'cards.main.list' does not exist\n"
        " --> more.yaml:4:23\n"
        "  |\n"
        "4 | override: {cards.main.list.red_2.cars: 1}\n"
        "  |                       ^^^^ nothing to override here\n"
        "  |\n"
        "  = note: 'cards.main' has: attributes, each\n"
        "  = help: to change a card that `each` makes:\n"
        "          `add: {cards.main.list.red_2: {cars: …}}`\n"
        "\n"
        "1 error\n"
    )


def test_a_name_that_each_does_not_make() -> None:
    tree, report = merged("add: {cards.main.list.red_3: {cars: 1}}")
    spec = read_spec(tree, report)
    assert spec is not None and type_spec(spec, report) is None
    first = report.diagnostics[0]
    assert (first.code, first.message) == ("E222", "'red_3' has no 'suit'")
    assert first.helps[0] == "did you mean 'red_1'?"
