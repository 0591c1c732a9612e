"""Pages in a real browser: one from disk, and a table played by keyboard and mouse. Skipped where none is."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.decider import EVERYTHING
from cardwright.source.merge.catalogue import find_games
from cardwright.table.page.film import Film
from cardwright.table.page.film_encoding import FrameDecoder
from cardwright.table.page.page import film_page, script_of
from cardwright.table.serving.lobby import Chooser
from cardwright.table.serving.table import GameTable
from tests.table.page import browser, hands
from tests.table.serving import matrix
from tests.table.serving.served import KEYS, Browser, hall_of, serving, serving_hall, session_of

if browser.CHROMIUM is None:
    pytest.skip("there is no Chromium; Debian has it in the package `chromium`", allow_module_level=True)

pytestmark = pytest.mark.sampled(2)

WIDTHS = (390, 1024, 1600)

AXE = Path("build/axe/node_modules/axe-core/axe.min.js")


@pytest.fixture(scope="module")
def film() -> Film:
    """A game from above, in French."""
    game = load_game("neko-racing")
    state, made, luck = (
        game.initial_state(seed=2),
        Film(EVERYTHING, "fr", lambda _: ["fini"], moves=False),
        random.Random(2),
    )
    made.look(state)
    while not state.is_terminal:
        state.apply(luck.choice(state.legal_moves))
        made.look(state)
    return made


@pytest.mark.thorough
def test_a_card_is_shown_large(page: browser.Page, film: Film, tmp_path: Path) -> None:
    """A mouse that rests on a card shows it with all its text, inside of the window; nobody hears it."""
    file = tmp_path / "game.html"
    file.write_text(film_page(film.frames, EVERYTHING, load_game("neko-racing").words("en")), encoding="utf-8")
    for width in WIDTHS:
        page.look_like(width, 800)
        page.open(file.as_uri() + "#30")
        page.wait_for("document.querySelector('.card[data-card]') !== null")
        page.ask("window.last = [...document.querySelectorAll('.card[data-card]')].at(-1)")
        page.ask("last.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', movementX: 1 }))")
        page.wait_for("document.querySelector('.enlarged') !== null")
        place = page.ask("JSON.stringify(document.querySelector('.enlarged').getBoundingClientRect())")
        around = json.loads(place)
        assert around["left"] >= 0 and around["right"] <= width and around["top"] >= 0 and around["bottom"] <= 800
        assert page.ask("document.querySelector('.enlarged').getAttribute('aria-hidden')") == "true"
        assert page.ask("document.querySelector('.enlarged p').textContent.length") > 10
        page.ask("dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))")
        assert page.ask("document.querySelector('.enlarged') === null")


@pytest.mark.thorough
def test_a_page_opens_from_disk(page: browser.Page, film: Film, tmp_path: Path) -> None:
    """The arrow keys go through the game; it fits any screen, and the browser has nothing to complain about."""
    file, last = tmp_path / "game.html", len(film.frames) - 1
    file.write_text(film_page(film.frames, EVERYTHING, load_game("neko-racing").words("fr")), encoding="utf-8")
    page.open(file.as_uri())
    step = "document.querySelector('#steps .at').textContent"
    page.press("ArrowRight")
    page.press("ArrowRight")
    page.wait_for(f"{step} === '2 / {last}'")
    page.press("End")
    page.wait_for(f"{step} === '{last} / {last}'")
    assert page.ask("document.querySelector('.headline').textContent").startswith("fini")
    assert page.ask("location.hash") == f"#{last}"
    page.press("ArrowLeft")
    page.wait_for(f"{step} === '{last - 1} / {last}'")
    for width in WIDTHS:
        page.look_like(width, 900)
        assert page.ask("document.documentElement.scrollWidth") <= width
    assert page.complaints == []


def test_the_browser_puts_frames_together_as_python_does(page: browser.Page, film: Film) -> None:
    page.leave()
    made = page.ask(f"""{{ {script_of(("patch.js", "parts.js"))}
      const parts = [];
      let numbered = {{}};
      {json.dumps(film.frames)}.map((frame) => {{
        parts.push(...(frame.parts ?? []));
        numbered = patched(numbered, frame.table);
        const table = whole(numbered, parts);
        return [table, lines(frame.log, table, parts), journeys(frame.went ?? [], parts)];
      }}) }}""")
    together = FrameDecoder()
    for frame, put in zip(film.frames, made, strict=True):
        together.add(frame)
        assert put == [together.table, together.log, together.went]


def test_what_can_be_pointed_at_follows_the_parameters(page: browser.Page) -> None:
    """The first argument first; of a list in any order; what is not on the table is left to the buttons."""
    page.leave()
    moves = ["swap(a, b)", "swap(b, a)", "one=c, more=[a, a, b]", "guess(p2, king)", "stop"]
    ask = f"new Pointing({json.dumps([{'text': text} for text in moves])}, (value) => value !== 'king')"
    script = script_of(("pointing.js",))
    found = page.ask(f"""{{ {script}
      const one = {ask};
      const say = (...more) => [[...one.next(more).keys()].sort(), one.complete(more).map((move) => move.text)];
      [say(), say("a"), say("a", "b"), say("c", "b"), say("c", "b", "a", "a"), say("p2"), say("x")] }}""")
    assert found == [
        [["a", "b", "c", "p2"], ["stop"]],
        [["b"], []],
        [[], ["swap(a, b)"]],
        [["a"], []],
        [[], ["one=c, more=[a, a, b]"]],
        [[], ["guess(p2, king)"]],
        [[], []],
    ]


@pytest.mark.thorough
def test_a_game_is_played_by_keyboard(page: browser.Page) -> None:
    """Enter plays the first move; the next moves come under the same hands."""
    session, _ = session_of(load_game("course-folle"), 4, (1,))
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('#moves .move') !== null")
        page.ask("document.querySelector('#moves .move').focus()")
        while not session.state.is_terminal:
            page.wait_for("document.activeElement.matches('.move') || document.querySelector('.told.result') !== null")
            before = page.ask("document.querySelector('#steps input').max")
            if not session.state.is_terminal:
                page.press("Enter")
                page.wait_for(f"document.querySelector('#steps input').max !== '{before}'")
        page.wait_for("document.querySelector('.told.result') !== null")
        page.leave()
    assert session.state.status == "finished" and page.complaints == []


def test_what_only_a_button_can_do_comes_first(page: browser.Page) -> None:
    """Of the moves at the beginning only drawing names no card; cards can be clicked, so its button is not the last."""
    session, _ = session_of(load_game("crazy-eights"), 0)
    moves = [str(move) for move in session.state.legal_moves]
    assert moves[-1] == "draw" and len(moves) == 3
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for("document.querySelector('#moves .move') !== null")
        assert (
            page.ask("[...document.querySelectorAll('#moves .move')].map((one) => one.textContent)[0]") == "Draw a card"
        )
        assert page.ask("document.querySelectorAll('#moves .move').length") == 3
        page.leave()
    assert page.complaints == []


def test_before_the_table_is_there_nothing_looks_usable(page: browser.Page) -> None:
    """A page whose connection is not open yet says so, in its language."""
    session, _ = session_of(load_game("kuhn-poker"), 4, language="fr")
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for("document.querySelector('#moves .move') !== null")
        assert page.ask("document.querySelector('.notice').textContent") == ""
        assert page.ask("document.querySelector('#steps input').disabled") is False
        words = {"connecting": "Connexion…"}
        script = script_of(("element.js", "steps.js"))
        page.ask(f"""{{ {script} const steps = new Steps({json.dumps(words)}, {{ last: () => -1, show: () => {{}} }});
          steps.trouble(steps.words.connecting); }}""")
        assert page.ask("document.querySelector('.notice').textContent") == "Connexion…"
        assert page.ask("[...document.querySelectorAll('#steps :is(button, input)')].every((one) => one.disabled)")
        page.leave()


COVERED = """(() => {
  const box = document.querySelector(".enlarged").getBoundingClientRect();
  const isUnder = (one) => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top;
  return [...document.querySelectorAll(".card")].filter((one) => isUnder(one.getBoundingClientRect())).length;
})()"""


def test_a_card_is_played_by_clicking_it_twice(page: browser.Page) -> None:
    """Cards that can be played light up and say what a click would do; another says why it cannot."""
    session, _ = session_of(load_game("crazy-eights"), 3, moves=["draw"])
    described = "document.querySelector('.target').getAttribute('aria-description')"
    with serving(session) as address:
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for("document.querySelector('.target') !== null")
        page.ask("document.querySelector('.own .card:not(.target)').click()")
        page.wait_for("document.querySelector('.headline').textContent.startsWith('That is not allowed now')")
        barred = page.ask("document.querySelector('#moves .barred').textContent")
        assert barred.startswith("Play ") and barred.endswith(" – it matches neither the suit nor the rank")
        hands.let_go(page, (hands.lift(page, ".own .card:not(.target)")[0], 300))
        page.wait_for("document.querySelector('.headline').textContent.startsWith('That is not allowed now')")
        page.ask("document.querySelector('#steps button').click()")
        page.ask("document.querySelector('.own .hand .card').click()")
        assert (
            page.ask("document.querySelector('.headline').textContent")
            == "This is what was: go back to the present to play."
        )
        page.press("Escape")
        assert page.ask("[...document.querySelectorAll('#table button')].at(-1).closest('.hand') !== null"), (
            "Tab to moves"
        )
        page.look_like(1280, 800)
        hands.mouse(page, "mouseMoved", hands.middle(page, ".own .card"), down=False)
        hands.mouse(page, "mouseMoved", hands.middle(page, ".own .target"), down=False)
        page.wait_for("document.querySelector('.enlarged') !== null")
        assert page.ask(COVERED) == 0, "what is shown large covers no card"
        assert page.ask(described).startswith("Click to choose: Play ")
        page.ask("document.querySelector('.target').click()")
        page.wait_for("document.querySelector('.target.chosen') !== null")
        assert page.ask(described).endswith(": click again to play")
        page.ask("document.querySelector('.target.chosen').click()")
        page.wait_for("document.querySelector('#steps input').max === '2'")
        page.leave()
    assert session.state.decisions == 2 and page.complaints == []


@pytest.mark.thorough
def test_a_card_that_is_not_asked_for_says_what_is(page: browser.Page) -> None:
    """Who must drive and clicks a card of their hand is told so; a space that can be gone to is lit."""
    game, luck, moves = load_game("neko-racing"), random.Random(5), list[str]()
    state = game.initial_state(seed=5)
    while "arrive" not in state.legal_moves[0].text:
        moves.append(luck.choice(state.legal_moves).text)
        state.apply(moves[-1])
    session, _ = session_of(game, 5, moves=moves)
    seat = state.current_seat
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS.get(seat, f'a-key-for-seat-number-{seat}')}")
        page.wait_for("document.querySelector('.lit') !== null")
        page.ask("document.querySelector('.own .hand .card').click()")
        told = "This is not asked for now. Your turn: Move the car"
        page.wait_for(f"document.querySelector('.headline').textContent === {json.dumps(told)}")
        page.leave()
    assert page.complaints == []


def test_a_card_goes_to_the_place_that_is_clicked(page: browser.Page, tmp_path: Path) -> None:
    """Of a grid the places light up to which the chosen card may go, and a click on one plays it there."""
    grids = (Path(__file__).parents[3] / "docs" / "cookbook" / "grids.md").read_text(encoding="utf-8")
    (tmp_path / "game.yaml").write_text(grids.split("```yaml")[1].split("```")[0], encoding="utf-8")
    session, _ = session_of(load_game(str(tmp_path / "game.yaml"), players=2), 4, range(1, 2))
    lit = "[...document.querySelectorAll('.reached')].map((one) => one.closest('.zone').dataset.zone).sort().join(' ')"
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('.target') !== null")
        assert page.ask(lit) == ""
        hands.click(page, ".own .hand .target")
        page.wait_for("document.querySelector('.reached') !== null")
        assert page.ask(lit) == "cell[1][3] cell[2][2] cell[2][4] cell[3][3]"
        page.ask("document.querySelector('.reached').focus()")
        page.press("Enter")
        page.wait_for("document.querySelectorAll('.cells [data-card]').length > 1")
        page.leave()
    assert session.moves[0].startswith("sow(") and session.moves[0].endswith(", 1, 3)")
    assert page.complaints == []


def test_a_chosen_card_goes_to_the_pile_that_is_clicked(page: browser.Page) -> None:
    """A pile to which one move alone brings the card lights up once it is chosen, and takes a click."""
    session, _ = session_of(load_game("mille-bornes"), 4)
    lit = "[...document.querySelectorAll('.reached')].map((one) => one.closest('.zone').dataset.name).join()"
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for("document.querySelector('.target') !== null")
        assert page.ask(lit) == ""
        hands.click(page, ".target[data-card=km_200]")
        page.wait_for("document.querySelector('.reached') !== null")
        assert page.ask(lit) == "discard"
        hands.click(page, ".reached")
        page.wait_for("Number(document.querySelector('#steps input').max) > 0")
        page.leave()
    assert session.moves == ["discard(km_200)"] and page.complaints == []


def test_what_throws_a_card_away_needs_its_button(page: browser.Page) -> None:
    """Where a card might be driven or discarded no double click decides; what bars the other move is told beside it."""
    session, _ = session_of(load_game("mille-bornes"), 3)
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for("document.querySelector('.target') !== null")
        card = ".target[data-card=km_50]"
        at = hands.middle(page, card)
        for clicks in (1, 2):
            given = {"x": at[0], "y": at[1], "button": "left", "clickCount": clicks}
            page.call("Input.dispatchMouseEvent", type="mousePressed", **given)
            page.call("Input.dispatchMouseEvent", type="mouseReleased", **given)
        page.wait_for("document.querySelector('#moves .barred') !== null")
        offered = page.ask("[...document.querySelectorAll('#moves button')].map((one) => one.textContent)")
        assert offered == ["Drive 50 km (50 of 700) – your team is not rolling", "Discard 50 km", "Clear choice"]
        assert page.ask("document.querySelector('#moves .barred').getAttribute('aria-disabled')") == "true"
        page.ask("document.querySelector('#moves .barred').click()")
        assert page.ask("document.querySelector('.headline').textContent") == offered[0]
        assert page.ask(f"document.querySelector('{card}.chosen') !== null")
        page.leave()
    assert session.moves == [] and page.complaints == []


LIT = "[...document.querySelectorAll('.target[data-card]')].map((one) => one.closest('[data-zone]').dataset.zone)"


def test_a_card_lights_up_where_the_move_takes_it_from(page: browser.Page) -> None:
    """What is sold at the market, though cards of its kind are in hand; and a pile as well as a single card."""
    session, _ = session_of(load_game("hamlet", players=2), 5)
    seat = session.state.current_seat
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[seat]}")
        page.wait_for(
            "[...document.querySelectorAll('#moves .move')].some((one) => one.textContent === 'Go to market')"
        )
        page.ask(
            "[...document.querySelectorAll('#moves .move')].find((one) => one.textContent === 'Go to market').click()"
        )
        page.wait_for("document.querySelector('.target[data-card=copper]') !== null")
        assert set(page.ask(LIT)) == {"market"}
        assert page.ask("document.querySelector('.own [data-name=hand] [data-card=copper]') !== null")
        shadows = "(one) => getComputedStyle(one).boxShadow.split('rgb').length - 1"
        rings = f"[...document.querySelectorAll('.target.pile')].map({shadows})"
        assert set(page.ask(rings)) == {5}, "a ring of its own around the four shadows of a pile"
        page.leave()
    assert page.complaints == []


def test_of_two_arguments_each_lights_up_in_its_own_zone(page: browser.Page) -> None:
    """First the card in hand, then the one on offer, also where both are of one kind."""
    page.leave()
    moves = [{"text": f"trade({a}, {b})", "from": [["hand"], ["offer"]]} for a in "ab" for b in "ab"]
    found = page.ask(f"""{{ {script_of(("pointing.js",))}
      const one = new Pointing({json.dumps([*moves, {"text": "keep(b)"}])}, () => true);
      const next = () => [...one.next()];
      const before = next();
      one.choose("a");
      [before, next(), one.from("a"), one.from("c")] }}""")
    assert found == [
        [["a", ["hand"]], ["b", []]],
        [["a", ["offer"]], ["b", ["offer"]]],
        ["offer"],
        [],
    ]


def test_what_is_not_on_the_table_is_a_grid(page: browser.Page) -> None:
    """A bid is a number in the row of a face, also where a die of this name lies in one's cup; doubting comes first."""
    session, _ = session_of(load_game("liars-dice"), 1, moves=["bid(2, threes)"])
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[1]}")
        page.wait_for(hands.MOVABLE)
        assert page.ask("document.querySelector('.target, .owner') === null")
        assert page.ask("document.querySelector('#moves .move').textContent") == "Doubt it"
        rows = "[...document.querySelectorAll('#moves tr')].map((row) => row.innerText.trim().split(/\\s+/))"
        found = page.ask(rows)
        assert [row[0] for row in found] == ["ones", "twos", "threes", "fours", "fives", "sixes"]
        assert found[1] == ["twos", *map(str, range(3, 11))] and found[3] == ["fours", *map(str, range(2, 11))]
        page.ask("document.querySelector('#moves [aria-label=\"Bid 4 fours\"]').click()")
        page.wait_for("document.querySelector('#steps input').max === '2'")
        page.leave()
    assert session.moves[-1] == "bid(4, fours)" and page.complaints == []


