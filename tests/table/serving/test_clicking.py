"""What a page says that a click would do is what happens: games are played by nothing but what the page offers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from cardwright import load_game
from cardwright.table.serving.session import TableSession
from tests.table.page import browser, hands
from tests.table.serving.served import KEYS, serving, session_of

if browser.CHROMIUM is None:
    pytest.skip("there is no Chromium; Debian has it in the package `chromium`", allow_module_level=True)

pytestmark = pytest.mark.sampled(2)

Json = dict[str, Any]

GAMES = {
    **dict.fromkeys(("mille-bornes", "course-folle", "on-the-trail", "gin-rummy"), 2),
    **dict.fromkeys(("neko-racing", "hamlet", "liars-dice"), 3),
    **dict.fromkeys(("hearts", "contract-bridge", "uphill"), 4),
}
"""The games, and how many play them."""

SEEN = """(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const zone = (one) => one.closest("[data-zone]").dataset.name;
  const card = (one) => ({
    key: one.dataset.key, card: one.dataset.card, zone: zone(one),
    would: one.getAttribute("aria-description"), chosen: one.matches(".chosen"),
  });
  return {
    cards: all("#table [data-card]").filter((one) => one.matches(".target")).map(card),
    told: all("#table [data-card]:not(.target)").filter((one) => one.hasAttribute("aria-description")).length,
    spaces: all(".pieces.lit").map((one) => one.dataset.space),
    owners: all(".owner:not(.chosen)").map((one) => [one.dataset.key, one.textContent]),
    buttons: all("#moves .move").map((one) => one.getAttribute("aria-label") ?? one.textContent),
    wide: all("#moves .list > .move").length,
    asked: all("#moves .many").map((one) => one.textContent),
    barred: all("#moves .barred").map((one) => [one.textContent, one.getAttribute("aria-disabled")]),
    line: document.querySelector(".headline").textContent,
  };
})()"""
"""What the page offers, as it is told to whoever hears it."""

CHOOSE, AGAIN = "Click to choose: ", ": click again to play"

MOST_WIDE = 60
"""So many wide buttons stand below a table at most."""


PRESS = """((x, y, one) => {
  one.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientX: x, clientY: y }));
  one.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, clientX: x, clientY: y }));
  one.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, clientX: x, clientY: y }));
  one.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x, clientY: y, detail: 1 }));
})"""
"""A press on a thing, at a place."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("x", "y", "wait", "plays"),
    [(200, 740, 100, False), (200, 740, 450, False), (260, 740, 450, True), (200, 740, 750, True)],
)
def test_a_slow_double_click_plays_nothing(page: browser.Page, x: int, y: int, wait: int, plays: bool) -> None:
    """What has come under a pointer that rests is not meant for some time; elsewhere somebody has aimed."""
    session, _ = session_of(load_game("hearts", players=4), 7, range(1, 4))
    with serving(session) as address:
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('#moves .many') !== null")
        for card in page.ask("[...document.querySelectorAll('.target')].slice(0, 3).map((one) => one.dataset.card)"):
            page.ask(f"document.querySelector('.target[data-card={card}]').click()")
        page.ask(f"""new MutationObserver(() => {{
          const isNext = document.querySelector("#steps input").max !== "0" && document.querySelector("#moves .move");
          if (!isNext || window.came) return;
          window.came = true;
          const press = () => {PRESS}({x}, {y}, document.querySelector("#moves .move"));
          setTimeout(() => {{ press(); window.done = true; }}, {wait});
        }}).observe(document.getElementById("moves"), {{ childList: true }});
        setTimeout(() => {PRESS}(200, 740, document.querySelector("#moves .now")), 800)""")
        page.wait_for("window.done")
        if plays:
            page.wait_for("document.querySelectorAll('[data-zone=\"p1.hand\"] .card').length === 12")
        page.settle()
        made = session.movers[: len(session.moves)].count(0)
        page.leave()
    assert made == 1 + plays and page.complaints == []


