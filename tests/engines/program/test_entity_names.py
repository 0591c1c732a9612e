"""Names of zones and variables: a text, and what it is made of."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy

import pytest

from cardwright import load_game
from cardwright.engines.program.layout import EntityName, side_name, side_of

NAMES = {
    "pile": ("", "pile", ""),
    "p1.hand": ("p1", "hand", ""),
    "row[2]": ("", "row", "[2]"),
    "t2.slot[red][3]": ("t2", "slot", "[red][3]"),
}


@pytest.mark.parametrize("text", NAMES)
def test_a_name_is_its_text_and_knows_its_parts(text: str) -> None:
    name = EntityName.of(text)
    assert name == text and (name.owner, name.name, name.member) == NAMES[text]
    assert EntityName(*NAMES[text]) == text and EntityName.of(name) is name
    assert json.dumps({name: [name]}) == json.dumps({text: [text]})
    for copy in (pickle.loads(pickle.dumps(name)), deepcopy(name)):
        assert copy == name and (copy.owner, copy.name, copy.member) == NAMES[text]


def test_the_members_are_what_stands_in_brackets() -> None:
    assert EntityName.of("t2.slot[red][3]").members == ("red", "3")
    assert EntityName.of("t2.slot[red][3]").bare == "slot[red][3]"


def test_what_a_seat_sees_names_zones_by_plain_texts() -> None:
    """Other writers of JSON than that of the standard library take no texts of a kind of their own as keys."""
    state = load_game("go-fish").initial_state(seed=1)
    state.apply(state.legal_moves[0])
    view, table = state.view(0), state.table(0)
    assert {type(name) for name in (*view["zones"], *view["variables"])} == {str}
    assert {type(zone["id"]) for block in table["blocks"] for zone in block["zones"]} == {str}
    assert {type(one[key]) for one in table["since"] for key in ("source", "target") if key in one} == {str}


def test_layouts_name_what_they_lay_out() -> None:
    layout = load_game("go-fish").layout
    assert all(EntityName.of(str(zone.full_name)).name == zone.name for zone in layout.zones)
    assert {zone.full_name for zone in layout.zones} == set(load_game("go-fish").initial_state().view(0)["zones"])
    assert all(len(cell.full_names) == cell.cells for cell in layout.variables.values())


def test_sides() -> None:
    assert [side_of(side_name(kind, 1)) for kind in ("player", "team", "")] == [("player", 1), ("team", 1), None]