def test_cards_of_a_list_are_chosen_one_by_one(page: browser.Page) -> None:
    """The bar says how many are wanted and how many there are; each can be taken back; the button names them all."""
    session, _ = session_of(load_game("hearts"), 1)
    asked = "[...document.querySelectorAll('#moves .move, #moves .many')].map((one) => one.textContent)"
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for(hands.MOVABLE)
        for chosen in range(3):
            assert page.ask(asked) == [f"Pass to the left: … – choose 3 cards, {chosen} of 3 chosen"]
            page.ask("document.querySelector('.target:not(.chosen)').click()")
        assert page.ask(asked)[0].startswith("Pass ") and page.ask("document.querySelector('.move.now') !== null")
        page.ask("document.querySelectorAll('.target.chosen')[1].click()")
        assert page.ask(asked) == ["Pass to the left: … – choose 3 cards, 2 of 3 chosen"]
        page.leave()
    assert session.moves == [] and page.complaints == []


@pytest.mark.thorough
def test_a_card_is_dragged_to_where_it_goes(page: browser.Page) -> None:
    """Only the zones to which the rules bring it light up; dropped elsewhere it stays, and says why."""
    session, _ = session_of(load_game("mille-bornes"), 4)
    with serving(session) as address:
        page.look_like(1600, 1000)
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for("document.querySelector('.target') !== null")
        hand = "document.querySelectorAll('.own [data-name=hand] .card').length"
        before = page.ask(hand)
        hands.lift(page, ".target[data-card=km_200]")
        zones = "[...document.querySelectorAll('.drop')].map((one) => one.dataset.name ?? one.className)"
        assert page.ask(zones) == ["discard"], "with a pile in sight nobody plays who lets go too low"
        assert page.ask("document.querySelector('.ghost') !== null")
        for card in (".own .hand .card", ".own .hand li:last-child .card"):
            hands.carry(page, card)
        time.sleep(0.5)
        assert page.ask("document.querySelector('.enlarged') === null"), "no other card is shown large meanwhile"
        hands.let_go(page, hands.carry(page, ".own [data-name=hand]"))
        page.settle()
        assert page.ask("document.querySelector('.ghost, .drop') === null") and page.ask(hand) == before
        said, line = page.ask("document.querySelector('.headline').textContent"), "Drop it on: discard pile."
        assert said != line, "where it came from is no wrong place"
        hands.lift(page, ".target[data-card=km_200]")
        hands.let_go(page, hands.carry(page, "h1"))
        page.wait_for(f"document.querySelector('.headline').textContent.startsWith('{line} That is not allowed now')")
        assert "rolling" in page.ask("document.querySelector('#moves .barred').textContent") and session.moves == []
        hands.lift(page, ".target[data-card=km_200]")
        hands.let_go(page, hands.carry(page, "[data-name=discard]"))
        page.wait_for("Number(document.querySelector('#steps input').max) > 0")
        page.leave()
    assert session.moves == ["discard(km_200)"] and page.complaints == []


