"""Explains signs and words of other languages, and says what to write instead."""

from __future__ import annotations

import re

from ...diagnostics.suggest import did_you_mean
from .finding import Finding
from .names import NAME, RESERVED, wrong_name
from .other_words import other_words
from .trouble import Piece, Trouble

SIGNS = {
    "&&": "write `and`",
    "&": "write `and`",
    "||": "write `or`",
    "|": "write `or`",
    "!": "write `not`",
    "?": "write `a if b else c`: the value first, then its condition",
    "//": "write `div`: it divides and rounds down",
    "/": "write `div`: it divides and rounds down",
    "%": "write `mod`: the remainder of a division",
    ";": "write each effect on a line of its own",
    "{": "blocks are written with `:` and indentation, lists with `[ ]`",
    "}": "blocks are written with `:` and indentation, lists with `[ ]`",
    "≥": "write `>=`",
    "≤": "write `<=`",
    "≠": "write `!=`",
    "–": "write `-`",
    "−": "write `-`",
    "×": "write `*`",
    "·": "write `*`",
    "÷": "write `div`: it divides and rounds down",
    "→": "write `to`",
    "…": "a range is written `1..3`",
    "“": "write a symbol without quotes: `red`",
    "”": "write a symbol without quotes: `red`",
    "„": "write a symbol without quotes: `red`",
    "«": "write a symbol without quotes: `red`",
}
"""Signs, and what to write instead."""

DOUBLE = {
    ("=", "="): "write `==` to compare",
    ("==", "="): "write `==`",
    ("!=", "="): "write `!=`",
    ("=", "!"): "write `!=`",
    ("=", ">"): "write `>=`",
    ("=", "<"): "write `<=`",
    ("<", ">"): "write `!=`",
    (":", "="): "write `=`",
    ("*", "*"): "there are no powers: multiply instead",
    ("*", "="): "write `x = x * 2`",
    ("+", "+"): "write `x += 1`",
    ("-", "-"): "write `x -= 1`",
    ("..", "."): "a range is written with two dots: `1..3`",
}
"""Pairs of signs, and what to write instead."""

SETS = {("=", "+"): "write `+=`", ("=", "!"): "write `= not`"}
"""Pairs where a variable may be set, and what to write there instead."""

APART = {(sign, "=") for sign in ("<", ">", "!")}
"""Signs of two characters that authors may write apart: `> =`."""

ARTICLES = {
    "draw": ("a", "an", "the"),
    "move": ("a", "an", "the", "all"),
    "gather": ("the", "all"),
    "shuffle": ("the",),
    "show": ("a", "the", "all"),
    "swap": ("the",),
    "end": ("the",),
    "for": ("each", "every", "all"),
}
"""Words of everyday English that authors might write after the first word of an effect."""


def foreign(t: Trouble) -> Finding | None:
    """A sign or a word of another language at the point where parsing stopped."""
    return _signs(t) or _else_if(t) or other_words(t) or _strange(t) or _article(t) or _thousands(t) or _is(t)


def _signs(t: Trouble) -> Finding | None:
    for i in (t.at, t.at - 1, t.at - 2):
        if i < 0 or i + 1 >= len(t.pieces):
            continue
        one, other = t.pieces[i], t.pieces[i + 1]
        advice = _advice(t, one.text, other.text)
        if one.end < other.start and (one.text, other.text) in APART and i + 1 >= t.at:
            whole = one.text + other.text
            place, helps = (one.start, other.end), (f"write `{whole}`",)
            return Finding("E300", f"`{whole}` is written without a blank", *place, helps=helps)
        if advice and one.end == other.start and i + 1 >= t.at - 1:
            signs = one.text + other.text
            return Finding("E300", f"unknown sign `{signs}`", one.start, other.end, helps=(advice,))
    return None


def _advice(t: Trouble, one: str, other: str) -> str:
    """What to write instead of a pair of signs; empty if it is none of another language."""
    sets = t.entry == "line" and not t.open and SETS.get((one, other))
    return sets or DOUBLE.get((one, other), "")


def _else_if(t: Trouble) -> Finding | None:
    if t.entry == "head" and t.here.text == "if" and t.before and t.before.text == "else":
        return Finding("E300", "`else if` is a single word here", t.before.start, t.here.end, helps=("write `elif`",))
    if t.here.text == "then":
        return Finding("E300", "`if` needs no `then`", *_range(t.here), helps=("write `:` at the end of the line",))
    return None


