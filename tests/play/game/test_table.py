"""The description of the table: what it holds for every game, and what it changes (nothing)."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from cardwright import EVERYTHING, Game, load_game
from cardwright.play.game.texts import Wordings
from cardwright.play.players.screen import Screen
from cardwright.play.players.terminal import table_lines

SPECS = Path(__file__).parents[3] / "specs"
GAMES = ("mille-bornes", "on-the-trail", "neko-racing", "course-folle")


def tables(game: Game, moves: int = 60, language: str = "en") -> list[dict[str, Any]]:
    """The tables of all seats along a game of random moves."""
    state, found = game.initial_state(seed=3), []
    for _ in range(moves):
        if state.is_terminal:
            break
        found += [state.table(seat, language) for seat in range(game.players)]
        state.apply(state.random_move())
    return found


def without_table(path: Path, folder: Path) -> Path:
    """A copy of a game without its section `table`."""
    text = re.sub(r"^table:\n(?:[ #].*\n|\n)*", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert "table:" not in text
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder / "game.yaml"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", GAMES)
def test_the_table_changes_nothing_in_the_game(name: str, tmp_path: Path) -> None:
    with_table = load_game(SPECS / name / "game.yaml")
    bare = load_game(without_table(SPECS / name / "game.yaml", tmp_path))
    assert with_table.exhibit.sights and not bare.exhibit.sights
    assert with_table.digest == bare.digest
    assert with_table.fingerprint == bare.fingerprint
    assert with_table == bare


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_made_of_plain_values(name: str, language: str) -> None:
    for table in tables(load_game(name), language=language):
        assert json.loads(json.dumps(table)) == table


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_it_shows_the_view_and_nothing_else(name: str) -> None:
    """Every zone that a seat sees stands in one block, unless it is kept off the table; so do all variables."""
    game = load_game(name)
    assert game.spec is not None
    off = {word.text for word in game.spec.table.without}
    state = game.initial_state(seed=4)
    for _ in range(40):
        for seat in range(game.players):
            view, table = state.view(seat), state.table(seat)
            zones = {zone["id"]: zone for block in table["blocks"] for zone in block["zones"]}
            assert sorted(zones) == sorted(n for n in view["zones"] if n.rpartition(".")[2] not in off)
            for zone_name, zone in zones.items():
                shown = [card["card"] or card.get("back", "?") for card in zone["cards"] or ()]
                assert shown == view["zones"][zone_name].get("cards", [])
            assert ("legal" in view) == bool(table["moves"])
            assert [move["text"] for move in table["moves"]] == view.get("legal", [])
        state.apply(state.random_move())
        if state.is_terminal:
            break


@pytest.mark.parametrize("name", GAMES)
def test_no_card_without_what_is_printed_on_it(name: str) -> None:
    """A card tells more than its name, in both languages, unless there is hardly more on it."""
    spec = load_game(name).spec
    assert spec is not None
    for language in ("en", "fr"):
        words = Wordings(spec, language)
        for deck in spec.decks.values():
            for kind in deck.kinds:
                told = words.whole_card(kind.id.text)
                assert told != words.card(kind.id.text) or not kind.attributes or len(kind.attributes) == 1, told
                assert not re.search(r"[{}_]", told), told


@pytest.mark.parametrize(
    ("name", "card", "language", "short", "long"),
    [
        (
            "on-the-trail",
            "trail_4",
            "fr",
            "Carte Parcours\N{NO-BREAK SPACE}4",
            "Carte Parcours\N{NO-BREAK SPACE}4 – tronçons\N{NO-BREAK SPACE}: jaune, vert, vert, jaune, rouge, "
            "vert\N{NO-BREAK SPACE}; étapes\N{NO-BREAK SPACE}: incident, neutre, incident, "
            "neutre, neutre, ravitaillement",
        ),
        ("on-the-trail", "flat_out", "en", "Flat Out (yellow, red)", None),
        ("on-the-trail", "eyes_ahead", "en", "Eyes Ahead", None),
        ("neko-racing", "blue_tile", "fr", "Bleu, atout 3", None),
        ("neko-racing", "red_9", "en", "red 9 (+1)", None),
        ("course-folle", "red_car", "en", "red car 23 (stages 1, half-stage ▸)", None),
        ("course-folle", "starter_plane", "fr", "avion 57 (starter, étapes 0, ◂ demi-aérodrome)", None),
        ("mille-bornes", "km_25", "en", "25 km", "25 km – Allowed under a speed limit too."),
    ],
)
def test_what_a_card_says(name: str, card: str, language: str, short: str, long: str | None) -> None:
    words = Wordings(load_game(name).spec, language)
    assert words.short_card(card) == short
    assert long is None or words.whole_card(card) == long


def test_shown_values_are_computed_from_the_position() -> None:
    game = load_game("mille-bornes", players=2)
    state = game.initial_state(seed=5)
    for _ in range(40):
        state.apply(state.random_move())
    teams = {block["id"]: block for block in state.table(0)["blocks"] if block["id"] in ("t1", "t2")}
    for team, block in teams.items():
        values = {one["id"]: one["value"] for one in block["values"]}
        road = state.view(0)["zones"][f"{team}.road"]["cards"]
        assert values["km"] == sum(int(card.removeprefix("km_")) for card in road)
    (track,) = state.table(0)["tracks"]
    assert [one["place"] for one in track["at"]] == [
        next(value["value"] for value in teams[one["owner"]]["values"] if value["id"] == "km") for one in track["at"]
    ]
    assert track["length"] == game.options["target"]


@pytest.mark.thorough
def test_a_value_that_is_none_is_not_shown() -> None:
    """Whether a new green light is needed is asked only where the option for it is on."""
    for on in (False, True):
        game = load_game("mille-bornes", players=2, options={"green_after_safety": on})
        (block,) = (one for one in game.initial_state(seed=5).table(0)["blocks"] if one["id"] == "t1")
        shown = [one["id"] for one in block["values"] if one["from"] == "shown"]
        assert shown == ["km", "rolls", *(["stopped_short"] if on else []), "slowed"]


@pytest.mark.thorough
def test_what_an_effect_asks_for_is_told_to_whoever_is_asked() -> None:
    """By the title of the passage that tells of it; others see the phase."""
    game = load_game("course-folle", players=3, options={"characters": "chosen"})
    state = game.initial_state(seed=5)
    while not state.legal_moves[0].text.startswith("pick"):
        state.apply(state.legal_moves[0])
    asked = state.current_seat
    labels = [state.table(seat)["phase"]["label"] for seat in range(3)]
    assert labels == ["Choose a character" if seat == asked else "Race" for seat in range(3)]
    assert state.table(EVERYTHING)["phase"]["label"] == "Choose a character"


def test_a_reaction_is_asked_for_by_the_title_of_its_passage() -> None:
    """Others see the phase around it."""
    state = load_game("mille-bornes", players=2, options={"coup_fourre": "ask"}).initial_state(seed=13)
    state.apply("attack(speed_limit, t2)")
    assert [state.table(seat)["phase"]["label"] for seat in range(2)] == ["Play or discard", "Coup fourré"]
    assert [one["label"] for one in state.table(1)["moves"]] == ["No coup fourré: Speed limit is laid"]


def test_from_above_a_list_is_told_element_by_element() -> None:
    """It was told as the number of its elements."""
    state = load_game("president", players=3).initial_state(seed=2)
    while not (out := state.view(0)["variables"]["out"]):
        state.apply(state.random_move())
    block, *_ = state.table(EVERYTHING)["blocks"]
    assert next(value for value in block["values"] if value["id"] == "out")["value"] == out


def test_a_value_for_its_owner_is_seen_by_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(OWN, encoding="utf-8")
    state = load_game(path).initial_state(seed=1)
    for seat in range(2):
        shown = {
            block["id"]: [value["id"] for value in block["values"] if value["from"] == "shown"]
            for block in state.table(seat)["blocks"]
        }
        assert shown == {"table": ["left"], f"p{seat + 1}": ["reds", "many"], f"p{2 - seat}": ["many"]}


OWN = """\
spec: 1
game: own
title: "Own"
players: 2
types: {colour: [red, black]}
cards: {main: {attributes: {colour: colour}, list: {ace: {colour: red, copies: 4}, king: {colour: black, copies: 4}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 3 from pile to p.hand
    turns: {once: true}
    offer: [pass]
actions: {pass: {}}
table:
  shown:
    reds: {of: player, is: count(c for c in it.hand if c.colour == red), shows: owner}
    many: {of: player, is: count(it.hand)}
    left: {is: count(pile)}
"""


@pytest.mark.thorough
def test_news_begin_after_ones_own_decision() -> None:
    game = load_game("mille-bornes", players=3)
    state = game.initial_state(seed=5)
    first = state.current_seat
    state.apply(state.legal_moves[0])
    others = []
    while state.current_seat != first:
        others.append(f"p{state.current_seat + 1}")
        state.apply(state.legal_moves[0])
    since = state.table(first)["since"]
    assert [one["seat"] for one in since if one["event"] == "move"] == others
    assert all(one["text"] for one in since)


def test_a_game_played_without_a_record_has_no_news() -> None:
    state = load_game("mille-bornes").initial_state(seed=5, record=False)
    state.apply(state.legal_moves[0])
    assert state.table(0)["since"] == []


def test_the_table_outlives_a_pickle() -> None:
    state = load_game("on-the-trail").initial_state(seed=5)
    assert pickle.loads(pickle.dumps(state)).table(0)["tracks"] == state.table(0)["tracks"] != []


@pytest.mark.parametrize(("seat", "language"), [(2, "en"), (-1, "en")])
def test_a_seat_that_is_not_there(seat: int, language: str) -> None:
    with pytest.raises(ValueError):
        load_game("mille-bornes").initial_state().table(seat, language)


@pytest.mark.thorough
def test_a_variant_changes_the_table_and_not_the_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "variant: mine\nextends: mille-bornes\ntitle: {en: Mine, fr: Moi}\n"
        "override: {table.shown.km.is: 2 * km(it)}\nadd: {table.shown.left: {is: count(pile)}}\n",
        encoding="utf-8",
    )
    plain, mine = load_game("mille-bornes"), load_game("mille-bornes", variants=[path])
    assert plain.fingerprint == mine.fingerprint
    values = [value["id"] for value in mine.initial_state().table(0)["blocks"][0]["values"]]
    assert "left" in values


def test_a_seat_without_texts_in_a_language_reads_english(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(OWN, encoding="utf-8")
    assert load_game(path).initial_state().table(0, "fr")["title"] == "Own"


def test_backs_tell_the_decks_apart() -> None:
    """In colour, where there are several; a back that shows a colour has that one."""
    zones = {
        zone["name"]: zone
        for block in load_game("on-the-trail").initial_state(seed=1).table(0)["blocks"]
        for zone in block["zones"]
    }
    assert {name: zones[name]["back"] for name in ("deck", "hand", "setback_pile", "boost_pile")} == {
        "deck": "blue",
        "hand": "blue",
        "setback_pile": "violet",
        "boost_pile": "orange",
    }
    assert all(
        "back" not in zone
        for block in load_game("hearts").initial_state(seed=1).table(0)["blocks"]
        for zone in block["zones"]
    )
    shown = [
        card
        for block in load_game("neko-racing").initial_state(seed=1).table(0)["blocks"]
        for zone in block["zones"]
        for card in zone["cards"] or ()
        if "back" in card
    ]
    assert shown and all(card["back"]["colour"] == card["colour"] for card in shown)


def test_things_are_counted_by_what_they_are_called() -> None:
    """Dice are no cards: on the table, on the screen and in the news."""
    game = load_game("liars-dice")
    table = game.initial_state(seed=1).table(0, "fr")
    cup = next(zone for block in table["blocks"] for zone in block["zones"] if zone["id"] == "p2.cup")
    assert cup["things"] == {"one": "dé", "many": "dés"}
    assert any("5 dés" in line for line in table_lines(table, Screen(), game.words("fr")))
    (told,) = (one["text"] for one in table["since"] if "Gobelet (joueur 2)" in one["text"])
    assert told == "5 dés\N{NO-BREAK SPACE}: hors de vue → Gobelet (joueur 2)"


GRID = """spec: 1
game: grid
title: "Grid"
players: 2
uses: {board: {part: grid, rows: 2, columns: 3, neighbours: SIDES, borders: BORDERS}}
cards: {main: {list: {ace: {copies: 9}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main}
  own: {of: [player, 1..2], holds: main}
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 3 from pile to p.hand
    turns: {until: is_full}
    offer: [lay, keep]
actions:
  lay: {choose: {c: me.hand, r: 1..2, k: 1..3}, do: "move c to cell[r][k]"}
  keep: {choose: {c: me.hand, n: 1..2}, do: "move c to me.own[n]"}
table: {shown: {beside: {is: "[10 * r + k for r in 1..2 for k in 1..3 if next_to(r, k, 1, 1)]"}}}
"""


def grid(folder: Path, sides: str = "sides", borders: str = "closed") -> Game:
    """A game with six places."""
    path = folder / "game.yaml"
    path.write_text(GRID.replace("SIDES", sides).replace("BORDERS", borders), encoding="utf-8")
    return load_game(str(path))


def test_a_family_in_two_dimensions_is_a_grid(tmp_path: Path) -> None:
    state = grid(tmp_path).initial_state()
    table = state.table(0)
    (found,) = table["blocks"][0]["grids"]
    assert (found["rows"], found["columns"]) == (["1", "2"], ["1", "2", "3"])
    assert found["zones"][1] == ["cell[2][1]", "cell[2][2]", "cell[2][3]"]
    assert "grids" not in table["blocks"][1], "what each player has is a row"
    cells = {move["text"]: move.get("cells") for move in table["moves"]}
    assert cells["lay(ace, 2, 3)"] == {"cell": [1, 2]} and cells["keep(ace, 2)"] == {"own": [1]}


@pytest.mark.parametrize(
    ("sides", "borders", "found"),
    [
        ("sides", "closed", [12, 21]),
        ("corners", "closed", [12, 21, 22]),
        ("sides", "joined", [12, 13, 21]),
        ("corners", "joined", [12, 13, 21, 22, 23]),
    ],
)
def test_places_that_lie_next_to_each_other(sides: str, borders: str, found: list[int], tmp_path: Path) -> None:
    (shown,) = grid(tmp_path, sides, borders).initial_state().table(0)["blocks"][0]["values"]
    assert shown["value"] == found