@pytest.mark.thorough
def test_a_phone_is_played_on_with_a_finger(page: browser.Page) -> None:
    """A tap chooses, a second one plays; a finger that rests lifts a card, and one that moves at once scrolls."""
    session, _ = session_of(load_game("mille-bornes"), 4)
    seat = session.state.current_seat
    with serving(session) as address:
        page.look_like(390, 844, phone=True)
        page.open(f"http://{address}/seat/{KEYS[seat]}")
        page.wait_for("document.querySelector('.target') !== null")
        at = hands.middle(page, ".target[data-card=km_200]")
        hands.touch(page, "touchStart", at)
        page.wait_for("document.querySelector('.ghost') !== null")
        box = "document.querySelector('[data-name=discard]').getBoundingClientRect()"
        over = page.ask(f"(({{ x, y, width }}) => [x + width / 2, y + 9])({box})")
        hands.touch(page, "touchMove", (over[0], over[1]))
        page.wait_for("document.querySelector('[data-name=discard].over') !== null")
        hands.touch(page, "touchEnd")
        page.wait_for("Number(document.querySelector('#steps input').max) > 0")
        page.leave()
        other = session.state.current_seat
        page.open(f"http://{address}/seat/{KEYS[other]}")
        page.wait_for("document.querySelector('.target') !== null")
        hands.tap(page, ".target")
        page.wait_for("document.querySelector('.target.chosen') !== null")
        time.sleep(0.5)  # what has just come under a finger is not meant by it
        hands.tap(page, "#moves .move")
        page.wait_for("document.querySelector('.target.chosen') === null")
        page.leave()
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for("document.querySelector('.target') !== null")
        x, y = hands.middle(page, ".target")
        before = page.ask("scrollY")
        hands.touch(page, "touchStart", (x, y))
        for far in (20, 60, 120):
            hands.touch(page, "touchMove", (x, y - far))
        hands.touch(page, "touchEnd")
        page.wait_for(f"scrollY !== {before}")
        assert page.ask("document.querySelector('.ghost, .chosen') === null")
        page.leave()
        page.look_like(1024, 800)
    assert session.moves[0] == "discard(km_200)" and len(session.moves) == 2 and page.complaints == []


