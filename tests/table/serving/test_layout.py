"""Where things stand on the page of a table, measured in a real browser at the fullest positions that games come to."""

from __future__ import annotations

import json
import random
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.play.game.game import Game, State
from cardwright.source.merge.catalogue import find_games
from cardwright.table.page.film import Film
from cardwright.table.page.page import film_page
from tests.table.page import browser, hands
from tests.table.serving.served import KEYS, serving, session_of
from tests.table.serving.test_sources import opened

if browser.CHROMIUM is None:
    pytest.skip("there is no Chromium; Debian has it in the package `chromium`", allow_module_level=True)

pytestmark = pytest.mark.sampled(2)

SEED, MOST_MOVES = 3, 400

OWN_WIDTH, LEAST_WIDTH, LEAST_LETTERS = 64, 28, 11
"""How wide one's own cards are at least, and those of others; how high letters are. All in pixels."""


PLAYERS = {"course-folle": range(2, 8), "mille-bornes": (2, 3, 4, 6), "neko-racing": (3, 4, 5)}
"""The games that are looked at for each number of players; all others as they come."""


def games() -> list[tuple[str, int | None]]:
    """All games of the package, with their numbers of players."""
    return [(game.name, players) for game in find_games().games for players in PLAYERS.get(game.name, (None,))]


def in_sight(table: dict[str, Any]) -> int:
    """How many cards are in sight."""
    return sum(len(zone["cards"] or ()) for block in table["blocks"] for zone in block["zones"])


def spread_out(table: dict[str, Any]) -> int:
    """How many cards lie beside each other: of a stack one, of equal cards one."""
    zones = [zone for block in table["blocks"] for zone in block["zones"] if zone["count"]]
    apart = ({one["text"] for one in zone["cards"] or ()} for zone in zones if zone["order"] != "stack")
    return len(zones) + sum(map(len, apart))


@cache
def fullest(name: str, players: int | None) -> list[list[str]]:
    """The moves to the two fullest positions of a game at random: with most cards in sight, and most spread out."""
    state, luck = game_of(name, players).initial_state(seed=SEED), random.Random(SEED)
    best: list[tuple[int, list[str]]] = [(-1, []), (-1, [])]
    moves: list[str] = []
    while not state.is_terminal and len(moves) < MOST_MOVES:
        table = state.table(state.current_seat)
        for at, measure in enumerate((in_sight, spread_out)):
            best[at] = max(best[at], (measure(table), [*moves]), key=lambda one: one[0])
        move = luck.choice(state.legal_moves)
        moves.append(move.text)
        state.apply(move)
    return [moves for _, moves in best]


def game_of(name: str, players: int | None) -> Game:
    """A game for so many; for as many as usual if nothing is said."""
    return load_game(name, players=players)


Size = tuple[int, int, bool, str]
"""Width and height of a page, whether it is a phone's, and what is measured there."""


def put(
    page: browser.Page, name: str, players: int | None, moves: list[str], sizes: list[Size], language: str = "en"
) -> list[str]:
    """Open the page of whoever decides after these moves; its faults in each size."""
    session, _ = session_of(game_of(name, players), SEED, moves=moves, language=language)
    state: State = session.state
    found = []
    with serving(session) as address:
        key = KEYS.get(state.current_seat, f"a-key-for-seat-number-{state.current_seat}")
        width, height, phone, _ = sizes[0]
        page.look_like(width, height, phone=phone)
        page.open(f"http://{address}/seat/{key}")
        page.wait_for(hands.MOVABLE)
        for width, height, phone, script in sizes:
            page.look_like(width, height, phone=phone)
            page.settle()
            found += [f"{width}: {fault}" for fault in page.ask(f"{{ {MEASURES} {script} }}")]
        page.leave()
    return found


MEASURES = Path(__file__).with_name("layout.js").read_text(encoding="utf-8")

WIDE = (1280, 800, False, f"everything({json.dumps([OWN_WIDTH, LEAST_WIDTH, LEAST_LETTERS])})")
NARROW = (390, 844, True, "whatIsPlayed()")


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("name", "players"), games())
def test_the_whole_table_is_in_sight(page: browser.Page, name: str, players: int | None) -> None:
    """Every zone without scrolling, its cards and letters large enough, and nothing on top of something else.

    On a phone one's own cards, the middle and the moves.
    """
    faults = [fault for moves in fullest(name, players) for fault in put(page, name, players, moves, [WIDE, NARROW])]
    assert not faults and page.complaints == []


LONG = 60
"""Decisions of a game that are followed: a whole one would take a minute in a browser, and ends as it went on."""

SHORT = (640, 400, False, "all('.others .cards li:has(button)').filter((one) => box(one).width < 24).map(called)")


