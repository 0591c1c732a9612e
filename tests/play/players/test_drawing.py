"""What people see of the table at the terminal, in their language and on their screen."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args

import pytest

from cardwright import Game, State, load_game
from cardwright.commands.transcript import Transcript
from cardwright.language.spec.nodes import Colour
from cardwright.play.game.texts import Wordings
from cardwright.play.players.move_selection import next_step
from cardwright.play.players.prompt import by_label
from cardwright.play.players.screen import ANSI, Screen
from cardwright.play.players.terminal import STYLES, board_lines, table_lines, track_lines

GAMES = ("mille-bornes", "on-the-trail", "neko-racing", "course-folle")
ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def drawn(state: State, seat: int, screen: Screen | None = None, language: str = "en") -> list[str]:
    """The lines of a table."""
    words = Wordings(state.game.spec, language)
    return table_lines(state.table(seat, language), screen or Screen(), words)


def zone(game: Game, language: str, name: str, order: str, shown: list[Any]) -> str:
    """The cards of a zone, as they are drawn."""
    words = Wordings(game.spec, language)
    cards = [
        {"card": None if one == "?" else one, "text": words.short_card(one)}
        if isinstance(one, str)
        else {"card": None, "text": f"({words.plain(one['colour'])})", "back": one}
        for one in shown
    ]
    there = {"id": name, "name": name, "label": name, "order": order, "count": len(shown), "cards": cards}
    block = {"id": "table", "label": "", "you": False, "decides": False, "values": [], "zones": [there], "groups": []}
    faces = {card["card"]: {"colour": None} for card in cards if card["card"]}
    table = {"title": "", "phase": {"label": ""}, "seat": "p1", "tracks": [], "blocks": [block], "cards": faces}
    line = table_lines(table, Screen(200), words)[2]
    return line.strip("│ ").partition("  ")[2].strip()


@pytest.mark.parametrize(("language", "told"), [("en", ["7 cards", "88 cards"]), ("fr", ["7 cartes", "88 cartes"])])
def test_cards_that_nobody_sees_are_counted(language: str, told: list[str]) -> None:
    shown = "\n".join(drawn(load_game("mille-bornes").initial_state(seed=2), 0, language=language))
    assert all(text in shown for text in told)


@pytest.mark.parametrize(
    ("language", "cards", "told"),
    [
        ("en", [{"colour": "blue"}, "red_6"], "(blue), red 6 (+2)"),
        ("fr", [{"colour": "blue"}, {"colour": "blue"}], "(bleu) ×2"),
        ("en", ["?"], "1 card"),
        ("fr", ["?", "red_6"], "6 rouge (+2), une carte cachée"),
    ],
)
def test_backs_are_told_in_the_language_of_the_reader(language: str, cards: list[Any], told: str) -> None:
    assert zone(load_game("neko-racing"), language, "hand", "heap", cards) == told


@pytest.mark.parametrize(
    ("language", "cards", "told"),
    [
        ("en", ["go"], "Green light"),
        ("en", [], "–"),
        ("en", ["go", "red_light", "go", "go"], "Green light (beneath: Red light, Green light ×2)"),
        ("fr", ["go"] * 6, "Feu vert (dessous\N{NO-BREAK SPACE}: 5 cartes)"),
        ("fr", ["go", "?"], "Feu vert (dessous\N{NO-BREAK SPACE}: 1 carte)"),
    ],
)
def test_the_top_of_a_stack_comes_first(language: str, cards: list[str], told: str) -> None:
    assert zone(load_game("mille-bornes"), language, "battle", "stack", cards) == told


def test_the_cards_of_a_row_have_numbers() -> None:
    assert zone(load_game("mille-bornes"), "en", "x", "row", ["go", "km_25", "go"]) == (
        "1. Green light  2. 25 km  3. Green light"
    )


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [40, 80, 160])
def test_it_fits_the_screen(name: str, language: str, width: int) -> None:
    for state in played(name):
        assert max(map(len, drawn(state, 0, Screen(width), language))) <= width


@cache
def played(name: str) -> list[State]:
    """Some positions of a game, with the fewest players and with the most."""
    game, found = load_game(name), []
    for players in (min(game.spec.players), max(game.spec.players)) if game.spec else ():
        state = load_game(name, players=players).initial_state(seed=3)
        for number in range(30):
            if state.is_terminal:
                break
            if number % 10 == 0:
                found.append(state.clone())
            state.apply(state.random_move())
    return found


@pytest.mark.parametrize("name", GAMES)
def test_colour_says_nothing_alone(name: str) -> None:
    """With colours and without, the same characters are shown; without, there are no others."""
    state = load_game(name).initial_state(seed=3)
    for _ in range(20):
        state.apply(state.random_move())
    plain, coloured = drawn(state, 0), drawn(state, 0, Screen(80, colour=True))
    assert "\x1b" not in "".join(plain)
    assert "\x1b" in "".join(coloured)
    assert [ESCAPE.sub("", line).rstrip() for line in coloured] == plain


def test_every_colour_of_the_language_has_a_style() -> None:
    assert sorted(STYLES) == sorted(get_args(Colour))


def test_blocks_stand_side_by_side_where_there_is_room() -> None:
    state = load_game("on-the-trail").initial_state(seed=3)
    heads = [line for line in drawn(state, 0, Screen(160)) if "player 2  ─" in line and "player 1 (you)" in line]
    assert len(heads) == 1
    assert not [line for line in drawn(state, 0, Screen(80)) if "player 2  ─" in line and "player 1" in line]


def test_what_is_kept_off_the_table_is_not_drawn() -> None:
    shown = "\n".join(drawn(load_game("course-folle").initial_state(seed=3), 0))
    assert "box" not in shown and "starter cards" not in shown


def test_lines_break_between_cards() -> None:
    state = load_game("course-folle", players=2).initial_state(seed=3)
    hands = [line.strip("│ ") for line in drawn(state, 0, language="fr") if re.search(r"\d\d \(", line)]
    assert all(re.search(r"\),?( ×2,?)?$", line) for line in hands)


TRACK = {
    "id": "t",
    "label": "T",
    "length": 4,
    "at": [{"owner": "p1", "label": "player 1", "place": 3}, {"owner": "p2", "label": "player 2", "place": None}],
    "rows": [
        {
            "id": "stops",
            "label": "stops",
            "spaces": [
                {"value": "a", "text": "aid", "sign": "+", "colour": "green"},
                {"value": "b", "text": "bad", "sign": "!", "colour": None},
            ],
        }
    ],
}


def lines(track: dict[str, Any], width: int) -> list[str]:
    """The lines of a track without their colours."""
    return ["".join(text for text, _ in line).rstrip() for line in track_lines(track, width)]


def test_a_track_with_room() -> None:
    assert lines(TRACK, 25) == [
        "             0",
        "stops          + !",
        "player 1  3  ──────●───",
        "+ aid   ! bad",
    ]


def test_a_track_to_scale() -> None:
    """Where spaces have no room, the start and the end are where they belong."""
    long = {**TRACK, "length": 1000, "rows": []}
    at = [{"owner": None, "label": str(place), "place": place} for place in (0, 500, 1000)]
    assert lines({**long, "at": at}, 31) == [
        "0        0  ●──────────────────",
        "500    500  ─────────●─────────",
        "1000  1000  ──────────────────●",
    ]


@pytest.mark.parametrize("length", [None, 0, -3])
def test_a_track_without_spaces_is_not_drawn(length: int | None) -> None:
    assert lines({**TRACK, "length": length}, 80) == []


def test_a_track_without_room_is_not_drawn() -> None:
    assert lines(TRACK, 15) == []


def runner(number: int, place: int, across: int | None) -> dict[str, Any]:
    """Who stands on a board."""
    told = f"{place}, side {across}" if across else f"{place}"
    return {"owner": f"p{number}", "label": f"p{number}", "place": place, "across": across, "told": told}


BOARD = {**TRACK, "length": 7, "across": {"label": "side", "number": 2}, "rows": []}


def board(track: dict[str, Any], width: int) -> list[str]:
    """The lines of a board without their colours."""
    return ["".join(text for text, _ in line).rstrip() for line in board_lines(track, width)]


def test_a_board_shows_what_lies_where() -> None:
    """Two who stand on no side share the start, two share a space that has room for both, and nobody is on side 1."""
    at = [runner(1, 0, None), runner(2, 0, 0), runner(3, 3, 2), runner(4, 3, 2), runner(5, 7, 2)]
    assert board({**BOARD, "at": at}, 60) == [
        "        0              5",
        "        12",
        "side 1     ·  ·  ·  ·  ·  ·  ·",
        "side 2     ·  ·  34 ·  ·  ·  5",
        "1 p1: 0   2 p2: 0   3 p3: 3, side 2   4 p4: 3, side 2",
        "5 p5: 7, side 2",
    ]


def test_a_board_that_is_longer_than_a_line_goes_on_below() -> None:
    """Twelve columns are left for spaces 0 to 21: ten, ten and two; where one column is all, two are a star."""
    at = [runner(1, 11, 1), runner(2, 11, 1), runner(3, 21, 2)]
    assert board({**BOARD, "length": 21, "at": at}, 20) == [
        "        0    5",
        "side 1   ·········",
        "side 2   ·········",
        "",
        "        10   15",
        "side 1  ·*········",
        "side 2  ··········",
        "",
        "        20",
        "side 1  ··",
        "side 2  ·3",
        "1 p1: 11, side 1",
        "2 p2: 11, side 1",
        "3 p3: 21, side 2",
    ]


@pytest.mark.parametrize("change", [{"length": 1000}, {"across": {"label": "side", "number": 40}}, {"length": None}])
def test_what_is_too_large_for_a_board_is_none(change: dict[str, Any]) -> None:
    """It is drawn as a track, with a line for each player."""
    at = [runner(1, 1, 1)]
    assert board({**BOARD, "at": at, **change}, 60) == []


def test_what_is_printed_stands_below_a_board() -> None:
    assert board({**BOARD, "at": [runner(1, 2, 1)], "rows": TRACK["rows"]}, 60) == [
        "        0              5",
        "side 1     ·  1  ·  ·  ·  ·  ·",
        "side 2     ·  ·  ·  ·  ·  ·  ·",
        "stops      +  !",
        "1 p1: 2, side 1",
        "+ aid   ! bad",
    ]


# Cards by their signs, on terminals that have colours and can write them ---------------------

TERMINAL = Screen(80, colour=True, encoding="utf-8")


def hearts(screen: Screen, language: str = "en") -> tuple[State, Wordings]:
    """A game with a French deck, and its words on a screen."""
    state = load_game("hearts").initial_state(seed=3)
    return state, screen.words(state.game.spec, language)


@pytest.mark.parametrize(
    ("screen", "language", "told"),
    [
        (TERMINAL, "en", "Q♥"),
        (TERMINAL, "fr", "D♥"),
        (Screen(80), "en", "queen of hearts"),
        (Screen(80, encoding="utf-8"), "en", "queen of hearts"),
        (Screen(80, colour=True, encoding="latin-1"), "en", "queen of hearts"),
        (Screen(80, colour=True, encoding="ascii"), "fr", "dame de cœur"),
    ],
)
def test_cards_are_told_by_signs_where_these_can_be_written(screen: Screen, language: str, told: str) -> None:
    """On the table and in the list of moves, where what is typed stands beside them."""
    state, words = hearts(screen, language)
    table = [ESCAPE.sub("", line) for line in table_lines(state.table(0, language), screen, words)]
    assert max(map(len, table)) <= 80
    assert sum(line.count(told) for line in table) == 1
    step = next_step(state, state.legal_moves, (), words, asks=False)
    moves = [ESCAPE.sub("", screen.tinted(line, words)) for line in step.lines()]
    assert any(told in line and "hearts_queen" in line for line in moves)


def test_signs_have_the_colours_of_their_cards() -> None:
    state, words = hearts(TERMINAL)
    assert TERMINAL.tinted("Pass 10♥, 10♠ and 110♥", words) == "Pass \x1b[31m10♥\x1b[0m, 10♠ and 110♥"
    assert TERMINAL.tinted("Pass 10♥", Wordings(state.game.spec)) == "Pass 10♥"
    assert {*ANSI} == {*STYLES}


@pytest.mark.parametrize(
    "typed",
    [
        "pass([clubs_six, clubs_jack, hearts_five])",
        "pass to the left: 6♣, J♣, 5♥",
        "Pass to the left: six of clubs, jack of clubs, five of hearts",
    ],
)
def test_what_is_typed_stays_the_same(typed: str) -> None:
    """Moves as they are written, in words, and as they are shown."""
    state, words = hearts(TERMINAL)
    assert by_label(state, typed, words) == "pass([clubs_six, clubs_jack, hearts_five])"
    assert words.card_text_of("10♠") == words.card_text_of("ten of spades") == words.card_text_of("spades_ten")


def test_cards_that_have_no_sign_of_their_own_are_told_in_words() -> None:
    """Where a corner says more than signs, or the same on two cards."""
    for name in GAMES:
        assert not TERMINAL.words(load_game(name).spec, "en").signs
    patience = TERMINAL.words(load_game("golf-patience").spec, "en")
    assert len(set(patience.signs.values())) == 52


def test_a_transcript_on_a_terminal_tells_them_too() -> None:
    state, _ = hearts(TERMINAL)
    for _ in range(4):  # all pass cards
        state.apply(state.legal_moves[0])
    (there, plain) = (list(Transcript(state, "en", 0, screen).lines(state)) for screen in (TERMINAL, Screen()))
    assert "Pass to the left: 6♣, J♣, Q♣" in " ".join(there) and "six of clubs" not in " ".join(there)
    assert "Pass to the left: six of clubs, jack of clubs, queen of clubs" in " ".join(plain) and "♣" not in " ".join(
        plain
    )