def _strange(t: Trouble) -> Finding | None:
    """A piece that is not a word, a number or a sign of the language."""
    piece = t.here
    if piece.kind != "strange":
        return None
    text, place = piece.text, _range(piece)
    if text == "//" and _is_comment(t):
        return Finding("E300", f"unknown sign `{text}`", *place, helps=("a comment begins with `#`",))
    if text in SIGNS:
        return Finding("E300", f"unknown sign `{text}`", *place, helps=(SIGNS[text],))
    if text[0] in "\"'":
        advice = _unquoted(text.strip("\"'"))
        return Finding(
            "E300", "a quoted text is not allowed here", *place, label="rules contain no quoted texts", helps=(advice,)
        )
    if re.fullmatch(r"[0-9_]+(\.[0-9]\w*)?", text) and "." in text:
        advice = "count in smaller units, or use `div`, which rounds down"
        return Finding(
            "E302", f"`{text}` is not a whole number", *place, label="all numbers are whole", helps=(advice,)
        )
    if text[0].isdigit():
        advice = "a name starts with a letter, and a number consists only of digits"
        return Finding("E302", f"`{text}` is neither a number nor a name", *place, helps=(advice,))
    if text.lower() in ("null", "nil") or text.lower() in RESERVED:
        right = "none" if text.lower() in ("null", "nil") else text.lower()
        return Finding("E300", f"unknown word `{text}`", *place, helps=(f"write `{right}`",))
    if text.isspace():
        message = f"this is not an ordinary space (U+{ord(text):04X})"
        return Finding("E301", message, *place, helps=("write an ordinary space",))
    if text[0].isalpha() or text[0] == "_":
        return wrong_name(text, piece.start)
    return Finding("E301", f"`{text}` has no meaning in this language", *place)


def _is_comment(t: Trouble) -> bool:
    """Whether two words in a row follow in a line of an effect, which cannot be a value."""
    one, two = t.after, t.pieces[t.at + 2 : t.at + 3]
    return t.in_effect and one is not None and one.is_value and bool(two) and two[0].is_value


def _unquoted(inside: str) -> str:
    """What to write instead of a text in quotes: the number or the name in it, or else how rules say something."""
    if NAME.fullmatch(inside) and inside not in RESERVED or re.fullmatch("0|[1-9][0-9]*", inside, re.ASCII):
        return f"write `{inside}`"
    return "use a symbol: `red`; texts for players go under `words`"


def _article(t: Trouble) -> Finding | None:
    """`shuffle the pile`, `for each c in …`"""
    before = t.before
    if not before or t.at != 2 or t.here.kind != "word" or not t.here.is_value:
        return None
    words = ARTICLES.get(t.first, ()) if t.in_effect else ()
    if before.text not in words:
        return None
    helps: tuple[str, ...] = (f"leave `{before.text}` out",)
    if before.text == "all":
        helps = ("write only the zone: `move me.hand to discard` moves all its cards",)
    return Finding("E300", f"`{t.first}` is written without `{before.text}`", *_range(before), helps=helps)


def _thousands(t: Trouble) -> Finding | None:
    """`1,000`"""
    one, other = t.before, t.after
    if t.here.text != "," or t.open or not one or not other or one.kind != "number" or other.kind != "number":
        return None
    advice = (f"write `{one.text}{other.text}`",)
    return Finding("E302", "a number is written without `,`", one.start, other.end, helps=advice)


def _is(t: Trouble) -> Finding | None:
    """`is` with something other than none."""
    before = [piece.text for piece in t.pieces[max(t.at - 2, 0) : t.at]]
    if before[-1:] != ["is"] and before != ["is", "not"]:
        return None
    if t.here.kind not in ("word", "number"):
        return Finding("E303", "`none` is missing after `is`", t.pieces[t.at - 1].end, t.pieces[t.at - 1].end)
    sign = "!=" if before[-1] == "not" else "=="
    if t.here.text in ("null", "nil"):
        return Finding("E300", f"unknown word `{t.here.text}`", *_range(t.here), helps=("write `none`",))
    other = ["not"] if before[-1] == "is" else []
    advice = did_you_mean(t.here.text, ["none", *other]) or (f"write `{sign} {t.here.text}`",)
    return Finding("E303", "only `none` can follow `is`", *_range(t.here), helps=advice)


def _range(piece: Piece) -> tuple[int, int]:
    return piece.start, piece.end