def test_no_card_of_a_fan_takes_the_click_of_its_neighbour(page: browser.Page) -> None:
    """Neither with the mouse over it, nor chosen; and the arrow keys lead from card to card, not through the steps."""
    session, _ = session_of(load_game("hearts", players=4), 7, range(1, 4))
    with serving(session) as address:
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('.target') !== null")
        fan = "[...document.querySelectorAll('.own .hand .card')]"
        hands.click(page, ".own .hand li:nth-child(3) .card")
        page.wait_for(f"{fan}[2].matches('.chosen:hover')")
        taken = f"""{fan}.filter((one) => {{
          const {{ left, top, height }} = one.getBoundingClientRect();
          return !one.contains(document.elementFromPoint(left + 6, top + height / 2));
        }}).length"""
        assert page.ask(taken) == 0
        page.press("ArrowRight")
        assert page.ask(f"document.activeElement === {fan}[3]")
        page.press("ArrowLeft")
        assert page.ask(f"document.activeElement === {fan}[2]")
        page.press("End")
        assert page.ask(f"document.activeElement === {fan}.at(-1)")
        page.leave()
    assert session.moves == [] and page.complaints == []


def test_what_is_lit_plays_what_it_says(page: browser.Page) -> None:
    """The other's side for an attack, the discard pile for a discard; another card is dragged; moves have places."""
    session, _ = session_of(load_game("mille-bornes", players=2), 13, [1])
    buttons = "[...document.querySelectorAll('#moves .move')].map((one) => one.textContent)"
    lit = "[...document.querySelectorAll('.owner, .reached')].map((one) => one.ariaLabel ?? one.textContent)"
    with serving(session) as address:
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('.target') !== null")
        page.wait_for("document.querySelector('#moves .below') !== null")
        page.look_like(1600, 800)
        page.wait_for("document.querySelector('#moves .below') === null")
        spare = page.ask("[...document.querySelectorAll('.card.spare')].map((one) => one.dataset.card)")
        assert spare == ["km_25", "km_100", "petrol", "end_of_limit"], "all that can only be thrown away"
        hands.click(page, "[data-card=speed_limit]")
        page.wait_for(f"{lit}.length === 2")
        assert page.ask(lit) == page.ask(buttons) == ["Play Speed limit on team 2", "Discard Speed limit"]
        assert (
            page.ask("document.querySelector('.headline').textContent")
            == "Choose a framed place, a move or another card."
        )
        hands.lift(page, "[data-card=go]")
        assert page.ask("[...document.querySelectorAll('.drop')].map((one) => one.dataset.name)") == [
            "discard",
            "battle",
        ]
        assert page.ask("getComputedStyle(document.querySelector('.turn-line')).visibility") == "visible"
        page.press("Escape")
        hands.let_go(page, (1, 1))
        hands.click(page, "[data-card=speed_limit]")
        hands.click(page, "[data-block~=t2] > .owner")
        page.wait_for("document.querySelector('#log .move') !== null")
        page.leave()
    assert session.moves[0] == "attack(speed_limit, t2)" and page.complaints == []


FIFTEEN = """
spec: 2
game: fifteen
title: "Fifteen"
players: 1
cards: {main: {attributes: {face: [card], n: integer}, each: {face: face, n: 1..9}, label: "the {n}"}}
zones: {hand: {of: player, holds: main, start: listed, shows: owner}, out: {holds: main}}
begin: play
phases: {play: {turns: {}, offer: [lay], ends_when: not out.empty}}
actions:
  lay:
    label: "Lay {cards}"
    choose: {cards: 2..4 of me.hand}
    when: {add_up: {when: sum(c.n for c in cards) == 15, en: "they do not add up to 15"}}
    do: move cards to out
"""


