"""The rulebook beside a table, in a real browser: where it opens, what it marks, and how one gets back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.decider import EVERYTHING
from cardwright.play.game.game import Game
from cardwright.table.page.film import Film
from cardwright.table.page.page import film_page
from cardwright.table.printing.rulebook import rulebook
from tests.table.page import browser, hands
from tests.table.serving import matrix
from tests.table.serving.served import KEYS, fetch, serving, session_of

if browser.CHROMIUM is None:
    pytest.skip("there is no Chromium; Debian has it in the package `chromium`", allow_module_level=True)

AXE = Path("build/axe/node_modules/axe-core/axe.min.js")

IS_OPEN = "document.querySelector('.reading').open"
FOCUS = "document.activeElement.id"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A table of a variant, at which it is the first seat's turn."""
    game = load_game("mille-bornes", variants=["parker"])
    session, _ = session_of(game, 5)
    while session.state.current_seat != 0:
        session.play(1, len(session.films[1].frames), session.state.legal_moves[0].text)
    with serving(session) as address:
        yield address


def sit_down(page: browser.Page, address: str, width: int, *, dark: bool = False) -> None:
    page.look_like(width, 800, dark=dark, phone=width < 500)
    page.open(f"http://{address}/seat/{KEYS[0]}")
    page.wait_for("document.querySelector('.target') !== null")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("width", [390, 1024, 1280])
def test_it_opens_at_the_present_phase_and_closes(page: browser.Page, address: str, width: int) -> None:
    """Beside the table from 1280 pixels on, over it below that; the keys lead in and back."""
    sit_down(page, address, width)
    hands.click(page, ".rules-button")
    page.wait_for(f"{FOCUS} === 'rule-phases.play'")
    assert page.ask("document.activeElement.querySelector('.mark').textContent") == "now"
    box = "document.querySelector('.reading').getBoundingClientRect()"
    assert page.ask(f"{box}.right") == width and page.ask("document.documentElement.scrollWidth") <= width
    if width == 1280:
        assert page.ask(f"document.querySelector('#table').getBoundingClientRect().right <= {box}.left")
        page.wait_for("document.querySelector('#table').scrollHeight <= document.querySelector('#table').clientHeight")
    page.press("Escape")
    page.wait_for(f"!{IS_OPEN} && document.activeElement.matches('.rules-button')")
    hands.click(page, ".rules-button")
    page.wait_for(f"{IS_OPEN} && document.querySelector('.reading .book').scrollTop > 100")
    page.ask("document.querySelector('.reading .book').scrollTop = 0")
    page.settle()
    page.press("Escape")
    hands.click(page, ".rules-button")
    page.wait_for("!document.querySelector('.reading .back').hidden")  # to where it was left
    page.ask("document.querySelector('.reading .back').click()")
    assert page.ask("document.querySelector('.reading .book').scrollTop") == 0
    page.press("Escape")
    assert page.complaints == []


def test_it_leads_to_a_card_and_marks_what_is_in_sight(page: browser.Page, address: str) -> None:
    sit_down(page, address, 1280)
    card = page.ask("document.querySelector('.hand [data-card]').dataset.card")
    page.ask("document.querySelector('.hand [data-card]').focus()")
    page.press("?")
    page.wait_for(f"document.activeElement.dataset.cards === '{card}'")
    marked, seen = (
        page.ask(f"[...document.querySelectorAll('{found}')].map((one) => one.dataset.{name})")
        for found, name in ((".reading .now[data-cards]", "cards"), ("[data-card]", "card"))
    )
    assert len(marked) > 3 and set(marked) == set(seen)
    page.press("Escape")
    page.wait_for(f"document.activeElement.dataset.card === '{card}'")
    page.ask("document.querySelector('.hand [data-card]').dispatchEvent(new MouseEvent('click'))")
    hands.click(page, ".rules-button")
    page.ask("document.querySelector('.reading a').click()")
    page.wait_for(f"{FOCUS} === 'chapter-0'")


def test_it_marks_what_a_variant_changes(page: browser.Page, address: str) -> None:
    sit_down(page, address, 1280)
    hands.click(page, ".rules-button")
    page.wait_for("document.querySelector('.reading .changed ins') !== null")
    assert "is marked" in page.ask("document.querySelector('.reading .about').textContent")
    assert page.ask("getComputedStyle(document.querySelector('.reading ins')).textDecorationLine") == "underline"
    assert page.ask("getComputedStyle(document.querySelector('.reading del')).textDecorationLine") == "line-through"


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed; `make browsers` installs it")
@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_nothing_serious_is_wrong_for_those_who_need_help(
    page: browser.Page, address: str, width: int, dark: bool
) -> None:
    sit_down(page, address, width, dark=dark)
    hands.click(page, ".rules-button")
    page.wait_for(f"{FOCUS} === 'rule-phases.play'")
    assert matrix.looked_at(page) == []


def test_who_has_no_seat_gets_no_rules(address: str) -> None:
    assert fetch(address, "/seat/somebody/rules")[0] == 403
    status, text = fetch(address, f"/seat/{KEYS[1]}/rules")
    assert status == 200 and 'id="rule-phases.play"' in text and "<script" not in text


def test_a_page_from_disk_has_the_rules(page: browser.Page, tmp_path: Path) -> None:
    game: Game = load_game("kuhn-poker")
    film, state = Film(EVERYTHING, "en", lambda _: ["over"], moves=False), game.initial_state(seed=1)
    film.look(state)
    state.apply(state.legal_moves[0])
    film.look(state)
    file = tmp_path / "game.html"
    book = '<section><h2 id="chapter-0" tabindex="-1">Cards &lt;b&gt;</h2></section>'
    file.write_text(film_page(film.frames, EVERYTHING, game.words("en"), book), encoding="utf-8")
    page.open(file.as_uri())
    page.press("?")
    page.wait_for(f"{IS_OPEN} && document.querySelector('.reading h2#chapter-0') !== null")
    assert page.ask("document.querySelector('#chapter-0').textContent") == "Cards <b>"
    page.press("End")
    assert page.ask("document.querySelector('#steps .at').textContent") == "0 / 1", "the key is the book's"
    assert page.complaints == []


def test_the_rules_show_no_table_that_somebody_plays_at() -> None:
    """Whoever serves a table with a seed would show with it what others hold."""
    game = load_game("mille-bornes")
    assert game.spec is not None
    book = rulebook(game.spec, [game], "en", drawn=True)
    (shown,) = (entry.table for chapter in book.chapters for entry in chapter.entries if entry.table)
    played = (game.initial_state(seed=seed).table(0)["blocks"] for seed in range(100))
    assert shown is not None and all(shown["blocks"] != blocks for blocks in played)