def test_on_a_phone_the_next_turn_finds_the_table_where_it_was(page: browser.Page) -> None:
    """The focus goes on to the next moves after a tap on one, as it does after Tab; neither scrolls the page."""
    session, _ = session_of(load_game("hearts", players=4), 7, range(1, 4))
    with serving(session) as address:
        page.look_like(390, 844, phone=True)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('#moves .many') !== null")
        for card in page.ask("[...document.querySelectorAll('.target')].slice(0, 3).map((one) => one.dataset.card)"):
            page.ask(f"document.querySelector('.target[data-card={card}]').click()")
        page.ask("scrollTo(0, 0)")
        box = page.ask("(({ x, y }) => [x + 9, y + 9])(document.querySelector('#moves .now').getBoundingClientRect())")
        page.ask("document.querySelector('#moves .now').focus()")
        assert page.ask("scrollY") == 0
        page.ask("window.came = performance.now()")
        page.wait_for("performance.now() > came + 700")  # nobody taps sooner
        hands.touch(page, "touchStart", (box[0], box[1]))
        hands.touch(page, "touchEnd")
        page.wait_for("document.querySelector('#moves .move:focus') && document.querySelector('#steps input').max > 0")
        assert page.ask("document.documentElement.scrollHeight > innerHeight + 200") and page.ask("scrollY") == 0
        page.leave()
        page.look_like(1024, 800)
    assert page.complaints == []