@pytest.mark.thorough
def test_cards_of_others_can_be_touched(page: browser.Page) -> None:
    """Enough is left of each for a finger where they lie upon each other, also in a low window."""
    state, luck = load_game("on-the-trail").initial_state(seed=SEED), random.Random(SEED)
    moves = list[str]()
    for _ in range(4):
        moves.append(luck.choice(state.legal_moves).text)
        state.apply(moves[-1])
    assert put(page, "on-the-trail", None, moves, [SHORT]) == []


TALL = "box(document.querySelector('.own')).height > 160 ? ['too high'] : []"
LOW = f"outOfSight(all('.own .hand [data-card]')).concat({TALL})"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["hearts", "neko-racing", "mille-bornes"])
def test_in_a_low_window_the_own_hand_stays_above_the_moves(page: browser.Page, name: str) -> None:
    """As at twice the size, in 640 by 400 pixels; and room is left for the middle."""
    assert put(page, name, None, [], [(640, 400, False, LOW)]) == [] and page.complaints == []


PILES = "outOfSight(all('#table :is(.own [data-shows=all]:not(.theirs), .own .hand)').filter(isDrawn))"
SMALL = "all('#table .together .card').filter((one) => box(one).width < 40).map(called)"
HANDS = "outOfSight(all('#table .own [data-card]').filter(isDrawn))"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "players", "moves", "language", "size"),
    [
        ("mille-bornes", 2, 40, "fr", (390, 844, True, PILES)),
        ("mille-bornes", 4, 70, "en", (390, 844, True, PILES)),
        ("neko-racing", 3, 22, "en", (390, 844, True, SMALL)),
        ("mille-bornes", 2, 40, "fr", (1280, 600, False, HANDS)),
        ("hearts", None, 30, "fr", (1280, 600, False, HANDS)),
    ],
)
def test_what_is_played_with_has_room(
    page: browser.Page, name: str, players: int | None, moves: int, language: str, size: Size
) -> None:
    """On a phone the piles before oneself and the cards of a trick, in a low window one's own cards."""
    state, luck, made = game_of(name, players).initial_state(seed=SEED), random.Random(SEED), list[str]()
    while len(made) < moves:
        made.append(luck.choice(state.legal_moves).text)
        state.apply(made[-1])
    assert put(page, name, players, made, [size], language) == [] and page.complaints == []


STAYS = Path(__file__).with_name("stays.js").read_text(encoding="utf-8")

NEAR, SHIFTS = 10, 6
"""So many pixels nobody sees, and so often may something move in a whole game: what nothing had told before."""


@pytest.mark.thorough
@pytest.mark.sampled(6)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("name", ["hearts", "mille-bornes", "neko-racing"])
def test_zones_stay_in_their_places(page: browser.Page, name: str, width: int, height: int, tmp_path: Path) -> None:
    """From step to step of a long game, and the moves stay below them; but for what a new hand brings."""
    state, luck = game_of(name, None).initial_state(seed=SEED), random.Random(SEED)
    film = Film(0, "en", lambda _: [], moves=True)
    film.look(state)
    while not state.is_terminal and state.decisions < LONG:
        state.apply(luck.choice(state.legal_moves))
        film.look(state)
    page.look_like(width, height, phone=width < 500)
    opened(page, tmp_path, {}, name)
    page.ask(f"window.all = {json.dumps(film.frames)}; {STAYS.replace('NEAR', str(NEAR))}")
    end = time.monotonic() + 0.5 * len(film.frames)
    while page.ask("window.faults === undefined"):
        assert time.monotonic() < end
        time.sleep(0.2)
    faults = page.ask("window.faults")
    assert len({one.partition(":")[0] for one in faults}) <= SHIFTS, faults
    assert page.complaints == []


STEADY = """told.map((_, at) => at).filter((at) => at % 6 === 0).map((at) => {
  table.steps.to(at, false);
  const [hand, card] = ["", " .card"].map((one) => all(`.own .hand${one}`)[0]?.getBoundingClientRect());
  return [hand.top + scrollY, card?.width ?? 0];
})"""


def test_on_a_phone_a_small_hand_has_the_cards_of_a_large_one(page: browser.Page, tmp_path: Path) -> None:
    """In a whole round of five players its cards get no smaller than half of what they were, and it hardly moves."""
    state, luck = game_of("neko-racing", 5).initial_state(seed=SEED), random.Random(SEED)
    film = Film(0, "en", lambda _: [], moves=True)
    while len(film.frames) < 60:
        film.look(state)
        state.apply(luck.choice(state.legal_moves))
    page.look_like(390, 844, phone=True)
    opened(page, tmp_path, {}, "neko-racing")
    page.ask(
        f"window.told = {json.dumps(film.frames)}; source.onmessage({{ type: 'frames', from: 0, frames: told }}); 1"
    )
    tops, widths = zip(*page.ask(f"{{ {MEASURES} {STEADY} }}"), strict=True)
    assert min(filter(None, widths)) > max(widths) / 2 and max(widths) > 48
    assert max(tops) - min(tops) < NEAR
    assert page.complaints == []


