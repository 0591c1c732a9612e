"""What a page is to those who hear it: its tree of names and roles, and what is read out as it changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cardwright.play.game.phrases import phrase
from cardwright.table.page.film_encoding import FrameDecoder
from cardwright.table.page.phrases import say
from tests.table.page.browser import Page

NAMED = ("button", "link", "slider", "group", "region", "heading", "image", "navigation")
"""Roles whose things need a name. A heap of cards that can be opened is a group, and named by its summary."""

SIGNS = re.compile(r"[●▶◀↶‹›❚]")

HEADLINES = ("move", "chosen", "reacted", "said", "taken", "brought", "undone", "result")
"""The events of which a line is read out."""

LISTENS = """window.heard = [];
new MutationObserver(() => heard.push(document.getElementById('said').textContent))
  .observe(document.getElementById('said'), { childList: true, characterData: true, subtree: true }); true"""
"""Notes what is read out."""


def faults(page: Page) -> list[str]:
    """What is wrong with the names of a page: none, one that is told twice, or a sign that is no word."""
    found = []
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value", "")
        if node.get("ignored") or role not in NAMED:
            continue
        about = node.get("description", {}).get("value", "")
        words = name.split()
        half = len(words) // 2
        if not name and role != "group":
            found.append(f"{role} without a name")
        if about and about.startswith(name):
            found.append(f"{role} told twice: {name}")
        if half > 1 and words[:half] == words[half : 2 * half]:
            found.append(f"{role} says it twice: {name}")
        if SIGNS.search(name):
            found.append(f"{role} with a sign: {name}")
    return found


def missed(heard: Sequence[str], frames: Sequence[dict[str, Any]], begun: int, language: str) -> list[str]:
    """What was not read out once and in order of what has happened since the frames with which the page began."""
    told = list(_headlines(frames, begun))
    for text in heard:
        said = text.removesuffix(say(language, "your_turn")).strip()
        if (
            not said
            or said in {say(language, name) for name in ("choose", "choose_lit", "cancelled")}
            or _answers(said, language)
        ):
            continue
        count = next((n for n in range(1, len(told) + 1) if " · ".join(told[:n]) == said), None)
        if count is None:
            return [f"read out: {said}; still to be told: {told[:3]}"]
        told = told[count:]
    return told


def _headlines(frames: Sequence[dict[str, Any]], begun: int) -> Iterator[str]:
    together = FrameDecoder()
    for number, frame in enumerate(frames):
        together.add(frame)
        told = [one for one in together.log if one["event"] in HEADLINES]
        ends = [one["text"] for one in told if one["event"] == "result"]
        line = " · ".join([*ends[-1:], *(one["text"] for one in told if one["event"] != "result"), *ends[:-1]])
        if number >= begun and line:
            yield line


def _answers(said: str, language: str) -> bool:
    """Whether it answers a key: what would be played, how many cards are missing, or why a card cannot be."""
    if said in {say(language, "choose_more", n=n) for n in range(1, 20)}:
        return True
    refused, _ = phrase(language, "not_allowed", why="|").split("|")
    return said.endswith(say(language, "again", move="")) or said.startswith(refused)