def test_who_chooses_several_cards_is_told_what_is_missing(page: browser.Page, tmp_path: Path) -> None:
    """How many ways are left, what the cards come to so far, and the ways themselves once they are few."""
    (tmp_path / "game.yaml").write_text(FIFTEEN, encoding="utf-8")
    session, _ = session_of(load_game(str(tmp_path / "game.yaml")), 1)
    asked = "[...document.querySelectorAll('#moves .move, #moves .many')].map((one) => one.textContent)"
    with serving(session) as address:
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('.target') !== null")
        for card, *told in (
            ("card_1", "Lay … – choose cards, 1 chosen so far · 7 ways left"),
            (
                "card_2",
                "Lay … – choose 4 cards, 2 of 4 chosen · 3 ways left So far: they do not add up to 15 (3).",
                "Lay the 1, the 2, the 3, the 9",
                "Lay the 1, the 2, the 4, the 8",
                "Lay the 1, the 2, the 5, the 7",
            ),
            ("card_9", "Lay the 1, the 2, the 3, the 9"),
        ):
            page.ask(f"document.querySelector('[data-card={card}]').click()")
            page.wait_for(
                f"JSON.stringify({asked}) === {json.dumps(json.dumps(told, ensure_ascii=False, separators=(',', ':')))}"
            )
        page.leave()
    assert session.moves == [] and page.complaints == []


def test_cards_are_chosen_together_by_clicks_and_by_dragging(page: browser.Page) -> None:
    """What is missing is told; a card is dropped anywhere to be chosen; what was taken back is struck through."""
    session, _ = session_of(load_game("hearts", players=4), 7, range(1, 4))
    line, targets = "document.querySelector('.headline').textContent", "document.querySelectorAll('.target')"
    with serving(session) as address:
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for(f"{targets}.length === 13")
        keys = [json.dumps(key) for key in page.ask(f"[...{targets}].map((one) => one.dataset.key)")]
        hands.click(page, f"[data-key={keys[0]}]")
        page.wait_for(f"{line} === 'Choose 2 more.'")
        assert page.ask(f"{targets}[5].getAttribute('aria-description')").startswith("Click to choose: Pass")
        assert "way" not in page.ask(f"{targets}[5].getAttribute('aria-description')")
        hands.lift(page, f"[data-key={keys[4]}]")
        assert page.ask("[...document.querySelectorAll('.drop')].map((one) => one.textContent)") == [
            "Drop here to choose"
        ]
        hands.let_go(page, hands.carry(page, ".others > .block:last-child"))
        page.wait_for(f"{line} === 'Choose 1 more.'")
        hands.lift(page, f"[data-key={keys[8]}]")
        hands.let_go(page, hands.carry(page, ".middle"))
        page.wait_for("document.querySelector('#log .move') !== null")
        page.wait_for(f"{hands.OFFERS} && document.querySelector('.undo:not([hidden])') !== null")
        assert not page.ask(f"{line}.includes('player 1 – Pass')"), "what one has done oneself is not told first"
        steps = hands.steps(page)
        hands.click(page, ".undo")
        page.wait_for("document.querySelector('.told.undone') !== null")
        assert page.ask("document.querySelectorAll('#log li.gone').length") == steps
        assert page.ask("document.querySelector('.undo').hidden"), "there is no more to take back"
        page.leave()
    assert session.moves == [] and page.complaints == []


def test_a_finger_taps_twice_at_one_place(page: browser.Page) -> None:
    """Nothing scrolls between the taps, and no place is lit to which not every card goes."""
    session, _ = session_of(load_game("neko-racing", players=3), 7, range(1, 3))
    with serving(session) as address:
        page.look_like(390, 844, phone=True)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelector('.target') !== null")
        page.ask("scrollTo(0, 0)")
        x, y = page.ask(
            "(({ x, y }) => [x + 9, y + 9])(document.querySelector('.target:not(.chosen)').getBoundingClientRect())"
        )
        hands.touch(page, "touchStart", (x, y))
        hands.touch(page, "touchEnd")
        page.wait_for("document.querySelector('.target.chosen') !== null")
        page.settle()
        assert page.ask("scrollY") == 0
        assert page.ask("document.querySelectorAll('.reached').length") == 0
        made = len(session.moves)
        hands.touch(page, "touchStart", (x, y))
        hands.touch(page, "touchEnd")
        page.wait_for(f"Number(document.querySelector('#steps input').max) > {made}")
        page.leave()
        page.look_like(1024, 800)
    assert page.complaints == []