READING = """
  const [seen, boosts] = [windowOf(), all('.own [data-name=boosts] button')];
  const hint = document.querySelector('.turn-line .about');
  const pile = document.querySelector('.middle [data-name=gone] details');
  pile.open = true;
  const wait = (done) => setTimeout(() => {
    const { left, right, bottom } = box(pile.lastChild);
    done([
      boosts.length ? '' : 'no boosts', ...outOfSight(boosts),
      hint.scrollHeight > hint.clientHeight + 1 && !hint.matches('.short') ? 'the hint is cut' : '',
      left < 0 || right > seen.right || bottom > seen.bottom + 1 ? 'the list of a pile is cut' : '',
      document.documentElement.scrollWidth > innerWidth ? 'wider than the window' : '',
      box(document.querySelector('.said-line')).width < 400 && innerWidth > 500 ? 'no room for what has happened' : '',
    ].filter(Boolean));
  }, 100);
  window.faults = undefined; wait((found) => { window.faults = found; });
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("width", [1280, 640, 390])
def test_what_is_asked_can_be_seen_and_read(page: browser.Page, width: int) -> None:
    """What can be chosen, what it is about, what has happened, and the list of a pile within the window."""
    state, luck, moves = game_of("neko-racing", 5).initial_state(seed=SEED), random.Random(SEED), list[str]()
    while len(moves) < 60 or state.table(state.current_seat)["phase"]["id"] != "use_boosts":
        moves.append(luck.choice(state.legal_moves).text)
        state.apply(moves[-1])
    session, _ = session_of(game_of("neko-racing", 5), SEED, moves=moves)
    with serving(session) as address:
        page.look_like(width, 844, phone=width < 500)
        page.open(
            f"http://{address}/seat/{KEYS.get(state.current_seat, f'a-key-for-seat-number-{state.current_seat}')}"
        )
        page.wait_for(hands.MOVABLE)
        page.settle()
        page.ask(f"{{ {MEASURES} {READING} }} 1")
        page.wait_for("window.faults")
        assert page.ask("window.faults") == []
        if width < 500:
            page.ask("document.querySelector('.rivals > span').click()")
            page.wait_for("document.querySelector('.others .block').getBoundingClientRect().top < 500")
        page.leave()
    assert page.complaints == []


def test_pieces_have_the_colours_of_their_players(page: browser.Page, tmp_path: Path) -> None:
    """Those of cards that have lain before each of them since the beginning, where there are some."""
    for name, colours in (("neko-racing", ("green", "blue", "red")), ("hearts", ())):
        film = Film(0, "en", lambda _: [], moves=False)
        film.look(game_of(name, None).initial_state(seed=SEED))
        opened(page, tmp_path, {"hello": [{"type": "frames", "from": 0, "frames": film.frames}]}, name)
        given = page.ask("[1, 2, 3].map((one) => document.documentElement.style.getPropertyValue(`--who-${one}`))")
        assert given == ([f"var(--piece-{colour})" for colour in colours] or [""] * 3)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "sign"), [("hearts", "★"), ("spades", "♛")])
def test_cards_that_a_value_names_are_marked(page: browser.Page, name: str, sign: str, tmp_path: Path) -> None:
    """The card that takes the trick so far where it lies, trumps in the hand of whoever looks; with a word to hear."""
    state, luck = game_of(name, None).initial_state(seed=SEED), random.Random(SEED)
    film, marked, own = Film(0, "en", lambda _: [], moves=False), dict[int, list[str]](), sign == "♛"
    while len(film.frames) < 16:
        if film.look(state):
            blocks = state.table(0)["blocks"]
            shown = [one for block in blocks if block["you"] is own for one in block["values"] if "cards" in one]
            marked[len(film.frames) - 1] = [card for one in shown for card in one["cards"]]
        state.apply(luck.choice(state.legal_moves))
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.look_like(1280, 800)
    for at, cards in marked.items():
        page.open(f"{(tmp_path / 'game.html').as_uri()}#{at}")
        where = ".own .hand" if own else "[data-name=played]"
        named = "[one.closest('.card').dataset.card, one.textContent]"
        found = page.ask(f"[...document.querySelectorAll('{where} .badge')].map((one) => {named})")
        assert [card for card, text in found if text.startswith(sign) and len(text) > 5] == cards
    assert sum(map(len, marked.values())) > 4 and page.complaints == []
