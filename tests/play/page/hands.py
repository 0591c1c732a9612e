"""Hands on a page: the mouse moves, presses and drags where a person would, keys are pressed where the focus is."""

from __future__ import annotations

import json

from browser import Page


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