def test_lines_tell_no_more_than_they_say(page: browser.Page) -> None:
    """What the rules say of a move stands there once, however much is chosen, and what has happened without gaps."""
    session, _ = session_of(load_game("hearts", players=4), 7, range(1, 4))
    with serving(session) as address:
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        page.wait_for("document.querySelectorAll('.target').length === 13")
        for at in range(3):
            page.ask(f"document.querySelectorAll('.target')[{at}].click()")
        page.wait_for("document.querySelector('#moves .now') !== null")
        assert page.ask("document.querySelectorAll('.turn-line .about').length") == 1
        page.ask("document.querySelector('#moves .now').click()")
        page.wait_for("document.querySelector('.headline').textContent.includes('Play ')")
        assert "null" not in page.ask("document.querySelector('footer').textContent")
        page.ask("document.querySelector('#steps button').click()")
        line = page.ask("document.querySelector('.turn-line').textContent")
        assert line.startswith("step "), "what was is told apart from what is to be done"
        page.leave()
    assert page.complaints == []


@pytest.mark.sampled(20)
@pytest.mark.parametrize(
    ("name", "decisions"),
    [*((name, 6) for name in GAMES), *(pytest.param(name, 50, marks=pytest.mark.thorough) for name in GAMES)],
)
def test_a_click_does_what_the_page_says(page: browser.Page, name: str, decisions: int) -> None:
    """Cards, players and buttons: what was announced is chosen, or played; nothing else ever is."""
    session, _ = session_of(load_game(name, players=GAMES[name]), 7, range(1, GAMES[name]))
    luck = random.Random(name)
    with serving(session) as address:
        page.look_like(1280, 800)
        page.open(f"http://{address}/seat/{KEYS[0]}")
        for _ in range(decisions):
            _settle(page, session)
            if not session.state.is_terminal:
                _decide(page, session, luck)
        page.leave()
    assert page.complaints == []


def _decide(page: browser.Page, session: TableSession, luck: random.Random) -> None:
    """Click until a move is made."""
    moves = session.state.table(0)["moves"]
    before = len(session.moves)
    seen = _seen(page, moves)
    for _ in range(12):
        cards = [one for one in seen["cards"] if not one["chosen"]]
        ways = (
            ["space"] * bool(seen["spaces"])
            + ["card"] * 2 * bool(cards)
            + ["owner"] * bool(seen["owners"])
            + ["button"] * bool(seen["buttons"])
        )
        match luck.choice(ways):
            case "button":
                _press(page, session, moves, luck.choice(seen["buttons"]))
                return
            case "space":
                space = json.dumps(luck.choice(seen["spaces"]))
                label = page.ask(
                    f"(() => {{ const one = document.querySelector('[data-space={space}]'); "
                    "one.dispatchEvent(new PointerEvent('pointerenter')); one.click(); return one.title; })()"
                )
                _made(page, session, moves, before, label)
                return
            case "owner":
                key, label = luck.choice(seen["owners"])
                _click(page, key)
                if label in {move["label"] for move in moves}:
                    _made(page, session, moves, before, label)
                    return
            case _:
                one = luck.choice(cards)
                _click(page, one["key"])
                if _answered(page, moves, one) and luck.random() < 0.5:
                    page.settle()
                    now = _seen(page, moves)
                    chosen = next(card for card in now["cards"] if card["key"] == one["key"])
                    _click(page, one["key"], clicks=2)
                    if chosen["would"].endswith(AGAIN):
                        assert now["barred"] == [] and sum(_names(move, one["card"]) for move in moves) == 1
                        _made(page, session, moves, before, chosen["would"].removesuffix(AGAIN))
                        return
                    page.settle()
        assert len(session.moves) == before or session.movers[before] != 0, "nothing was to be played"
        seen = _seen(page, moves)
    _press(page, session, moves, luck.choice(seen["buttons"] or _finished(page, moves, luck)))