def test_a_move_is_taken_back_when_the_other_agrees(page: browser.Page) -> None:
    """The page says that the other is asked, and why; and it is asked itself. What was taken back is marked."""
    session, _ = session_of(load_game("love-letter"), 1, language="fr")
    seat = session.state.current_seat
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[seat]}")
        page.wait_for(hands.MOVABLE)
        hands.move_by_keys(page, random.Random(1))
        page.wait_for("!document.querySelector('.undo').hidden")
        slider = "[...['x', 'width'].map((one) => document.querySelector('#steps input').getBoundingClientRect()[one])]"
        rows, before = "document.querySelectorAll('#log li:not(.later)').length", page.ask(slider)
        all_rows, latest = (
            page.ask("document.querySelectorAll('#log .jump').length"),
            "document.querySelector('#log .jump')",
        )
        page.ask("[...document.querySelectorAll('#log .jump')].at(-1).click()")
        assert page.ask("document.querySelector('.undo').hidden") and page.ask(slider) == before, "nothing moves aside"
        assert page.ask(rows) < all_rows == page.ask("document.querySelectorAll('#log .jump').length")
        page.ask(f"{latest}.click()")
        assert page.ask(rows) == all_rows and page.ask("document.querySelector('#log .later') === null")
        hands.click(page, ".undo")
        page.wait_for("!document.getElementById('asked').hidden")
        asked = page.ask("document.querySelector('#asked p').textContent")
        assert asked.endswith("Tous doivent être d’accord, puisque les autres en ont eu connaissance.")
        other = Browser(address, KEYS[1 - seat])
        while other.hear()["type"] != "asked":
            pass
        other.send(type="answer", undo=1, agrees=True)
        page.wait_for("document.querySelector('.told.undone') !== null && document.getElementById('asked').hidden")
        page.wait_for(hands.MOVABLE)
        assert page.ask("[...document.querySelectorAll('#log .gone .jump')].map((one) => one.textContent)") == ["1"]
        turn, asks = (f"document.querySelector('{where}').textContent" for where in (".turn-line", ".turn-line .about"))
        assert page.ask(turn).split()[:3] == ["À", "vous", ":"] and page.ask(asks).startswith(
            "La carte reste découverte"
        )
        assert page.ask("document.querySelector('.told.move .who .spoken').textContent").endswith(":")
        page.leave()
    assert session.moves == [] and page.complaints == []


