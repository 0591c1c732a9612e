"""What is laid and then cleared is seen, in a real browser. Skipped where there is none."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.table.page.film import Film
from cardwright.table.page.page import film_page, script_of, two_films_page
from tests.table.page import browser, hands
from tests.table.serving.served import KEYS, Browser, serving, session_of

if browser.CHROMIUM is None:
    pytest.skip("there is no Chromium; Debian has it in the package `chromium`", allow_module_level=True)

pytestmark = pytest.mark.sampled(2)

PUT_TOGETHER = script_of(("patch.js", "parts.js", "frames.js", "stages.js"))


def film_of(name: str, moves: int) -> Film:
    """What the first player sees of a game."""
    state, made = load_game(name).initial_state(seed=3), Film(0, "en", lambda _: [], moves=False)
    luck = random.Random(3)
    made.look(state)
    while state.decisions < moves and not state.is_terminal:
        state.apply(luck.choice(state.legal_moves))
        made.look(state)
    return made


def stages(page: browser.Page, film: Film) -> list[list[dict[str, Any]]]:
    """The stages of each step but the first: how many cards lie in each zone that is not yet as the table says."""
    page.leave()
    found = page.ask(f"""{{ {PUT_TOGETHER}
      const {{ steps }} = new Frames({json.dumps(film.frames)});
      const counts = ({{ zones }}) => zones && Object.fromEntries([...zones].map(([id, zone]) => [id, zone.count]));
      steps.slice(1).map((step, at) => stagesOf(steps[at].table, step.table, step.went).map(counts)) }}""")
    return list(found)


def test_a_trick_lies_complete_before_it_is_taken(page: browser.Page) -> None:
    """All four cards, which the table of no step has: that after the fourth is cleared already."""
    found = [step for step in stages(page, film_of("hearts", 60)) if len(step) > 1]
    tricks = [step for step in found if all(step[0].get(f"p{seat}.played") == 1 for seat in range(1, 5))]
    assert len(tricks) >= 12 and all(step[-1] is None for step in found)


@pytest.mark.parametrize("name", ["course-folle", "golf-patience", "sky-lights"])
def test_nothing_is_held_where_nothing_is_cleared(page: browser.Page, name: str) -> None:
    assert all(step == [None] for step in stages(page, film_of(name, 12)))


def test_what_lay_is_seen_until_a_key_or_a_click(page: browser.Page, tmp_path: Path) -> None:
    """The step after the one at which three cards lie shows four, and then none."""
    film, file = film_of("hearts", 60), tmp_path / "game.html"
    file.write_text(film_page(film.frames, 0, load_game("hearts").words("en")), encoding="utf-8")
    at = next(number for number, step in enumerate(stages(page, film), 1) if len(step) > 1 and "p1.played" in step[0])
    lie = "document.querySelectorAll('[data-name=played] .card').length"
    for goes_on in ("dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))", "body.click()"):
        page.open(f"{file.as_uri()}#{at - 1}")
        page.wait_for(f"{lie} === 3")
        page.press("ArrowRight")
        page.wait_for(f"{lie} === 4")
        assert page.ask("document.querySelector('#steps .at').textContent").startswith(f"{at} /")
        page.ask(f"document.{goes_on}")
        page.wait_for(f"{lie} === 0")
    page.open(f"{file.as_uri()}#{at - 1}")
    page.press("ArrowRight")
    page.press("ArrowRight")
    page.wait_for(f"document.querySelector('#steps .at').textContent.startsWith('{at + 1} /')")
    page.press("ArrowLeft")
    page.settle()
    assert page.ask(lie) == 0, "who goes back sees the table of the step"
    assert page.complaints == []


def test_what_a_round_has_brought_is_seen_before_the_next_deal(page: browser.Page, tmp_path: Path) -> None:
    """Until a key or a click; by whoever goes on from step to step, and nobody else."""
    film, file = film_of("hearts", 60), tmp_path / "game.html"
    file.write_text(film_page(film.frames, 0, load_game("hearts").words("en")), encoding="utf-8")
    at = next(number for number, frame in enumerate(film.frames) if "round" in frame)
    cards = "document.querySelectorAll('[data-zone=\"p1.hand\"] .card').length"
    for goes_on in ("Enter", "ArrowRight"):
        page.open(f"{file.as_uri()}#{at - 1}")
        page.press("ArrowRight")
        page.wait_for("document.querySelectorAll('[data-name=played] .card').length === 4")
        page.ask("document.body.click()")
        page.wait_for(
            "document.querySelector('dialog.round').open && document.activeElement.closest('.round') !== null"
        )
        told = page.ask("document.querySelector('.round').innerText").split()
        assert page.ask(cards) == 0 and sum(int(one) for one in told if one.startswith("+")) == 26
        page.press(goes_on)
        page.wait_for(f"!document.querySelector('dialog.round').open && {cards} === 13")
        assert page.ask("document.querySelector('.banner').hidden"), "nothing is told twice"
    page.open(f"{file.as_uri()}#{at - 2}")
    page.press("End")
    page.settle()
    assert page.ask("document.querySelector('dialog.round').open") is False and page.complaints == []


def test_the_next_deal_is_not_offered_before_what_the_round_has_brought_was_seen(page: browser.Page) -> None:
    """Not even while its last trick still lies there, and not if others have moved meanwhile."""
    session, _ = session_of(load_game("hearts", players=4), 7, range(1, 4))
    with serving(session) as address:
        elsewhere = Browser(address, KEYS[0])
        elsewhere.wait()
        while len(elsewhere.table["moves"]) != 1 or session.state.decisions < 4 + 48:
            assert elsewhere.move(elsewhere.table["moves"][0]["text"]) == ""
            elsewhere.wait()
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for(hands.OFFERS)
        page.ask("""window.offered = 0; new MutationObserver(() => {
          offered = Math.max(offered, document.querySelectorAll("#table .target").length);
        }).observe(document.querySelector("main"), { childList: true, subtree: true })""")
        assert elsewhere.move(elsewhere.table["moves"][0]["text"]) == ""
        page.wait_for("document.querySelectorAll('[data-name=played] .card').length === 4")
        page.wait_for("document.querySelector('dialog.round').open")
        assert page.ask("offered") == 0
        assert page.ask("document.getElementById('phase').textContent") == "Trick"
        assert " takes 4 cards" in page.ask("document.querySelector('dialog.round').textContent")
        told = "[...document.querySelectorAll('.values div')].map((one) => one.textContent)"
        sums = [int(one.removeprefix("Points in this hand")) for one in page.ask(told) if one.startswith("Points in")]
        assert sum(sums) == 26, "they are those of the whole hand"
        for width in (1280, 390):
            page.look_like(width, 844)
            if width == 390:  # as it is drawn on a phone
                page.ask("Object.assign(document.querySelector('dialog.round').style, { left: '8px', right: '8px' })")
                page.ask("document.querySelectorAll('.round thead span:last-child').forEach((one) => one.remove())")
            wide = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)"
            assert page.ask(f"{wide}(document.querySelector('dialog.round .sheet'))") <= 0, "all scores are in sight"
        page.ask(hands.SEEN)
        page.wait_for(f"{hands.OFFERS} && document.querySelectorAll('.target').length === 13")
        page.leave()
    assert page.complaints == []


def test_cards_travel_in_nobodys_way(page: browser.Page, tmp_path: Path) -> None:
    """Copies that are not heard, not reached and not clicked; none where the system asks for stillness."""
    film, file = film_of("hearts", 60), tmp_path / "game.html"
    file.write_text(film_page(film.frames, 0, load_game("hearts").words("en")), encoding="utf-8")
    at = next(number for number, step in enumerate(stages(page, film), 1) if len(step) > 1 and "p1.played" in step[0])
    moved = "[...document.querySelectorAll('.travelling[inert][aria-hidden=true] .card')]"
    both_sides = 2 * 4  # of those that are won, since they are turned over on their way
    for motion, many in (("no-preference", [1, both_sides]), ("reduce", [])):
        page.look_like(1280, 800)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
        page.open(f"{file.as_uri()}#{at - 1}")
        page.ask("""window.came = []; new MutationObserver((seen) => {
          for (const one of seen.flatMap((some) => [...some.addedNodes]))
            if (one.className === "travelling") came.push(one.querySelectorAll(".card").length);
        }).observe(document.body, { childList: true })""")
        page.press("ArrowRight")
        page.wait_for("document.querySelectorAll('[data-name=played] .card').length === 4")
        assert page.ask(f"{moved}.every((one) => !one.matches('[data-card], [data-key], [id]'))")
        page.press("Escape")
        page.wait_for("document.querySelectorAll('[data-name=played] .card').length === 0")
        assert page.ask("came") == many
        page.wait_for("document.querySelector('.travelling') === null")
        assert page.ask("document.getAnimations().length") == 0
    assert page.complaints == []


def test_the_end_is_told_once_the_last_cards_were_seen(page: browser.Page, tmp_path: Path) -> None:
    """The panel at the end waits for what is held."""
    film, file = film_of("oh-hell", 999), tmp_path / "game.html"
    file.write_text(film_page(film.frames, 0, load_game("oh-hell").words("en")), encoding="utf-8")
    page.open(f"{file.as_uri()}#{len(film.frames) - 2}")
    page.press("ArrowRight")
    page.wait_for("document.querySelectorAll('[data-name=played] .card').length === 3")
    assert page.ask("document.querySelector('dialog.end').open") is False
    page.ask("document.body.click()")
    page.wait_for("document.querySelector('dialog.end').open")
    assert page.ask("document.querySelectorAll('[data-name=played] .card').length") == 0
    assert page.complaints == []


def test_of_two_games_side_by_side_the_cards_of_both_travel(page: browser.Page, tmp_path: Path) -> None:
    film, words, file = film_of("hearts", 9), load_game("hearts").words("en"), tmp_path / "two.html"
    one = {"frames": film.frames, "rules": "Hearts", "options": ""}
    file.write_text(two_films_page([one, one], None, 0, [words, words]), encoding="utf-8")
    page.look_like(1280, 800)
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "no-preference"}])
    page.open(f"{file.as_uri()}#8")
    page.ask(
        "window.most = 0; new MutationObserver(() => { most = Math.max(most, document.querySelectorAll('.travelling')"
        ".length); }).observe(document.body, { childList: true })"
    )
    page.press("ArrowRight")
    page.wait_for("most === 2")
    assert page.complaints == []


def test_tracks_stay_as_they_were_while_a_round_is_looked_at(page: browser.Page, tmp_path: Path) -> None:
    """Those of the hand that is over; the next hand's are drawn once somebody has seen what it has brought."""
    film, file = film_of("mille-bornes", 150), tmp_path / "game.html"
    file.write_text(film_page(film.frames, 0, load_game("mille-bornes").words("en")), encoding="utf-8")
    at = next(number for number, frame in enumerate(film.frames) if "round" in frame)
    driven = "[...document.querySelectorAll('.track .at')].map((one) => one.textContent).join()"
    page.open(f"{file.as_uri()}#{at - 1}")
    before = page.ask(driven)
    page.press("ArrowRight")
    page.wait_for("document.querySelector('dialog.round')?.open")
    assert page.ask(driven) == before != "0,0"
    page.press("Enter")
    page.wait_for(f"!document.querySelector('dialog.round').open && {driven} === '0,0'")
    assert page.complaints == []
