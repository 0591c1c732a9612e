"""Explains tokens that are missing, misplaced or misspelt."""

from __future__ import annotations

import re
from collections.abc import Set

from ...diagnostics.suggest import did_you_mean, instead, suggest, synonyms, written_instead
from ..builtins.table import EFFECTS
from .findings import (
    ALL_WORDS,
    HEADS,
    PAIRS,
    RESERVED,
    VERBS,
    Finding,
    ParseFailure,
    SourceToken,
    find_failure,
    wrong_name,
)

WORDS = {"IN": "in", "TO": "to", "FROM": "from", "OF": "of", "TURN": "turn"}
"""The words that connect the parts of an effect or a comprehension, by the names of their terminals."""
OTHERS = ("to", "from", "of", "in", "into", "onto", "on", "at", "with", "by", "and", "=", ":", ",", "as", "over")
"""What authors might write instead of the right word."""
FORMS = {"for": "for c in me.hand: …", "choose": "choose c in me.hand: …", "together": "together p in players: …"}
ENDS = "`end turn`, `end phase`, `end game`, or `end` and the name of a phase"
A_RULE = "a rule on a card is, for example, `me.draws - 1 when second(me)` or `forbid me.pairing(green)`"
A_SOURCE = "what to choose from is written `me.hand`, `optional teams`, `any of me.hand` or `1..3 of me.hand`"
LOOP = "a comprehension is written `c for c in me.hand if …`"

HELPS: dict[str, tuple[str, ...]] = {"if": ("a value is, for example, `a if b else c`",), "for": (LOOP,)}
"""What to add if a value is missing before this word."""


def missing_bracket(t: ParseFailure) -> Finding | None:
    """A bracket that is not closed, or closed but never opened."""
    here = t.here
    if here.text in PAIRS.values():
        if t.open and PAIRS[t.open[-1].text] == here.text:
            return None
        if t.open:
            other = t.open[-1]
            message = f"`{other.text}` is closed by `{here.text}`"
            others = ((other.start, other.end, "opened here"),)
            several = len(t.open) > 1 and PAIRS[t.open[-2].text] == here.text
            advice = (f"write `{PAIRS[other.text]}`" + f" before this `{here.text}`" * several,)
            return Finding("E309", message, here.start, here.end, helps=advice, others=others)
        opening = next(sign for sign, closing in PAIRS.items() if closing == here.text)
        advice = (f"leave it out, or write `{opening}` where it should start",)
        return Finding("E309", f"`{here.text}` has no matching `{opening}`", here.start, here.end, helps=advice)
    last = here.text == ":" and t.after is not None and t.after.kind == "end"
    ends = t.at_end or last or here.text in ("to", "from", "where", "=", "+=", "-=") and t.in_effect
    if t.open and ends and (t.at_end or last or not _closed_later(t)):
        other = t.open[-1]
        message = f"`{other.text}` is not closed"
        return Finding(
            "E309", message, other.start, other.end, helps=(f"write `{PAIRS[other.text]}` where it should end",)
        )
    return None


def _closed_later(t: ParseFailure) -> bool:
    """Whether the innermost open bracket is closed in the rest of the text, so that something else is wrong here."""
    depth = 0
    for piece in t.pieces[t.at :]:
        depth += (piece.text in PAIRS) - (piece.text in PAIRS.values())
        if depth < 0:
            return True
    return False


def unbalanced_brackets(t: ParseFailure) -> Finding | None:
    """A bracket that is missing somewhere, where nothing better can be said of the place at which parsing stopped."""
    stack: list[SourceToken] = []
    for piece in t.pieces:
        if piece.text in PAIRS:
            stack.append(piece)
        elif piece.text in PAIRS.values():
            if stack and PAIRS[stack[-1].text] == piece.text:
                stack.pop()
                continue
            if stack:
                return _open(stack[-1], t)
            opening = next(sign for sign, closing in PAIRS.items() if closing == piece.text)
            advice = (f"write `{opening}` where it should start, or leave `{piece.text}` out",)
            message = f"`{piece.text}` has no matching `{opening}`"
            return Finding("E309", message, piece.start, piece.end, helps=advice)
    return _open(stack[-1], t) if stack else None