def test_a_table_is_opened_on_the_page_of_the_host(page: browser.Page) -> None:
    """What cannot be played is told beside the form; then the page lists the link of each seat.

    It speaks the language of the browser. At a table where the game is over nobody sits down.
    """
    hall, (over, _) = hall_of(), session_of(load_game("love-letter", players=2), 1)
    luck = random.Random(1)
    while not over.state.is_terminal:
        over.state.apply(luck.choice(over.state.legal_moves))
    hall.put("over", GameTable(over, KEYS, ("human", "human"), hall.thinking, 1e-9))
    agent = page.ask("navigator.userAgent")
    with serving_hall(hall) as address:
        page.leave()
        page.call("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="fr-FR,fr")
        page.call("Page.navigate", url=f"http://{address}/host/the-key-of-the-host")
        page.wait_for("document.documentElement?.lang === 'fr'")
        page.wait_for("document.querySelector('#open:not(:disabled)') !== null")
        put = "((id, value) => { const one = document.getElementById(id); one.value = value;"
        put += " one.dispatchEvent(new Event('change')); })"
        page.ask(f"{put}('game', 'love-letter')")
        page.wait_for("document.getElementById('option-tokens_to_win') !== null")
        page.ask(f"{put}('option-tokens_to_win', '99')")
        page.wait_for("document.querySelector('.problems') !== null")
        page.ask(f"{put}('option-tokens_to_win', '2')")
        page.wait_for("document.querySelector('.problems') === null")
        chosen = page.ask("document.getElementById('seat-2').selectedOptions[0].text")
        assert chosen.startswith("robot\N{NO-BREAK SPACE}: voit plus loin, en 0,2"), "what plays sensibly in any game"
        page.ask(f"{put}('seat-2', 'search')")
        page.wait_for("document.getElementById('seat-2-strength') !== null")
        hands.click(page, "#open")
        page.wait_for("document.querySelector('[data-table=love-letter-1] a') !== null")
        page.call("Emulation.setUserAgentOverride", userAgent=agent)
        links = "[...document.querySelectorAll('[data-table] li:first-child a')].map((one) => one.textContent)"
        assert page.ask(links) == ["s’asseoir", "Regarder la table"], "the newest first"
        host = page.ask("location.href")
        page.open(page.ask("document.querySelector('[data-table=love-letter-1] a').href"))
        assert page.ask("document.documentElement.lang") == "fr"
        assert page.ask("localStorage.getItem('tables')") == host, "the way back, once the game is over"
        page.leave()
    assert page.complaints == []


def test_a_variant_for_another_number_of_players_can_be_chosen(page: browser.Page) -> None:
    """The number follows the variant, or the preset, and the table can be opened at once."""
    with serving_hall(hall_of()) as address:
        page.call("Page.navigate", url=f"http://{address}/host/the-key-of-the-host")
        page.wait_for("document.querySelector('#open:not(:disabled)') !== null")
        put = "((id, value) => { const one = document.getElementById(id); one.value = value;"
        page.ask(f"{put} one.dispatchEvent(new Event('change')); }})('game', 'neko-racing')")
        page.wait_for("document.getElementById('variant-partnership') !== null")
        page.look_like(1280, 600)
        assert page.ask("document.getElementById('open').getBoundingClientRect().bottom <= innerHeight"), "at hand"
        told = "document.querySelector('label[for=variant-partnership]').textContent"
        assert page.ask(told) == "Partnership for four (4 players)"
        page.wait_for("document.querySelector('#open:not(:disabled)') !== null")
        page.ask("document.getElementById('variant-partnership').click()")
        page.wait_for("document.getElementById('players')?.value === '4' && document.getElementById('seat-4') !== null")
        ready = (
            "document.querySelector('#open:not(:disabled)') !== null && document.querySelector('.problems') === null"
        )
        page.wait_for(ready)
        page.ask(f"{put} one.dispatchEvent(new Event('change')); }})('game', 'mille-bornes')")
        page.wait_for("document.getElementById('preset') !== null")
        page.ask(f"{put} one.dispatchEvent(new Event('change')); }})('preset', 'six_with_106_cards')")
        page.wait_for(f"document.getElementById('players')?.value === '6' && {ready}")
        page.ask(f"{put} one.dispatchEvent(new Event('change')); }})('preset', 'single_hand')")
        page.wait_for("document.getElementById('option-match_to')?.value === '0'")
        assert page.ask("document.getElementById('players').value") == "6", "a preset for any number changes none"
        page.ask(f"{put} one.dispatchEvent(new Event('change')); }})('preset', 'six_with_106_cards')")
        page.wait_for(ready)
        page.ask(f"{put} one.dispatchEvent(new Event('change')); }})('players', '2')")
        page.wait_for(f"document.getElementById('preset').value === '' && {ready}")
        page.leave()
    assert page.complaints == []


LOBBY = """\
spec: 1
game: bare
title: Bare
about: A game about nothing.
players: 2
options: {rows: {type: integer, range: [1, 9], default: 2, label: Rows, text: So many rows lie on the table.}}
presets: {wide: {title: Wide, set: {rows: 5}}}
cards: {main: {list: {ace: {copies: 4}}}}
zones: {hand: {of: player, holds: main, shows: owner}, pile: {holds: main, start: shuffled, shows: count}}
begin: play
phases: {play: {turns: {until: round.number == rows}, offer: [take]}}
actions: {take: {do: draw 1 from pile to me.hand}}
"""


def test_the_lobby_explains_and_drops_what_is_not_on_offer(page: browser.Page, tmp_path: Path) -> None:
    """A variant, a preset and an option say what they change, and are described by that for those who hear the page.

    A preset that a variant removes is chosen no more: nothing would show it.
    """
    (tmp_path / "bare.yaml").write_text(LOBBY, encoding="utf-8")
    plain = "variant: plain\nextends: bare\ntitle: Plain\nabout: Nothing is wide.\nremove: [presets.wide]\n"
    (tmp_path / "plain.yaml").write_text(plain, encoding="utf-8")
    hall = hall_of()
    hall.chooser = Chooser(find_games([str(tmp_path)]), [str(tmp_path)], {})
    hall.served = "bare"
    with serving_hall(hall) as address:
        page.call("Page.navigate", url=f"http://{address}/host/the-key-of-the-host")
        page.wait_for("document.getElementById('game') !== null")
        page.wait_for("document.querySelector('#open:not(:disabled)') !== null")
        page.ask(
            "const one = document.getElementById('preset'); one.value = 'wide'; one.dispatchEvent(new Event('change'))"
        )
        page.wait_for("document.getElementById('option-rows').value === '5'")
        told = page.ask("""[...document.querySelectorAll('[aria-describedby]')].map((one) =>
          [one.id, document.getElementById(one.getAttribute('aria-describedby')).textContent])""")
        assert dict(told) == {
            "game": "A game about nothing.",
            "preset": "Rows: 5",
            "variant-plain": "Nothing is wide.",
            "option-rows": "So many rows lie on the table. Usually: 2.",
        }
        page.ask("document.getElementById('variant-plain').click()")
        page.wait_for("document.getElementById('preset') === null")
        page.wait_for("document.querySelector('#open:not(:disabled)') !== null")
        assert page.ask("document.getElementById('option-rows').value") == "2"
        page.leave()
    assert page.complaints == []


def test_the_headline_of_the_end_begins_with_the_winner(page: browser.Page) -> None:
    """Who has won comes last in the log, and is all that two lines of a phone have room for."""
    page.leave()
    told = [
        {"event": event, "text": text}
        for event, text in (("move", "p1: Go"), ("result", "p1: 3"), ("result", "p1 wins"))
    ]
    assert (
        page.ask(f"{{ {script_of(('element.js', 'log.js'))} headline({json.dumps(told)}) }}")
        == "p1 wins · p1: Go · p1: 3"
    )


def test_people_play_again_with_other_seats(page: browser.Page) -> None:
    """Whoever wishes for it is taken to the new table, a seat further on; the others are told where theirs is."""
    session, _ = session_of(load_game("kuhn-poker"), 4, moves=["bet", "fold"])
    assert session.state.is_terminal
    with serving(session) as address:
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('.end').open")
        won = session.state.winners == ((0,),)
        assert (page.ask("document.querySelector('.end h2').textContent") == "You win") is won
        other = Browser(address, KEYS[1])
        page.ask("document.querySelectorAll('.end .actions button')[1].click()")
        page.wait_for(f"!location.href.endsWith('{KEYS[0]}') && document.querySelector('main section') !== null")
        page.wait_for("document.querySelector('.own h2 .name')?.textContent === 'player 2 (you)'")
        while (message := other.hear())["type"] != "next":
            pass
        again = Browser(address, message["link"].removeprefix("/seat/"))
        again.hear()
        assert again.table["seat"] == "p1" and again.table["status"] == "running"
        page.leave()
    assert page.complaints == []


def test_the_end_is_told_in_a_panel(page: browser.Page, film: Film, tmp_path: Path) -> None:
    """It opens at the end, closes where one goes back, and can be put away and called again."""
    file, is_open = tmp_path / "game.html", "document.querySelector('.end').open"
    file.write_text(film_page(film.frames, EVERYTHING, load_game("neko-racing").words("fr")), encoding="utf-8")
    page.look_like(390, 844, phone=True)
    page.open(file.as_uri())
    page.press("End")
    page.wait_for(is_open)
    assert page.ask("document.querySelectorAll('.end tbody tr').length") >= 3
    assert page.ask("document.documentElement.scrollWidth") <= 390
    assert not AXE.exists() or matrix.looked_at(page) == []
    page.ask("document.querySelector('.end .actions button').click()")
    assert page.ask(is_open) is False
    hands.tap(page, ".row .ended")
    page.wait_for(is_open)
    page.press("ArrowLeft")
    page.wait_for(f"!{is_open}")
    page.look_like(1024, 800)
    assert page.complaints == []


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed; `make browsers` installs it")
def test_nothing_serious_is_wrong_for_those_who_need_help(page: browser.Page) -> None:
    """Of a table where a move is half chosen, and of the page of the host."""
    session, _ = session_of(load_game("mille-bornes"), 4)
    with serving(session) as address:
        page.look_like(390, 844, dark=True)
        page.open(f"http://{address}/seat/{KEYS[session.state.current_seat]}")
        page.wait_for("document.querySelector('.target') !== null")
        hands.click(page, ".target")
        assert matrix.looked_at(page) == []
        page.leave()
    with serving_hall(hall_of()) as address:
        page.call("Page.navigate", url=f"http://{address}/host/the-key-of-the-host")
        page.wait_for("document.querySelector('#open:not(:disabled)') !== null")
        assert matrix.looked_at(page) == []
        page.leave()
