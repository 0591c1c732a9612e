"""Explains `=` and `==` in each other's place, and chained comparisons."""

from __future__ import annotations

from .finding import Finding
from .trouble import COMPARISONS, Trouble

ONLY_VALUE = {"+=": ("`+` adds two numbers: `x + 1`",), "-=": ("`-` takes one number from another: `x - 1`",)}
"""What to write for a sign that sets a variable where only a value can stand."""


def comparison(t: Trouble) -> Finding | None:
    """`=` where two values are compared, `==` where a variable is set, and chains such as `1 < x < 3`."""
    place = (t.here.start, t.here.end)
    if t.here.text == "==" and t.entry == "line" and not t.open:
        advice = ("write one `=` to set a variable",)
        return Finding("E303", "`==` compares two values, but does not set a variable", *place, helps=advice)
    if t.here.text in ("=", "+=", "-="):
        return _set(t, place)
    if t.here.text in COMPARISONS or t.here.text == "not" and t.after and t.after.text == "in":
        return _chain(t, place)
    return None


def _set(t: Trouble, place: tuple[int, int]) -> Finding | None:
    """A sign that sets a variable, where nothing can be set."""
    if t.entry == "line" and t.before and t.before.text == "=" and t.at == 2 + (t.first == "let"):
        advice = ("one `=` sets a variable; `==` compares",)
        return Finding("E303", "unexpected second `=`", *place, helps=advice)
    if t.entry == "modifier" and not any(piece.text == "when" for piece in t.pieces[: t.at]):
        advice = (f"write `me.draws {t.here.text.rstrip('=') or '='} 1`",)
        return Finding("E308", f"`{t.here.text}` does not change a quantity", *place, helps=advice)
    if t.here.text == "=" and (t.entry != "line" or t.open or _has_set(t)):
        advice = ("write `==` to compare",)
        return Finding("E303", "`=` sets a variable, but does not compare", *place, helps=advice)
    if not t.in_effect:
        return Finding(
            "E308",
            f"`{t.here.text}` sets a variable, but a value is needed here",
            *place,
            helps=ONLY_VALUE.get(t.here.text, ()),
        )
    return None


def _has_set(t: Trouble) -> bool:
    return any(piece.text in ("=", "+=", "-=") for piece in t.pieces[: t.at])


def _chain(t: Trouble, place: tuple[int, int]) -> Finding | None:
    depth = 0
    for i in range(t.at - 1, -1, -1):
        piece = t.pieces[i]
        if piece.text in (")", "]"):
            depth += 1
        elif piece.text in ("(", "["):
            depth -= 1
        if depth < 0 or depth == 0 and piece.text in ("and", "or", "if", "else", ",", "=", "for", ":", "where"):
            return None
        if depth == 0 and piece.text in COMPARISONS and i + 1 < t.at and not _loop(t, i):
            middle = t.text[t.pieces[i + 1].start : t.pieces[t.at - 1].end]
            chain = f"write two comparisons: `… {piece.text} {middle} and {middle} {t.here.text} …`"
            first = ((piece.start, piece.end, "the first comparison"),)
            return Finding("E303", "comparisons cannot be chained", *place, helps=(chain,), others=first)
    return None


def _loop(t: Trouble, i: int) -> bool:
    """Whether the `in` at `pieces[i]` belongs to `for x in …` or another loop."""
    opens = ("for", "choose", "together", "random", "some", ",")
    return t.pieces[i].text == "in" and i >= 2 and t.pieces[i - 2].text in opens