def _open(piece: SourceToken, t: ParseFailure) -> Finding:
    """A bracket that is not closed, and where parsing stopped: it is to be closed before that."""
    others = ((t.here.start, t.here.end, "this cannot stand in it"),) if not t.at_end else ()
    advice = (f"write `{PAIRS[piece.text]}` where it should end",)
    return Finding("E309", f"`{piece.text}` is not closed", piece.start, piece.end, helps=advice, others=others)


def missing_name(t: ParseFailure) -> Finding | None:
    """Something else where only a name is possible."""
    here = t.here
    if not t.wants_name:
        return None
    if here.text in RESERVED:
        return wrong_name(here.text, here.start)
    if here.kind == "number":
        return Finding("E304", f"`{here.text}` cannot be a name", here.start, here.end, label="a name is needed here")
    message = f"a name is missing after `{t.before.text}`" if t.before else "a name is missing"
    end = t.before.end if t.before else 0
    if t.before and t.before.text == "." and (t.at_end or here.text in (",", ")")):
        return Finding("E309", message, end, end, helps=("leave the full stop out",))
    return Finding("E309", message, end, end, helps=effect_form(t))


def missing_value(t: ParseFailure) -> Finding | None:
    """A missing value."""
    here, before = t.here, t.before
    if not t.wants_value or here.is_value and here.text != "not":
        return None
    if here.text == "not":
        advice = ("put it in parentheses: `(not …)`",)
        return Finding("E301", "`not` cannot follow an operator", here.start, here.end, helps=advice)
    if here.text == "+" and (before is None or not before.ends_value):
        message = "a value is missing before `+`"
        return Finding("E309", message, here.start, here.end, helps=("a positive number is written without `+`",))
    if before is None:
        if t.at_end:
            return Finding("E309", "there is nothing here", 0, 0, label="a value is needed")
        helps = HELPS.get(here.text, ())
        return Finding("E309", f"a value is missing before `{here.text}`", here.start, here.end, helps=helps)
    if t.at_end:
        helps = effect_form(t) if before.text == t.first or before.text == "turn" else ()
        return Finding("E309", f"a value is missing after `{before.text}`", before.end, before.end, helps=helps)
    message = f"a value is missing between `{before.text}` and `{here.text}`"
    return Finding("E309", message, before.start, here.end, helps=HELPS.get(here.text, ()))


SURPLUS = ("card", "cards", "carte", "cartes")
"""Words that say what is drawn, which goes without saying."""

KINDS_OF_PROSE = ("word", "number", "end")
"""What a sentence consists of, which is no rule."""

ARTICLES = ("a", "an", "their", "his", "her", "your")
"""Words that stand before names in prose."""


