"""Explains effects where a value is needed, values where an effect is needed, unknown effects, and wrong heads."""

from __future__ import annotations

from collections.abc import Set

from ...diagnostics.suggest import did_you_mean
from .finding import Finding
from .trouble import HEADS, Trouble

VERBS = ("move", "draw", "gather", "shuffle", "swap", "show", "random", "let", "offer", "end", "next")
# fmt: off
OPERATORS = (
    "+", "-", "*", "div", "mod", "and", "or", "not", "in", "is", "..", "if", "else", "<", ">", "<=", ">=", "!=",
)
# fmt: on
AN_EFFECT = "an effect is, for example, `move c to discard`, `total += 3` or `advance(me, 3)`"


def misplaced(t: Trouble) -> Finding | None:
    """An effect, a value or the head of a block in the wrong place."""
    return _effect(t) or _colon(t) or _second(t) or _unknown(t) or _value(t)


def without_parentheses(t: Trouble, named: Set[str]) -> Finding | None:
    """A named effect of the spec without its parentheses: `deal 3`."""
    first = t.pieces[0]
    if t.entry != "line" or t.at != 1 or first.text not in named or not (t.at_end or t.here.is_value):
        return None
    arguments = t.text[t.here.start : _last(t)] if not t.at_end else ""
    message = f"the named effect `{first.text}` is run with parentheses"
    return Finding("E309", message, first.start, _last(t), helps=(f"write `{first.text}({arguments})`",))


def _effect(t: Trouble) -> Finding | None:
    """An effect where a value is needed."""
    first, here = t.pieces[0], t.here
    if t.in_effect or t.at > 1 or first.text not in (*VERBS, *HEADS):
        return None
    if first.text in ("if", "for", "else") and ":" not in [piece.text for piece in t.pieces]:
        return None
    if t.at == 1 and not here.is_value:
        return None
    message = f"`{first.text}` begins an effect, but a value is needed here"
    advice = "write `a if b else c`" if first.text == "if" else "a value is, for example, `count(me.hand) > 3`"
    return Finding("E308", message, first.start, first.end, helps=(advice,))


def _colon(t: Trouble) -> Finding | None:
    """A head without its colon, or with something after the colon."""
    here, before = t.here, t.before
    if not t.in_effect or not before:
        return None
    if before.text == ":" and t.entry == "head":
        advice = "put this on the next line, indented by two more spaces"
        return Finding("E307", "the line must end after `:`", here.start, _last(t), helps=(advice,))
    if t.first == "else" and t.at == 1 and here.is_value:
        colon = t.pieces[-2]
        end = colon.start if colon.text == ":" else colon.end
        helps = (f"write `elif {t.text[here.start : end]}:`",)
        return Finding("E307", "`else` cannot have a condition", here.start, end, helps=helps)
    if t.entry == "head" and "COLON" in t.accepts and before.text != t.first or t.first == "else" and t.at == 1:
        starts_effect = here.text in VERBS and t.after is not None and t.after.is_value
        if t.at_end or starts_effect:
            end = before.end
            message = f"`:` is missing at the end of this `{t.first}`"
            helps = (f"write `{t.text[t.pieces[0].start : end]}:`",)
            return Finding("E307", message, end, end, helps=helps)
    if here.text == ":" and t.entry == "line" and not t.open and t.first not in VERBS:
        known = did_you_mean(t.first, HEADS)
        message = f"`{t.first}` does not begin a block" if t.pieces[0].kind == "word" else "unexpected `:`"
        word = t.pieces[0] if t.pieces[0].kind == "word" else here
        blocks = (f"blocks begin with {_list(HEADS)}",)
        return Finding("E301", message, word.start, word.end, helps=known or blocks)
    return None


def _second(t: Trouble) -> Finding | None:
    """Two effects on one line."""
    here, before = t.here, t.before
    if t.entry != "line" or t.open or t.at < 2 or here.text not in VERBS or not before or not before.ends_value:
        return None
    if not t.after or not t.after.is_value:
        return None
    message = f"the line must end after `{before.text}`"
    return Finding("E301", message, here.start, _last(t), helps=("write each effect on a line of its own",))


def _unknown(t: Trouble) -> Finding | None:
    """A line whose first word is not an effect: misspelt, or unknown."""
    first, here = t.pieces[0], t.here
    if t.entry != "line" or t.at != 1 or first.kind != "word" or first.text in VERBS:
        return None
    if not here.is_value or here.text == "not":
        return None
    names = HEADS if t.pieces[-2].text == ":" else VERBS if len(first.text) < 4 else (*VERBS, *HEADS)
    known = did_you_mean(first.text, names)
    kind = "block" if names is HEADS else "effect"
    listed: tuple[str, ...] = (f"{kind}s begin with {_list(names if names is HEADS else VERBS)}",)
    if kind == "effect":
        listed = (*listed, f"a named effect is run with parentheses: `{first.text}(…)`")
    return Finding("E301", f"unknown {kind} `{first.text}`", first.start, first.end, helps=known or listed)


def _value(t: Trouble) -> Finding | None:
    """A value where an effect is needed."""
    if t.entry != "line" or t.open or t.first in VERBS or "EQUALS" not in t.accepts and t.at:
        return None
    if t.at == 0 and not (t.here.is_value or t.here.text == "-"):
        return None
    if t.at and t.here.text not in OPERATORS and not t.here.is_value:
        return None
    first = t.pieces[0]
    return Finding("E308", "this is only a value, so the line does nothing", first.start, _last(t), helps=(AN_EFFECT,))


def _last(t: Trouble) -> int:
    return t.pieces[-1].end


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words[:-1]) + f" or `{words[-1]}`"
