"""Hands on a page: the mouse moves, presses and drags where a person would, keys are pressed where the focus is."""

from __future__ import annotations

import json
import random
import time

from tests.table.page.browser import Page


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of the first thing that a selector names, scrolled into sight."""
    page.settle()
    found = page.ask(
        f"""(() => {{
          const one = document.querySelector({json.dumps(selector)});
          if (!one) return null;
          one.scrollIntoView({{ block: "center", behavior: "instant" }});
          const box = one.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + Math.min(box.height / 2, 24)];
        }})()"""
    )
    assert found is not None, f"there is no {selector}"
    return found[0], found[1]


def mouse(page: Page, kind: str, at: tuple[float, float], *, down: bool) -> None:
    """Let the mouse do something somewhere; `down` says whether its button is held."""
    page.call(
        "Input.dispatchMouseEvent",
        type=kind,
        x=at[0],
        y=at[1],
        button="none" if kind == "mouseMoved" and not down else "left",
        buttons=1 if down else 0,
        clickCount=0 if kind == "mouseMoved" else 1,
    )


def click(page: Page, selector: str) -> None:
    """Click on something."""
    at = middle(page, selector)
    mouse(page, "mouseMoved", at, down=False)
    mouse(page, "mousePressed", at, down=True)
    mouse(page, "mouseReleased", at, down=False)


def lift(page: Page, selector: str) -> tuple[float, float]:
    """Begin to drag something; where the pointer is then."""
    x, y = middle(page, selector)
    mouse(page, "mouseMoved", (x, y), down=False)
    mouse(page, "mousePressed", (x, y), down=True)
    mouse(page, "mouseMoved", (x + 4, y + 4), down=True)
    mouse(page, "mouseMoved", (x + 12, y + 12), down=True)
    return x + 12, y + 12


def carry(page: Page, selector: str) -> tuple[float, float]:
    """Move what is dragged over something else; nothing scrolls."""
    found = page.ask(
        f"""(() => {{
          const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
          return [box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)];
        }})()"""
    )
    mouse(page, "mouseMoved", (found[0], found[1]), down=True)
    return found[0], found[1]


def let_go(page: Page, at: tuple[float, float]) -> None:
    """Drop what is dragged."""
    mouse(page, "mouseReleased", at, down=False)


def touch(page: Page, kind: str, *at: tuple[float, float]) -> None:
    """Let a finger do something somewhere: touchStart, touchMove, touchEnd."""
    page.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in at])


def tap(page: Page, selector: str) -> None:
    """Touch something for a moment."""
    touch(page, "touchStart", middle(page, selector))
    touch(page, "touchEnd")


SEEN = "document.querySelector('dialog.round[open] button')?.click()"
"""Goes on where what a round has brought is shown."""

OFFERS = "(document.querySelector('#moves .move, #moves .many') !== null)"
"""Whether a page shows what is to be done now, not what lay or what a round has brought."""

MOVABLE = f"({SEEN}, {OFFERS})"
"""Whether a page may make a move, once what a round has brought was seen."""

CHOICES = ".target:not(.chosen), .owner:not(.chosen), #moves .move"

AT_HAND = f"document.activeElement.matches('{CHOICES}')"
"""Whether the focus is on something that can be chosen or played."""

LABELS = "[...document.querySelectorAll('#moves .move')].map((one) => one.textContent)"

MOST_TABS = 400


def steps(page: Page) -> int:
    """How many frames the page has."""
    return int(page.ask("Number(document.querySelector('#steps input').max)"))


def is_over(page: Page) -> bool:
    """Whether the page says how the game has ended."""
    return bool(page.ask("document.querySelector('.told.result') !== null"))


def move_by_mouse(page: Page, luck: random.Random) -> None:
    """Make some move: a card is dragged to where it may be dropped, or what it is part of is clicked."""
    before = steps(page)
    targets = page.ask("[...document.querySelectorAll('.target[data-card]')].map((one) => one.dataset.key)")
    if targets and luck.random() < 0.7:
        key = json.dumps(luck.choice(targets))
        at = lift(page, f"[data-key={key}]")
        drops = page.ask("[...document.querySelectorAll('.drop')].map((one, at) => (one.dataset.drop = at))")
        held = page.ask("document.querySelector('.ghost') !== null")
        assert drops, f"nowhere to drop {key}, held: {held}, moves: {page.ask(LABELS)}"
        at = carry(page, f'[data-drop="{luck.choice(drops)}"]')
        let_go(page, at)
    elif targets:
        click(page, f"[data-key={json.dumps(luck.choice(targets))}]")
    if page.ask("document.querySelector('.target.chosen, .owner.chosen') !== null") or not targets:
        _press_some(page, luck)
    _finish(page, before, luck)


def _finish(page: Page, before: int, luck: random.Random) -> None:
    """Click the button of a move that is still possible, unless the move is on its way."""
    while not _has_moved(page, before):
        _press_some(page, luck)


def _press_some(page: Page, luck: random.Random) -> None:
    """Click a button of a move; where moves are too many for buttons, another card of one."""
    many = page.ask("[...document.querySelectorAll('#moves .move')].map((one, at) => (one.dataset.at = at)).length")
    more = page.ask("[...document.querySelectorAll('.target:not(.chosen)')].map((one) => one.dataset.key)")
    if many:
        click(page, f'#moves .move[data-at="{luck.randrange(many)}"]')
    elif more:
        click(page, f"[data-key={json.dumps(luck.choice(more))}]")


def _has_moved(page: Page, before: int) -> bool:
    """Whether a new frame comes within a second."""
    end = time.monotonic() + 1
    while steps(page) == before and time.monotonic() < end:
        time.sleep(0.01)
    return steps(page) > before


CHOSEN = "document.activeElement.matches('.chosen')"
"""Whether the focus is on a card or player that is chosen, but does not make a move yet."""

READY = (
    "document.querySelector('#moves .move.now') !== null && "
    "new Set([...document.querySelectorAll('.chosen')].map((one) => one.dataset.card ?? one.dataset.key)).size === 1"
)
"""Whether what is chosen is one card that makes one move, so that a second click plays it."""


MOST_PASSED = 4
"""The focus passes by fewer choices than this before it rests on one."""


def move_by_keys(page: Page, luck: random.Random) -> None:
    """Make a move with Tab and Enter alone: of what the focus comes to, something is chosen, or played."""
    more = f"Number(document.querySelector('#steps input').max) > {steps(page)}"
    passed = luck.randrange(min(MOST_PASSED, page.ask(f"document.querySelectorAll('{CHOICES}').length") or 1))
    for _ in range(MOST_TABS):
        moved, at_hand = page.ask(f"[{more}, {AT_HAND}]")
        if moved:
            return
        passed -= at_hand
        if at_hand and passed < 0:
            page.press("Enter")
            page.wait_for(f"{more} || {CHOSEN}")
            moved, ready = page.ask(f"[{more}, {READY}]")
            if ready and not moved:
                page.press("Enter")
                page.wait_for(more)
                moved = True
            if moved:
                return
        page.press("Tab")
    raise AssertionError("the focus comes to nothing that can be played")
