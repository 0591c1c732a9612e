"""What it saved to play the same deals, and to take out luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .anytime import FEWEST
from .intervals import Estimate
from .words import estimate_of, rate_text, say


def saved_lines(found: dict[str, Any], lang: str) -> Iterator[str]:
    """A sentence each for what saved games, for what took more of them, and for what is open."""
    yield from _by("saved", found, lang)
    yield from _by("saved_luck", found, lang)
    if found["luck"] and found["pairs"] >= FEWEST and not any(one["saved_luck"] for one in found["questions"]):
        yield say(lang, "luck_unseen")


def _by(how: str, found: dict[str, Any], lang: str) -> Iterator[str]:
    """Of the first question about each thing."""
    first = {one["what"]: one[how] for one in reversed(found["questions"]) if one.get(how)}
    groups: dict[str, list[str]] = {"yes": [], "no": [], "open": []}
    for what in dict.fromkeys(one["what"] for one in found["questions"] if one["what"] in first):
        share = estimate_of(first[what], found["pairs"])
        assert share is not None and share.low is not None and share.high is not None
        group = "yes" if share.low > 0 else "no" if share.high < 0 else "open"
        told = rate_text(_more(share) if group == "no" else share, lang)
        groups[group].append(say(lang, f"saved_{what}", share=told))
    for group, shares in groups.items():
        if shares:
            yield say(lang, f"{how}_{group}", shares=", ".join(shares))


def _more(saved: Estimate) -> Estimate:
    """How many more games were needed, where fewer than none were saved."""
    assert saved.low is not None and saved.high is not None
    return replace(saved, value=-saved.value, low=-saved.high, high=-saved.low)