def missing_word(t: ParseFailure) -> Finding | None:
    """A word such as `to` or `in` that is missing, misspelt, or replaced by another one."""
    operator = "EQ" in t.accepts
    wanted = [text for kind, text in WORDS.items() if kind in t.accepts and not (operator and kind == "IN")]
    if t.entry == "head" and t.first == "choose" and not any(piece.text == "in" for piece in t.pieces):
        return _choose(t)
    before = [piece.text for piece in t.pieces[max(t.at - 2, 0) : t.at]]
    at_an_end = before[-1:] in (["top"], ["bottom"]) and before[:1] != ["."]
    if t.first == "move" and t.here.is_value and (at_an_end or before[:1] == ["position"]):
        wanted = ["of"]
    if t.entry == "line" and t.at == 2 and t.first in EFFECTS and t.pieces[1].text in ("from", "to", "in"):
        message = f"something is missing between `{t.first}` and `{t.pieces[1].text}`"
        return Finding("E309", message, t.pieces[0].start, t.pieces[1].end, helps=effect_form(t))
    if t.entry == "line" and (t.first, t.at_end) in (("let", True), ("let", False), ("swap", True)):
        wanted = ["="] if "EQUALS" in t.accepts else [","] if "COMMA" in t.accepts else wanted
    if not wanted or t.here.text in ("(", "["):
        return None
    here, right = t.here, wanted[0]
    foreign = [one for one in wanted if here.text in synonyms("joining word of an effect").get(one, ())]
    if foreign and t.after and t.after.is_value:
        message = f"expected `{foreign[0]}`, but got `{here.text}`"
        return Finding("E309", message, here.start, here.end, helps=(f"write `{foreign[0]}`",))
    counted = t.entry == "source" and t.before is not None and t.before.kind == "number"
    if here.text in SURPLUS and (counted or t.first in EFFECTS and "FROM" in t.accepts):
        return Finding("E309", f"`{here.text}` is not written here", here.start, here.end, helps=("leave it out",))
    if t.before is not None and t.before.text in ARTICLES and here.is_value and t.entry == "line":
        message = f"`{t.before.text}` is not written here"
        return Finding("E309", message, t.before.start, t.before.end, helps=("leave it out",))
    if t.first == "move" and right == "to" and here.text == ",":
        helps = ("write a line for each: `move … to …`",)
        return Finding("E309", "one card, one list or one zone is moved by a line", here.start, here.end, helps=helps)
    if t.first == "move" and right == "to" and here.text == "from":
        helps = ("leave `from …` out: a card is moved from where it lies",)
        return Finding("E309", "`from` is not written after `move`", here.start, here.end, helps=helps)
    if right == "in" and t.before is not None and t.before.text == "not" and here.is_value:
        helps = (f"write `!= {here.text}`, or of what is in a list `not in {here.text}`",)
        return Finding("E309", "`not` does not compare", t.before.start, t.before.end, helps=helps)
    if right == here.text == "of" and t.before and t.after:
        message = f"`{t.before.text} of` says where a card goes; the card that lies there is named with a dot"
        return Finding("E309", message, t.before.start, here.end, helps=(f"write `{t.after.text}.{t.before.text}`",))
    joins = here.kind == "word" and t.after is not None and t.after.is_value
    meant = did_you_mean(here.text, wanted) if joins else ()
    if meant:
        message = f"expected `{right}`, but got `{here.text}`"
        return Finding("E309", message, here.start, here.end, helps=meant)
    if here.text in OTHERS:
        message = f"expected `{right}`, but got `{here.text}`"
        return Finding("E309", message, here.start, here.end, helps=effect_form(t))
    if here.is_value:
        end = t.before.end if t.before else here.start
        return Finding("E309", f"`{right}` is missing before `{here.text}`", end, end, helps=effect_form(t))
    if t.before and (t.at_end or here.text in (")", "]", ":")):
        message = f"`{right}` is missing after `{t.before.text}`"
        return Finding("E309", message, here.start, here.start, helps=effect_form(t))
    return None


def _choose(t: ParseFailure) -> Finding:
    """`choose c from me.hand:`"""
    near = next((piece for piece in t.pieces[2:] if piece.kind == "word" and suggest(piece.text, ["in"])), None)
    if near:
        message, advice = f"expected `in`, but got `{near.text}`", ("did you mean 'in'?",)
        return Finding("E309", message, near.start, near.end, helps=advice)
    wrong = next((piece for piece in t.pieces[1:] if piece.text in OTHERS), None)
    if wrong:
        message = f"expected `in`, but got `{wrong.text}`"
        return Finding("E309", message, wrong.start, wrong.end, helps=effect_form(t))
    end = t.pieces[1].end
    return Finding("E309", f"`in` is missing after `{t.pieces[1].text}`", end, end, helps=effect_form(t))


def missing_comma(t: ParseFailure) -> Finding | None:
    """Two values in a row."""
    if not t.here.is_value or not t.before or not t.before.ends_value:
        return None
    if t.open and "COMMA" in t.accepts:
        message = f"`,` is missing between `{t.before.text}` and `{t.here.text}`"
        return Finding("E309", message, t.before.end, t.before.end)
    if t.entry == "line" and t.first in EFFECTS and "COMMA" in t.accepts:
        return Finding(
            "E309", f"`,` is missing before `{t.here.text}`", t.before.end, t.before.end, helps=effect_form(t)
        )
    return None


LETS_FIRST = "lines with `let` stand above the value, which comes last"


