"""The arguments of `load_game`, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright import SpecError, State, load_game
from cardwright.diagnostics.render import render
from tests.play.game.playing import SPECS, game

ENVELOPES = str(SPECS / "envelopes")

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("E400", {"name": "no-such-game"}),
    ("E510", {"players": 7}),
    ("E500", {"options": {"hand": 3}}),
    ("E501", {"options": {"hand_size": 9}}),
    ("E502", {"options": {"swapping": "maybe"}}),
    ("E506", {"preset": "none"}),
    ("E507", {"options": {"style": "grand", "swapping": False}}),
]


@pytest.mark.parametrize(("code", "asked"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refused(code: str, asked: dict[str, Any]) -> None:
    with pytest.raises(SpecError) as caught:
        load_game(**{"name": ENVELOPES, **asked})
    assert [found.code for found in caught.value.report.diagnostics] == [code]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"options": {"hand_sise": 3}}, "E500: unknown option 'hand_sise'; did you mean 'hand_size'?"),
        (
            {"options": {"hand_size": 9}},
            "E501: option 'hand_size' = 9 is out of range (2 to 4); must be between 2 and 4",
        ),
        ({"options": {"style": "grnad"}}, "E502: option 'style' cannot be 'grnad'; did you mean 'grand'?"),
        ({"preset": "none"}, "E506: unknown preset 'none'; this game has no presets"),
        ({"players": 7}, "E510: 'envelopes' is not for 7 players; must be one of 2, 3, 4"),
        ({"variants": ["nothing"]}, "E401: unknown variant 'nothing'; no variant of this name"),
    ],
)
def test_errors_for_python_show_no_command_line(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_game(ENVELOPES, **asked)
    assert str(caught.value) == said
    assert "command line" not in render(caught.value.report)


@pytest.mark.parametrize("players", [0, -2])
def test_fewer_than_one_player_is_refused_with_the_possible_numbers(players: int) -> None:
    with pytest.raises(ValueError, match=f"^envelopes is for 2, 3 or 4 players, not {players}$"):
        load_game(ENVELOPES, players=players)


def test_an_unknown_engine() -> None:
    with pytest.raises(ValueError, match="unknown engine 'fats'; expected one of: fast, reference"):
        load_game(ENVELOPES, engine="fats")  # type: ignore[arg-type]


def test_a_game_and_its_preset_are_named_apart() -> None:
    with pytest.raises(SpecError, match="^E400: unknown game 'mille-bornes@single_hand'; 'mille-bornes' is the game: "):
        load_game("mille-bornes@single_hand")


def test_options_as_json_has_them() -> None:
    loaded = load_game(ENVELOPES, players=3, options={"style": "grand"})
    assert (loaded.name, loaded.players) == ("envelopes", 3)
    assert loaded.options == {"hand_size": 3, "swapping": True, "style": "grand"}
    assert loaded.digest == game("envelopes", 2).digest  # the rules are the same
    assert loaded.fingerprint != game("envelopes", 2).fingerprint


def test_the_smallest_number_of_players_is_the_default() -> None:
    assert load_game(ENVELOPES).players == 2


@pytest.mark.parametrize("wrong", [{"chance": "loaded"}, {"seed": -1}, {"seed": 2**63}])
def test_an_initial_state_that_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"unknown chance|seed must be"):
        game("envelopes", 2).initial_state(**wrong)


def test_bytes_of_another_game_are_refused() -> None:
    saved = game("envelopes", 2).initial_state().to_bytes()
    with pytest.raises(ValueError, match="other rules"):
        State.from_bytes(game("envelopes", 4, (("hand_size", 4),)), saved)
    with pytest.raises(ValueError, match="not a saved position"):
        State.from_bytes(game("envelopes", 2), b"{}")


def test_paths_may_be_paths(tmp_path: Path) -> None:
    folder = Path(__file__).parents[3] / "specs" / "mille-bornes"
    own = tmp_path / "own.yaml"
    own.write_text("variant: own\nextends: mille-bornes\ntitle: Own\noverride: {options.target.default: 500}\n")
    assert load_game(folder, variants=[own]).options["target"] == 500
    assert load_game("mille-bornes", variants=["own"], paths=[tmp_path]).options["target"] == 500


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"variants": "parker"}, r"variants must be a list, such as \['parker'\]"),
        ({"paths": "."}, r"paths must be a list, such as \['.'\]"),
        ({"players": "4"}, "players must be an int, not '4'"),
        ({"players": 2.0}, "players must be an int, not 2.0"),
    ],
)
def test_an_argument_of_the_wrong_type_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        load_game("mille-bornes", **given)
