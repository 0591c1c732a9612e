"""What the page of a table looks like: the whole log, the same picture whenever one looks, what is new is marked."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.game import State
from cardwright.table.page.film import Film
from cardwright.table.page.film_encoding import FrameDecoder
from cardwright.table.page.page import film_page
from cardwright.table.page.phrases import say
from cardwright.table.page.seat_text import SeatText
from tests.table.page import browser, hands
from tests.table.serving.served import session_of
from tests.table.serving.test_sources import opened

if browser.CHROMIUM is None:
    pytest.skip("there is no Chromium; Debian has it in the package `chromium`", allow_module_level=True)

pytestmark = pytest.mark.sampled(2)


def filmed(name: str, moves: int, seat: int = 0, seed: int = 3) -> tuple[Film, State]:
    """The film of a random game for a seat, and where it ends."""
    state, luck = load_game(name).initial_state(seed=seed), random.Random(seed)
    film = Film(seat, "en", lambda state: [state.status], moves=False)
    film.look(state)
    while not state.is_terminal and state.decisions < moves:
        state.apply(luck.choice(state.legal_moves))
        film.look(state)
    return film, state


def test_the_whole_log_is_at_hand(page: browser.Page, tmp_path: Path) -> None:
    """From the last step its beginning, from the first its end: a button shows all, and leads there."""
    film, state = filmed("hearts", 90)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.look_like(1280, 800)
    last = len(film.frames) - 1
    for at, away in ((last, "0"), (0, f"{last}")):
        page.open(f"{(tmp_path / 'game.html').as_uri()}#{at}")
        shown = "[...document.querySelectorAll('#log li > .jump')].map((one) => one.textContent)"
        if at == 0:
            page.press("End")
            page.press("Home")
        assert away not in page.ask(shown)
        page.ask("document.querySelector('#log .whole').click()")
        assert page.ask(shown) == [f"{last - one}" for one in range(last + 1)]
        row = f"[...document.querySelectorAll('#log li')].at({0 if at == 0 else -1}).getBoundingClientRect()"
        assert page.ask(f"{row}.top >= 0 && {row}.bottom <= innerHeight")
    assert page.complaints == []


BOXES = """JSON.stringify([...document.querySelectorAll('#table :is([data-zone], [data-card], h2, dd)')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const called = one.dataset.zone ?? one.dataset.card ?? one.textContent;
    return [called, ...[left, top + scrollY, width, height].map(Math.round)];
  }))"""
"""Where everything is on the table, and how large."""


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize(
    ("name", "moves"), [("hearts", 75), ("mille-bornes", 60), ("neko-racing", 47), ("love-letter", 31)]
)
def test_a_position_always_looks_the_same(
    page: browser.Page, name: str, moves: int, width: int, height: int, tmp_path: Path
) -> None:
    """Also when the page was loaded anew, when the rules were read, or when the window had another size."""
    film, state = filmed(name, moves)
    book = '<div class="entry"><div class="says"><h3>Rules</h3></div></div>'
    inside = film_page(film.frames, 0, state.game.words("en"), book)
    (tmp_path / "game.html").write_text(inside, encoding="utf-8")
    page.look_like(width, height, phone=width < 500)
    with browser.sent(tmp_path) as address:
        page.open(f"{address}/game.html")
        page.ask("sessionStorage.clear()")
        for _ in film.frames[1:]:
            page.press("ArrowRight")
            page.ask(hands.SEEN)
        for _ in range(4):
            page.ask("document.body.click()")
            page.settle()
        before = page.ask(BOXES)
        for change in ("reload", "rules", "turned"):
            if change == "reload":
                page.call("Page.reload")
                page.wait_for("document.querySelector('#table section') !== null")
            if change == "rules":
                page.ask("document.querySelector('.rules-button').click()")
                page.wait_for("document.querySelector('.reading .entry') !== null")
                page.settle()
                page.press("Escape")
            if change == "turned":
                page.look_like(height, width)
                page.settle()
                page.look_like(width, height, phone=width < 500)
            page.settle()
            assert page.ask(BOXES) == before, change
        page.leave()
    assert page.complaints == []


def test_a_trick_that_was_taken_is_told_and_lies_face_down(page: browser.Page, tmp_path: Path) -> None:
    """On a phone no card of the next trick is covered; a click that closes the list of its cards does nothing else."""
    film, state = filmed("hearts", 60)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    decoder, taken, over = FrameDecoder(), list[int](), 0
    for at, frame in enumerate(film.frames):
        decoder.add(frame)
        taken += [at] if any(one["event"] == "taken" for one in decoder.log) else []
        over = over or at * ("round" in frame)
    page.look_like(390, 844, phone=True)
    page.open(f"{(tmp_path / 'game.html').as_uri()}#{taken[4] - 1}")
    page.ask(f"location.hash = '#{taken[4] + 2}'")
    page.wait_for("document.querySelector('.banner:not([hidden])') !== null")
    bottom = page.ask("document.querySelector('.banner').getBoundingClientRect().bottom")
    tops = page.ask("[...document.querySelectorAll('.middle .card')].map((one) => one.getBoundingClientRect().top)")
    assert tops and bottom < min(tops)
    page.leave()
    page.look_like(1280, 800)
    page.open(f"{(tmp_path / 'game.html').as_uri()}#{over - 1}")
    pile = "[data-name=taken]:has(> .folded)"
    assert page.ask(f"document.querySelector('{pile} .card').matches('.back')")
    hands.click(page, f"{pile} summary")
    page.wait_for(f"document.querySelector('{pile} details').open")
    line = page.ask("document.querySelector('.headline').textContent")
    hands.click(page, ".middle button.card")
    page.wait_for(f"!document.querySelector('{pile} details').open")
    assert page.ask("document.querySelector('.headline').textContent") == line
    hands.click(page, ".middle button.card")
    page.wait_for(f"document.querySelector('.headline').textContent !== {json.dumps(line)}")
    page.press("ArrowRight")
    page.wait_for("document.querySelector('#log li.now .told.taken') !== null")
    events = page.ask("[...document.querySelectorAll('#log li.now > div > .told')].map((one) => one.className)")
    assert events.index("told taken") < events.index("told brought") < events.index("told dealt")
    page.leave()
    assert page.complaints == []


def test_what_is_new_is_marked(page: browser.Page, tmp_path: Path) -> None:
    """Cards that came into one's hand, until one's next move, to be heard as well; not those of a deal."""
    page.look_like(1280, 800)
    fresh = "[...document.querySelectorAll('.card.fresh .label')].map((one) => one.textContent)"
    for name, seen in (
        ("mille-bornes", [[], [], ["Green light, new"], [], ["100 km, new"], []]),
        ("hearts", [[], [], [], [], ["ten of hearts, new", "two of diamonds, new", "five of spades, new"]]),
    ):
        film, state = filmed(name, len(seen) - 1)
        (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
        for at, cards in enumerate(seen):
            page.open(f"{(tmp_path / 'game.html').as_uri()}#{at}")
            assert sorted(page.ask(fresh)) == sorted(cards), f"{name} {at}"
    dot = "document.querySelector('.zone.changed h3')"
    page.ask(f"{dot}.dispatchEvent(new PointerEvent('pointerenter'))")
    assert page.ask(f"{dot}.title") == "Something has just come here, or gone"
    film, state = filmed("mille-bornes", 2)
    before = state.clone()
    state.apply(state.legal_moves[0])
    film.look(state)
    film.put_back(before, SeatText(state.game.words("en"), "undone", who=0))
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.open(f"{(tmp_path / 'game.html').as_uri()}#{len(film.frames) - 1}")
    assert page.ask(fresh) == ["Green light, new"], "what was new is new again, and nothing else"
    assert page.complaints == []


def test_the_rules_open_with_what_they_are_about_at_the_top(page: browser.Page, tmp_path: Path) -> None:
    """Also if that is the last thing they say."""
    film, state = filmed("hearts", 6)
    entry = '<p class="entry" id="{}" tabindex="-1"><span class="says"></span>.</p>'
    book = "".join(map(entry.format, [*range(90), "rule-phases.trick"]))
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en"), book), encoding="utf-8")
    for width, height in ((390, 844), (1280, 800)):
        page.look_like(width, height, phone=width < 500)
        page.open(f"{(tmp_path / 'game.html').as_uri()}#6")
        page.ask("document.querySelector('.rules-button').click()")
        page.wait_for("document.activeElement.id === 'rule-phases.trick'")
        top = "document.querySelector('.reading .book').getBoundingClientRect().top"
        assert page.ask(f"document.activeElement.getBoundingClientRect().top - {top}") < 24
    assert page.complaints == []


def test_the_end_shows_what_the_last_round_has_brought(page: browser.Page, tmp_path: Path) -> None:
    """In full, between the places and the rounds before it."""
    film, state = filmed("scopa", 3000)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.look_like(390, 844, phone=True)
    page.open(f"{(tmp_path / 'game.html').as_uri()}#{len(film.frames) - 1}")
    foot, end = (f"document.querySelector('{one}').getBoundingClientRect()" for one in ("footer", ".end .actions"))
    assert page.ask(f"{foot}.top - {end}.bottom") < 40, "all the room is used before anything scrolls"
    tables = "[...document.querySelectorAll('dialog.end[open] .sheet')]"
    assert page.ask(f"{tables}.map((one) => one.querySelector('caption').textContent)") == [
        "Places",
        "What the last round has brought",
        "Points, round by round",
    ]
    rows = page.ask(f"[...{tables}[1].querySelectorAll('tbody th')].map((one) => one.textContent)")
    assert rows == [label for label, _ in film.frames[-1]["end"]["round"]["parts"]] + ["Points"]
    assert page.ask(f"{tables}.every((one) => one.scrollHeight <= one.clientHeight + 1)"), "none is cut off"
    aligned = "[...one.querySelectorAll('tr')].map((row) => getComputedStyle(row.children[1]).textAlign)"
    assert {*page.ask(f"[{tables}[2]].flatMap((one) => {aligned})")} == {"right"}, "the head of a column, too"
    assert page.complaints == []


def test_scores_of_the_rounds_so_far_are_shown_whenever_somebody_asks(page: browser.Page, tmp_path: Path) -> None:
    film, state = filmed("scopa", 3000)
    first, *_, last = (at for at, frame in enumerate(film.frames) if "round" in frame)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.look_like(1280, 800)
    button, panel = "document.querySelector('.ended')", "document.querySelector('dialog.end')"
    for at, shown in ((first - 1, False), (first, True), (last, True)):
        page.open(f"{(tmp_path / 'game.html').as_uri()}#{at}")
        page.press("Escape")
        page.wait_for(f"({button}.checkVisibility({{ visibilityProperty: true }})) === {json.dumps(shown)}")
        assert page.ask(f"{panel}.open") is False
    assert page.ask(f"{button}.textContent") == "Scores"
    page.ask(f"{button}.click()")
    rows = page.ask(
        f"[...{panel}.querySelectorAll('.sheet:last-child tbody tr')].map((one) => one.children[1].innerText)"
    )
    rounds = [frame["round"]["sheet"] for frame in film.frames if "round" in frame]
    assert [int(one.split()[0]) for one in rows] == [sheet[0][1] for sheet in rounds]
    page.press("Escape")
    assert page.ask(f"{panel}.open") is False and page.complaints == []


def test_a_deal_is_told_after_what_the_round_before_has_brought(page: browser.Page, tmp_path: Path) -> None:
    """In the log; a team of one is called as its player is."""
    film, state = filmed("mille-bornes", 110)
    at = next(at for at, frame in enumerate(film.frames) if "round" in frame)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.look_like(1280, 800)
    page.open(f"{(tmp_path / 'game.html').as_uri()}#{at - 1}")
    wide = page.ask("document.querySelector('.lane').offsetWidth")
    page.press("ArrowRight")
    page.wait_for("document.querySelector('dialog.round[open]') !== null")
    events = page.ask(
        "[...document.querySelectorAll('#log li.now > div > .told')].map((one) => one.className.slice(5))"
    )
    assert events[:4] == ["move", "brought", "brought", "dealt"]
    heads = page.ask("[...document.querySelectorAll('.round thead th')].map((one) => one.innerText.trim())")
    assert heads == ["1 player 1", "2 player 2"]
    page.open(f"{(tmp_path / 'game.html').as_uri()}#2")
    assert page.ask("document.querySelector('.lane').offsetWidth") == wide, "however many digits a place has"
    page.look_like(390, 844, phone=True)
    page.open(f"{(tmp_path / 'game.html').as_uri()}#2")
    hand = "document.querySelector('.own .hand')"
    assert page.ask(f"{hand}.offsetWidth === {hand}.parentElement.clientWidth"), "nothing beside it"
    assert "team" not in page.ask("document.querySelector('.turn-line').textContent"), "there is no room"
    assert page.complaints == []


def test_small_things_on_a_wide_page(page: browser.Page, tmp_path: Path) -> None:
    """Text of the log and the rules can be marked, the table cannot; a focus is seen whole; a new card keeps its name
    in sight, and what has changed is not told by a colour alone.
    """
    film, state = filmed("mille-bornes", 4)
    book = '<div class="entry"><div class="says"><h3>Rules</h3></div></div>'
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en"), book), encoding="utf-8")
    page.look_like(1280, 800)
    page.open(f"{(tmp_path / 'game.html').as_uri()}#4")
    ring = page.ask("""(() => {
      const { top, height } = getComputedStyle(document.querySelector(".card.fresh"), "::after");
      return parseFloat(top) + parseFloat(height) + 4; })()""")
    assert 0 < ring < 10, "no more than the edge of the card"
    assert "underline" in page.ask("getComputedStyle(document.querySelector('.zone.changed h3')).textDecorationLine")
    page.ask("document.querySelector('.rules-button').click()")
    page.wait_for("document.querySelector('.reading .entry') !== null")
    select = "getComputedStyle(document.querySelector('SELECTOR')).userSelect"
    for selector in ("#log .told", ".reading .entry h3"):
        assert page.ask(select.replace("SELECTOR", selector)) != "none"
    state, luck = load_game("hearts").initial_state(seed=3), random.Random(3)
    while state.current_seat != 0 or len(state.legal_moves) < 9 or state.table(0)["phase"]["id"] != "trick":
        state.apply(luck.choice(state.legal_moves))
    film = Film(0, "en", lambda state: [state.status], moves=True)
    film.look(state)
    opened(page, tmp_path, {"hello": [{"type": "frames", "from": 0, "frames": film.frames}]})
    page.wait_for("document.querySelector('#moves .move') !== null")
    assert page.ask(select.replace("SELECTOR", "#table")) == "none", "whoever drags a card marks no text"
    page.press("Tab")
    page.ask("document.querySelector('#moves .move').focus()")
    left, top, style = page.ask("""(() => {
      const [list, one] = ["#moves .list", "#moves .move"].map((name) => document.querySelector(name));
      const [outer, inner] = [list, one].map((some) => some.getBoundingClientRect());
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(one);
      const wide = parseFloat(outlineOffset) + parseFloat(outlineWidth);
      return [inner.left - outer.left - wide, inner.top - outer.top - wide, outlineStyle]; })()""")
    assert left >= 0 and top >= 0 and style == "solid"
    assert page.complaints == []


def test_lanes_have_names(page: browser.Page, tmp_path: Path) -> None:
    """Where the track begins, and beside them the pieces have room; numbers at the beginning of each further row."""
    film, state = filmed("neko-racing", 1)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.look_like(390, 844, phone=True)
    page.open((tmp_path / "game.html").as_uri())
    page.settle()
    lanes = "[...document.querySelectorAll('.space.first .pieces')].map((one) => one.dataset.lane)"
    assert page.ask(lanes) == ["lane 1", "lane 2", "1", "2"]
    free = page.ask("""[...document.querySelectorAll(".space:first-child .pieces .piece")].map((one) =>
      one.getBoundingClientRect().left - one.parentElement.getBoundingClientRect().left)""")
    assert len(free) == 3 and min(free) > 33.5, "so long is the name, in wide letters"
    assert page.complaints == []


def test_nothing_is_run_when_all_has_been_shown(page: browser.Page, tmp_path: Path) -> None:
    """The button that goes through the steps is off at the last, also after it has gone there."""
    film, state = filmed("hearts", 6)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.open(f"{(tmp_path / 'game.html').as_uri()}#{len(film.frames) - 2}")
    page.ask("document.querySelectorAll('.row button')[1].click()")
    page.wait_for("document.querySelectorAll('.row button')[1].textContent === '▶'")
    assert page.ask("document.querySelectorAll('.row button')[1].disabled") and page.complaints == []


def test_a_notice_that_was_closed_stays_closed(page: browser.Page, tmp_path: Path) -> None:
    """Also when the page is loaded anew; another one is shown."""
    session, _ = session_of(load_game("hearts"), 3, (1, 2, 3))
    frames = {"type": "frames", "from": 0, "frames": session.frames(0, 0)}
    told = "document.querySelector('.notice').textContent"
    page.look_like(1280, 800)
    for text, left in (("the disk is full", "the disk is full"), ("the disk is full", ""), ("too late", "too late")):
        opened(page, tmp_path, {"hello": [frames, {"type": "notice", "text": text}]})
        page.wait_for("document.querySelector('#moves .many') !== null")
        assert page.ask(told) == left
        page.ask("document.querySelector('.notice .close')?.click()")
        assert page.ask(told) == ""
        page.leave()
    assert page.complaints == []


def test_backs_of_several_decks_look_different(page: browser.Page, tmp_path: Path) -> None:
    """By day and by night, and what is counted on them can be read."""
    film, state = filmed("on-the-trail", 0)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    for dark in (False, True):
        page.look_like(1280, 800, dark=dark)
        page.open((tmp_path / "game.html").as_uri())
        names = ("deck", "setback_pile", "boost_pile")
        back = "getComputedStyle(document.querySelector('[data-name=NAME] .back')).backgroundImage"
        assert len({page.ask(back.replace("NAME", name)) for name in names}) == 3
    assert page.complaints == []


def test_on_a_phone_two_rows_of_a_hand_are_as_long_as_each_other(page: browser.Page, tmp_path: Path) -> None:
    """However few cards are left, so that no room stays empty below them."""
    film, state = filmed("hearts", 48)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    page.look_like(390, 844, phone=True)
    counts = set[int]()
    for at in range(4, len(film.frames), 4):
        page.open(f"{(tmp_path / 'game.html').as_uri()}#{at}")
        cards = "[...document.querySelectorAll('.own .hand .card')]"
        tops = page.ask(f"{cards}.map((one) => Math.round(one.getBoundingClientRect().top))")
        rows = [tops.count(top) for top in sorted({*tops})]
        counts.add(len(tops))
        assert len(rows) == 2 and 0 <= rows[0] - rows[1] <= 1, rows
    assert len(counts) > 6 and page.complaints == []


def test_small_things_on_a_phone(page: browser.Page, tmp_path: Path) -> None:
    """What a finger does, how many moves are out of sight, what has just come, and where a card is marked."""
    state, luck = load_game("hearts").initial_state(seed=3), random.Random(3)
    while state.current_seat != 0 or len(state.legal_moves) < 9 or state.table(0)["phase"]["id"] != "trick":
        state.apply(luck.choice(state.legal_moves))
    film = Film(0, "en", lambda state: [state.status], moves=True)
    film.look(state)
    page.look_like(390, 844, phone=True)
    opened(page, tmp_path, {"hello": [{"type": "frames", "from": 0, "frames": film.frames}]})
    page.wait_for("document.querySelector('#moves .move') !== null")
    page.settle()
    page.ask("table.steps.tell(''); table.tellTurn()")
    assert page.ask("document.querySelector('.headline').textContent") == say("en", "how_to_touch")
    end = "document.querySelector('#moves .list').getBoundingClientRect().bottom"
    boxes = "[...document.querySelectorAll('#moves .move')].map((one) => one.getBoundingClientRect().bottom)"
    hidden = page.ask(f"{boxes}.filter((bottom) => bottom > {end} + 2).length")
    assert hidden > 0 and page.ask("document.querySelector('.below').textContent") == f"\u2193 {hidden} more"
    style = "getComputedStyle(document.querySelector('#moves .move'))"
    armed = page.ask(f"[{style}.animationName, {style}.animationDuration]")
    assert armed == ["armed", "0.6s"], "so long a button that has just come may be clicked by mistake"
    assert page.complaints == []


def test_a_mark_covers_no_value_of_a_card(page: browser.Page, tmp_path: Path) -> None:
    """It stands in the lower left corner, where a fan leaves it in sight, and the value above it, too."""
    film, state = filmed("spades", 12)
    (tmp_path / "game.html").write_text(film_page(film.frames, 0, state.game.words("en")), encoding="utf-8")
    for width, height in ((390, 844), (1280, 800)):
        page.look_like(width, height, phone=width < 500)
        page.open(f"{(tmp_path / 'game.html').as_uri()}#{len(film.frames) - 1}")
        found = page.ask("""[...document.querySelectorAll('.card .badge')].map((one) => {
          const [mark, card] = [one, one.closest('.card')].map((part) => part.getBoundingClientRect());
          return [(mark.left - card.left) / card.width, (mark.top - card.top) / card.height,
                  (card.bottom - mark.bottom) / card.height];
        })""")
        assert found and all(0 <= left < 0.15 and top > 0.45 and 0 <= below < 0.3 for left, top, below in found), found
    assert page.complaints == []