def missing_sign(t: ParseFailure) -> Finding | None:
    """Two values with nothing between them, or a rule on a card that does not say what changes."""
    here, before = t.here, t.before
    if t.entry == "modifier" and "EQUALS" in t.accepts and "PLUS" in t.accepts:
        return Finding("E309", "this rule does not say what changes", here.start, here.end, helps=(A_RULE,))
    if t.entry == "modifier" and here.text in ("if", "where"):
        message = f"expected `when`, but got `{here.text}`"
        return Finding("E309", message, here.start, here.end, helps=(A_RULE,))
    if not here.is_value or not before or not before.ends_value:
        return None
    message = f"an operator is missing between `{before.text}` and `{here.text}`"
    if here.text == "let":
        return Finding("E309", "the line must end before `let`", here.start, here.end, helps=(LETS_FIRST,))
    helps = effect_form(t)
    if before.kind == "number" and t.first != "repeat" and t.after and t.after.text not in ("(", "."):
        alone = f"a number stands alone, without what it counts: `{before.text}`"
        other = f"; a product is `{before.text} * {here.text}`, a list `[{here.text}, {here.text}]`"
        helps = helps or (alone + other * (here.text not in SURPLUS),)
    if t.entry == "modifier" and before.kind == here.kind == "word":
        helps = helps or (f"what it is about stands in parentheses: `{before.text}({here.text})`",)
    words = [piece for piece in t.pieces if piece.kind == "word"]
    if len(words) > 2 and t.entry == "expression" and all(piece.kind in KINDS_OF_PROSE for piece in t.pieces):
        told = 'a sentence for people is no rule: the reason of a condition stands beside it, `{when: …, en: "…"}`'
        return Finding("E309", message, before.start, here.end, helps=(told,))
    return Finding("E309", message, before.start, here.end, helps=helps)


def missing_alternative(t: ParseFailure) -> Finding | None:
    """`a if b` without `else`."""
    if "ELSE" not in t.accepts or "IF" in t.accepts or not (t.at_end or t.here.text in (")", "]", ",", ":")):
        return None
    test = next((piece for piece in reversed(t.pieces[: t.at]) if piece.text == "if"), t.here)
    helps = [advice for _, advice in written_instead("phrase", t.text)][:1] or ([LOOP] if t.open else [])
    loop = re.match(r"for (\w+) in (.+?) if (.+?):?$", t.text.strip()) if t.entry == "head" else None
    if loop:
        helps = [f"write `for {loop[1]} in [{loop[1]} for {loop[1]} in {loop[2]} if {loop[3]}]:`"]
    helps.append("a value is written `a if b else c`")
    return Finding("E309", "this `if` needs an `else`", test.start, test.end, helps=tuple(helps))


def effect_form(t: ParseFailure) -> tuple[str, ...]:
    """How to write what is being parsed."""
    if t.open and (t.here.text == ":" or any(piece.text == "for" for piece in t.pieces)):
        return (LOOP,)
    if t.entry == "source":
        return (A_SOURCE,)
    if t.entry == "head" and t.first in FORMS:
        return (f"write `{FORMS[t.first]}`",)
    if t.entry == "line" and t.first in EFFECTS:
        return (f"write {ENDS if t.first == 'end' else f'`{EFFECTS[t.first].form}`'}",)
    return ()


# Explains effects where a value is needed, values where an effect is needed, unknown effects, and wrong heads.

# fmt: off
OPERATORS = (
    "+", "-", "*", "div", "mod", "and", "or", "in", "is", "..", "if", "else", "<", ">", "<=", ">=", "!=",
)
# fmt: on
AN_EFFECT = "an effect is, for example, `move c to discard`, `total += 3` or `advance(me, 3)`"


def explain_misplaced(t: ParseFailure) -> Finding | None:
    """An effect, a value or the head of a block in the wrong place."""
    return _dotless(t) or _effect(t) or _colon(t) or _second(t) or _unknown(t) or _value(t)


def without_parentheses(t: ParseFailure, named: Set[str]) -> Finding | None:
    """A named effect of the spec without its parentheses: `deal 3`."""
    first = t.pieces[0]
    if t.entry != "line" or t.at != 1 or first.text not in named or not (t.at_end or t.here.is_value):
        return None
    arguments = t.text[t.here.start : _last(t)] if not t.at_end else ""
    if re.search(r" (?:to|from|into|at|of|with) ", arguments):
        return None  # it says where as the effects of the language do
    message = f"the named effect `{first.text}` is run with parentheses"
    return Finding("E309", message, first.start, _last(t), helps=(f"write `{first.text}({arguments})`",))