def _seen(page: browser.Page, moves: list[Json]) -> Json:
    """What the page offers: what can be clicked says what that would do, and every move can be got at."""
    seen: Json = page.ask(SEEN)
    labels = {move["label"] for move in moves}
    assert seen["told"] == 0, "only what can be chosen says what a click on it would do"
    assert set(seen["buttons"]) <= labels and seen["wide"] <= MOST_WIDE
    assert len(set(seen["buttons"])) == len(seen["buttons"]), "no move has two buttons"
    chosen = [one["card"] for one in seen["cards"] if one["chosen"]]
    plain = [move for move in moves if "arguments" not in move and not (chosen and "uses" in move)]
    assert {move["label"] for move in plain} <= set(seen["buttons"]), "what names nothing is always in sight"
    labels_of_spare = {move["label"] for move in moves if "spare" in move}
    at_end = [label in labels_of_spare for label in seen["buttons"]]
    assert at_end == sorted(at_end), "what any card will do for comes last"
    assert all(disabled == "true" and " – " in text for text, disabled in seen["barred"])
    assert seen["buttons"] or seen["asked"] or seen["cards"]
    assert len(seen["spaces"]) == sum("spaces" in move for move in moves), "each space that can be gone to is lit"
    for one in seen["cards"]:
        named = [move for move in moves if _names(move, one["card"])]
        assert named, f"{one} is part of a move"
        taken = [zone for move in named for zone in (move.get("from") or [[one["zone"]]])]
        taken += [move["uses"]["from"] for move in named if "uses" in move]
        assert any(one["zone"] in zones for zones in taken), f"{one} is taken from where it lies"
        assert one["would"]
    return seen


def _names(move: Json, card: str) -> bool:
    return card in move["cards"] or move.get("uses", {}).get("card") == card


def _answered(page: browser.Page, moves: list[Json], one: Json) -> bool:
    """Whether a card is chosen after a click, as it said; the bar then has what it said, and what names nothing."""
    now = _seen(page, moves)
    mine = next((card for card in now["cards"] if card["key"] == one["key"]), None)
    assert one["would"].startswith(CHOOSE)
    if mine is None or not mine["chosen"]:
        return False
    told = one["would"].removeprefix(CHOOSE).split(" · ")
    plain = {move["label"] for move in moves if "arguments" not in move}
    if set(told) <= {move["label"] for move in moves} and not now["asked"]:
        assert set(told) <= set(now["buttons"]) <= set(told) | plain
    return True


def _press(page: browser.Page, session: TableSession, moves: list[Json], label: str) -> None:
    before = len(session.moves)
    named = json.dumps(label)
    page.ask(
        f"[...document.querySelectorAll('#moves .move')].find((one) => "
        f"(one.getAttribute('aria-label') ?? one.textContent) === {named}).click()"
    )
    _made(page, session, moves, before, label)


def _made(page: browser.Page, session: TableSession, moves: list[Json], before: int, label: str) -> None:
    """A move of this label is made."""
    for _ in range(400):
        if len(session.moves) == before:
            page.settle()
    made = session.moves[before]
    assert label in {move["label"] for move in moves if move["text"] == made}, f"{label} is not {made}"


def _finished(page: browser.Page, moves: list[Json], luck: random.Random) -> list[str]:
    """The buttons, once as much is chosen as is asked for."""
    while not (seen := _seen(page, moves))["buttons"]:
        _click(
            page,
            luck.choice(
                [one["key"] for one in seen["cards"] if not one["chosen"]] or [key for key, _ in seen["owners"]]
            ),
        )
    found: list[str] = seen["buttons"]
    return found


def _click(page: browser.Page, key: str, clicks: int = 1) -> None:
    page.ask(
        f"document.querySelector('#table [data-key={json.dumps(key)}]')"
        f".dispatchEvent(new MouseEvent('click', {{ bubbles: true, detail: {clicks} }}))"
    )


def _settle(page: browser.Page, session: TableSession) -> None:
    """Wait until it is the seat's turn and the page shows it, all that was held laid aside."""
    for _ in range(400):
        page.ask("document.body.click()")
        page.ask(hands.SEEN)
        page.settle()
        if session.state.is_terminal or session.state.current_seat == 0:
            with urlopen(page.ask("location.href")) as answer:  # by then the film of the position is made
                answer.read()
            is_all = hands.steps(page) == len(session.frames(0, 0)) - 1
            if is_all and (session.state.is_terminal or page.ask(hands.OFFERS)):
                return
    raise AssertionError(f"the page never shows what is to be done: {page.ask('document.body.innerText')}")