def _dotless(t: ParseFailure) -> Finding | None:
    """`p gold += 1` and `p,gold += 1`, where a dot belongs; `int x = 1`, which takes a `let`."""
    first, here = t.pieces[0], t.here
    if t.entry != "line" or t.at != 1 or first.kind != "word":
        return None
    at = 1 + (here.text == ",")
    name, sign = t.pieces[at], t.pieces[at + 1].text if at + 1 < len(t.pieces) else ""
    if name.kind != "word" or sign not in ("=", "+=", "-=") or first.text in VERBS:
        return None
    whole = t.text[name.start : _last(t)]
    if here is name and (helps := instead("type before a name", f"{first.text} {sign}", rest=whole)):
        return Finding("E301", f"unknown effect `{first.text}`", first.start, first.end, helps=helps)
    message = f"a dot is missing between `{first.text}` and `{name.text}`"
    return Finding("E301", message, first.start, name.end, helps=(f"write `{first.text}.{name.text}`",))


def _effect(t: ParseFailure) -> Finding | None:
    """An effect where a value is needed."""
    first, here = t.pieces[0], t.here
    if t.in_effect or t.at > 1 or first.text not in (*VERBS, *HEADS):
        return None
    if first.text in ("if", "for", "else") and ":" not in [piece.text for piece in t.pieces]:
        return None
    if t.at == 1 and not here.is_value:
        return None
    message = f"`{first.text}` begins an effect, but a value is needed here"
    helps = ("write `a if b else c`",) if first.text == "if" else ()
    return Finding("E308", message, first.start, first.end, helps=helps, misplaced="effect")


def _colon(t: ParseFailure) -> Finding | None:
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


def _second(t: ParseFailure) -> Finding | None:
    """Two effects on one line."""
    here, before = t.here, t.before
    if t.entry != "line" or t.open or t.at < 2 or here.text not in VERBS or not before or not before.ends_value:
        return None
    if not t.after or not t.after.is_value:
        return None
    message = f"the line must end after `{before.text}`"
    return Finding("E301", message, here.start, _last(t), helps=("write each effect on a line of its own",))


def _unknown(t: ParseFailure) -> Finding | None:
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


def _value(t: ParseFailure) -> Finding | None:
    """A value where an effect is needed."""
    if t.entry != "line" or t.open or t.first in VERBS or "EQUALS" not in t.accepts and t.at:
        return None
    if t.at == 0 and not (t.here.is_value or t.here.text == "-"):
        return None
    if t.at and t.here.text not in OPERATORS and not t.here.is_value:
        return None
    return only_a_value(t.text, t.pieces[0].start, _last(t))


def only_a_value(text: str, start: int, end: int) -> Finding:
    """A line of an effect that is a value, with what may have been meant: `- move c to heap`, `c -> heap`, `x + 1`."""
    said = text[start:end]
    helps = tuple(advice for _, advice in written_instead("value as a line", said))[:1] or (AN_EFFECT,)
    misplaced = "" if said.startswith("- ") or "->" in said else "value"
    message = "this is only a value, so the line does nothing"
    return Finding("E308", message, start, end, helps=helps, misplaced=misplaced)


def _last(t: ParseFailure) -> int:
    return t.pieces[-1].end


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words[:-1]) + f" or `{words[-1]}`"


# Explains a word of the language with a wrong letter: with the right word in its place, the text can be read on.
#
# Whoever writes `lese` for `else` is told so, at that word, and not that an operator is missing before it. A word that
# was taken for a name is found by what cannot follow it: `nt a`.


def explain_misspelt(t: ParseFailure) -> Finding | None:
    """A word of the language that is nearly there: where parsing stopped, or just before."""
    for piece in (t.here, t.before):
        if piece is not None and piece.kind == "word" and piece.text not in ALL_WORDS:
            right = _right(piece, t)
            if right is not None:
                message = f"expected `{right}`, but got `{piece.text}`"
                return Finding("E309", message, piece.start, piece.end, helps=(f"did you mean '{right}'?",))
    return None


def _right(piece: SourceToken, t: ParseFailure) -> str | None:
    """The word that is meant by another one: with it all can be read, or at least more than without.

    Of several, one of the same letters comes first: `ofr` may be `or` as well, but is rather `for`.
    """
    left, whole, further = list(ALL_WORDS), [], []
    while (word := suggest(piece.text, left)) is not None:
        left.remove(word)
        trouble = find_failure(t.text[: piece.start] + word + t.text[piece.end :], t.entry)
        if trouble is None:
            whole.append(word)
        elif trouble.at > t.at + 1:
            further.append(word)
    return min(whole or further, key=lambda word: sorted(word) != sorted(piece.text), default=None)
