"""Explains what other languages, or people at a table, would write, and says what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...diagnostics.suggest import as_name, did_you_mean, instead, synonyms, written_instead
from ..builtins.definitions import SPELLED
from ..builtins.table import spellings
from .findings import COMPARISONS, HEADS, NAME, PAIRS, RESERVED, Finding, ParseFailure, SourceToken, wrong_name

THOUSAND = 3
"""So many digits stand between two commas of a large number."""

APART = ("< =", "> =", "! =")
"""Signs of two characters that authors may write apart: `> =`."""


def explain_foreign(t: ParseFailure) -> Finding | None:
    """A sign or a word of another language at the point where parsing stopped."""
    rules = (_in_words, _signs, _else_if, foreign_effect, _strange, _article, _thousands, _is)
    return next((found for rule in rules if (found := rule(t))), None)


def _in_words(t: ParseFailure) -> Finding | None:
    """Words around the point where parsing stopped that say something which is written in another way."""
    sections = ("line in words", "phrase") if t.in_effect else ("phrase", "phrase of a value")
    for section in sections if t.entry != "modifier" else ():
        for said, advice in written_instead(section, t.text):
            if said.start() <= t.here.start <= said.end():
                words = said[0].strip()
                shown = words.replace(words[1:-1], "…") if words[0] == "{" else words  # an argument may stand in them
                message = f"`{shown}` has no meaning here"
                for sign, right in OTHER_SIGNS:
                    advice = re.sub(sign, right, advice)
                return Finding("E300", message, said.start(), said.start() + len(words), helps=(advice,))
    return None


NOTHING = ("nil", "null", "None", "undefined", "none")
"""What others call none."""

OTHER_SIGNS = (
    (r" (?:<>|~=) ", " != "),
    (r" && ", " and "),
    (r" \|\| ", " or "),
    (r"\.length (?:==|<) [01]\b", ".empty"),
)
"""What whoever writes in words of another language may write within them, and what is written here."""


def _signs(t: ParseFailure) -> Finding | None:
    for i in (t.at, t.at - 1, t.at - 2):
        if i < 0 or i + 1 >= len(t.pieces):
            continue
        one, other = t.pieces[i], t.pieces[i + 1]
        pair = f"{one.text} {other.text}"
        helps = instead("signs that set", pair) if t.entry == "line" and not t.open else ()
        helps = helps or instead("signs", pair)
        whole, place = one.text + other.text, (one.start, other.end)
        if one.end < other.start and pair in APART and i + 1 >= t.at:
            return Finding("E300", f"`{whole}` is written without a blank", *place, helps=(f"write `{whole}`",))
        after = t.pieces[i + 2].text if i + 2 < len(t.pieces) else ""
        if helps == ("write `!=`",) and after in NOTHING:
            helps = (f"write `{_before(replace(t, at=i))} is not none`",)
        if helps and one.end == other.start and i + 1 >= t.at - 1:
            return Finding("E300", f"unknown sign `{whole}`", *place, helps=helps)
    return None


_THEN = "write `:` instead of `then`, and what is done on the next line, indented"


def _else_if(t: ParseFailure) -> Finding | None:
    if t.entry == "head" and t.here.text == "if" and t.before and t.before.text == "else":
        return Finding("E300", "`else if` is a single word here", t.before.start, t.here.end, helps=("write `elif`",))
    if t.here.text == "then":
        return Finding("E300", "`if` needs no `then`", *_range(t.here), helps=(_THEN,))
    return None


def _strange(t: ParseFailure) -> Finding | None:
    """A piece that is not a word, a number or a sign of the language."""
    piece = t.here
    if piece.kind != "strange":
        return None
    text, place = piece.text, _range(piece)
    if text == "//" and _is_comment(t):
        return Finding("E300", f"unknown sign `{text}`", *place, helps=("a comment begins with `#`",))
    sign = "% alone" if text == "%" and not (t.after and t.after.is_value) else text
    if helps := instead("sign", sign):
        return Finding("E300", f"unknown sign `{text}`", *place, helps=helps)
    if text[0] in "\"'" and t.in_effect and t.at == 0 and t.after and t.after.kind == "end":
        helps = (f"leave the quotes out: `{text[1:-1]}`",)
        return Finding("E300", "an effect stands without quotes", *place, helps=helps)
    if text[0] in "\"'":
        advice = next(iter(instead("telling", t.first)), _unquoted(text.strip("\"'")))
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
    helps = instead("sign without a meaning", text)
    return Finding("E301", f"`{text}` has no meaning in this language", *place, helps=helps)


def _is_comment(t: ParseFailure) -> bool:
    """Whether two words in a row follow in a line of an effect, which cannot be a value."""
    one, two = t.after, t.pieces[t.at + 2 : t.at + 3]
    return t.in_effect and one is not None and one.is_value and bool(two) and two[0].is_value


def _unquoted(inside: str) -> str:
    """What to write instead of a text in quotes: the number or the name in it, or else how rules say something."""
    if truth := [one for one in instead("name", inside.lower()) if one in ("write `true`", "write `false`")]:
        return truth[0]
    if NAME.fullmatch(inside) and inside not in RESERVED or re.fullmatch("0|[1-9][0-9]*", inside, re.ASCII):
        return f"write `{inside}`"
    return "use a symbol: `red`; texts for players go under `words`"


def _article(t: ParseFailure) -> Finding | None:
    """`shuffle the pile`, `for each c in …`"""
    before = t.before
    if not before or t.at != 2 or t.here.kind != "word" or not t.here.is_value:
        return None
    helps = instead("article", f"{t.first} {before.text}") if t.in_effect else ()
    message = f"`{t.first}` is written without `{before.text}`"
    return Finding("E300", message, *_range(before), helps=helps) if helps else None


def _thousands(t: ParseFailure) -> Finding | None:
    """`1,000`"""
    one, other = t.before, t.after
    if t.here.text != "," or t.open or not one or not other or one.kind != "number" or other.kind != "number":
        return None
    if len(other.text) != THOUSAND:
        advice = (f"count in smaller units; several values are a list: `[{one.text}, {other.text}]`",)
        return Finding("E302", "all numbers are whole", one.start, other.end, helps=advice)
    advice = (f"write `{one.text}{other.text}`",)
    return Finding("E302", "a number is written without `,`", one.start, other.end, helps=advice)


def _is(t: ParseFailure) -> Finding | None:
    """`is` with something other than none."""
    before = [piece.text for piece in t.pieces[max(t.at - 2, 0) : t.at]]
    if before[-1:] != ["is"] and before != ["is", "not"]:
        return None
    if t.here.kind not in ("word", "number"):
        return Finding("E303", "`none` is missing after `is`", t.pieces[t.at - 1].end, t.pieces[t.at - 1].end)
    sign = "!=" if before[-1] == "not" else "=="
    message, start = "only `none` can follow `is`", t.pieces[t.at - 1].start
    if (said := in_words(t)) and sign == "==":
        return Finding("E303", message, start, said[1], helps=(f"write `{said[0]}`",))
    if t.here.text in ("null", "nil"):
        return Finding("E300", f"unknown word `{t.here.text}`", *_range(t.here), helps=("write `none`",))
    other = ["not"] if before[-1] == "is" else []
    advice = did_you_mean(t.here.text, ["none", *other]) or (f"write `{sign} {t.here.text}`",)
    return Finding("E303", message, *_range(t.here), helps=advice)


def in_words(t: ParseFailure) -> tuple[str, int] | None:
    """The sign of a comparison in words that begins where parsing stopped, `less than`, and where it ends."""
    rest = t.text[t.here.start :].lower()
    every = [(phrase, sign) for sign, phrases in synonyms("comparison in words").items() for phrase in phrases]
    found = max((one for one in every if re.match(rf"{one[0]}\b", rest)), key=lambda one: len(one[0]), default=None)
    return (found[1], t.here.start + len(found[0])) if found else None


def _range(piece: SourceToken) -> tuple[int, int]:
    return piece.start, piece.end


# Effects as other languages, and people at a table, would write them, and how they are written here.

TO, FROM = ("to", "on", "onto", "in", "into", "at", "vers", "dans", "sur", "à"), ("from", "de", "du", "off", "of")
"""What may stand before the place to which cards go, and before that from which they come."""


def _parts(t: ParseFailure) -> dict[str, str]:
    """What a line in words of another language names: a card, places, a number, points."""
    words = re.findall(r"[^\s:,;()]+", t.text)[1:]
    after = dict(zip(words, words[1:], strict=False))
    filling = synonyms("word that names nothing")["leave it out"]
    none = (*TO, *FROM, *filling, "all")
    names = [word for word in words if re.fullmatch(r"[a-z_][a-z0-9_.]*", word) and word not in none]
    place = next((after[word] for word in words if word in TO and word in after), "")
    if end := _END.search(t.text):
        place = f"{'top' if end[1] == 'top' else 'bottom'} of {end[2]}"
    source = next((after[word] for word in words if word in FROM and word in after), "")
    card = next((name for name in names if name not in (place, source)), "")
    return {
        "card": card or ("me.hand" if "all" in words else source or "c"),
        "place": place or "ZONE",
        "source": source or (card if "." in card else "ZONE"),
        "number": next((word for word in words if word.isdecimal()), "1"),
        "variable": next((name for name in names if "." in name), f"me.{card}" if card and t.at == 1 else "me.total"),
    }


_END = re.compile(r"\b(?:on |at |to )?(?:the )?(top|bottom|under|beneath) (?:of )?(?:the )?([a-z_][\w.]*)")
"""An end of a zone in words: `on top of heap`, `under pile`."""

_COUNTED = re.compile(
    r"move\s+(?:top\s+)?(\d+)(?:\s+cards?)?(?:\s+(?!cards?|from|of)(?P<kind>[a-z_]\w*))?"
    r"(?:\s+(?P<of>from|of)\s+(\[.*\]|\S+))?(?:\s+to\s+(\S.*))?"
)


def foreign_effect(t: ParseFailure) -> Finding | None:
    """An effect that begins with a word of another language, or moves a number of cards."""
    if not t.in_effect or t.at > 2:
        return None
    first, verb = t.pieces[0], as_name(t.first)
    if t.first == "end" and t.here.text in (*HEADS, *RESERVED):
        return Finding("E300", "blocks have no `end`", *_range(first), helps=instead("effect", "endif"))
    if t.first == "while" and all(piece.text != "most" for piece in t.pieces):
        written = t.text[first.end : t.pieces[-1].end].strip().rstrip(":")
        most = (f"say how often at most: `while {written} at most 20:`",)
        return Finding("E300", "this `while` does not say how often at most", *_range(first), helps=most)
    said = instead("telling", verb)
    if said and t.at == 1 and t.here.text[:1] in ("'", '"', "“"):
        return Finding("E300", "a text is not said in quotes", t.here.start, t.here.end, helps=said)
    if t.first == "end" and t.at == 2 and t.here.is_value and t.pieces[1].text not in ("the", "this"):
        message = f"the line must end after `{t.pieces[1].text}`"
        result = ("who has won is told under `result`: `result: {winners: …}`",) if t.pieces[1].text == "game" else ()
        return Finding("E301", message, t.here.start, t.pieces[-1].end, helps=result)
    counted = _COUNTED.match(t.text.strip()) if t.first == "move" else None
    if counted and t.pieces[2].text != "alike":
        number, kind, of, source, place = counted.groups()
        source, place, after = source or "pile", place or "me.hand", t.pieces[2]
        if kind and of == "of":
            advice = f"did you mean 'alike'? `move {number} alike of …` takes {number} cards of one kind"
            return Finding("E300", f"unknown word `{kind}`", after.start, after.end, helps=(advice,))
        cards = f"[c for c in {source} if c == {kind}]" if kind else source
        draw = f"to take the top cards, write `draw {number} from {source} to {place}`"
        alike = f"cards of one kind: `move {number} alike of {cards} to {place}`"
        advice = alike if kind or cards[0] == "[" else draw
        message = "`move` takes cards, not a number of them"
        return Finding("E309", message, t.pieces[1].start, t.pieces[1].end, helps=(advice,))
    numbered = any(piece.kind == "number" for piece in t.pieces)
    placed = any(piece.text in ("to", "on", "under") for piece in t.pieces)
    sections = ("effect with a number",) * numbered + ("effect with a place",) * placed + ("effect",)
    helps = said or next((found for one in sections if (found := instead(one, verb, **_parts(t)))), ())
    if not helps or t.pieces[1].text == "(":
        return None
    return Finding("E300", f"unknown effect `{first.text}`", first.start, first.end, helps=helps)


# Explains `=` and `==` in each other's place, and chained comparisons.

ONLY_VALUE = {"+=": ("`+` adds two numbers: `x + 1`",), "-=": ("`-` takes one number from another: `x - 1`",)}
"""What to write for a sign that sets a variable where only a value can stand."""


def explain_comparison(t: ParseFailure) -> Finding | None:
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


def _set(t: ParseFailure, place: tuple[int, int]) -> Finding | None:
    """A sign that sets a variable, where nothing can be set."""
    if t.entry == "line" and t.before and t.before.text == "=" and t.at == 2 + (t.first == "let"):
        advice = ("one `=` sets a variable; `==` compares",)
        return Finding("E303", "unexpected second `=`", *place, helps=advice)
    if t.entry == "modifier" and not any(piece.text == "when" for piece in t.pieces[: t.at]):
        advice = (f"write `me.draws {t.here.text.rstrip('=') or '='} 1`",)
        return Finding("E308", f"`{t.here.text}` does not change a quantity", *place, helps=advice)
    named = instead("named argument", t.before.text) if t.open and t.before and t.here.text == "=" else ()
    if named and t.before:
        return Finding("E303", f"`{t.before.text}=` is not written here", t.before.start, t.here.end, helps=named)
    if t.here.text == "=" and (t.entry != "line" or t.open or _has_set(t)):
        none = t.after is not None and t.after.text == "none"
        advice = (f"write `{_before(t)} is none`" if none else "write `==` to compare",)
        message = "`=` sets a variable, but does not compare"
        return Finding("E303", message, *place, helps=advice, misplaced="" if t.in_effect else "set")
    if not t.in_effect:
        message = f"`{t.here.text}` sets a variable, but a value is needed here"
        return Finding("E308", message, *place, helps=ONLY_VALUE.get(t.here.text, ()), misplaced="effect")
    return None


def _has_set(t: ParseFailure) -> bool:
    return any(piece.text in ("=", "+=", "-=") for piece in t.pieces[: t.at])


def _chain(t: ParseFailure, place: tuple[int, int]) -> Finding | None:
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


def _loop(t: ParseFailure, i: int) -> bool:
    """Whether the `in` at `pieces[i]` belongs to `for x in …` or another loop."""
    opens = ("for", "choose", "together", "random", "some", ",")
    return t.pieces[i].text == "in" and i >= 2 and t.pieces[i - 2].text in opens


# Words of other languages between two values: `me.hand contains c`.


def foreign_operator(t: ParseFailure) -> Finding | None:
    """A word between two values that is no operator here, and what is written in its place."""
    here, before = t.here, t.before
    if here.kind != "word" or not here.is_value or before is None or not before.ends_value or t.after is None:
        return None
    if t.open and (joined := instead("joining word", here.text)) and t.pieces[t.at + 1].is_value:
        return Finding("E309", f"expected `for` or `if`, but got `{here.text}`", here.start, here.end, helps=joined)
    names = {"before": _before(t), "after": next(_given(t.pieces[t.at + 1 :]), "…")}
    counts = here.text in ("has", "have", "holds", "contains")
    if compared := in_words(replace(t, at=t.at + counts)):
        number = f"count({names['before']}) {compared[0]} {(t.text[compared[1] :].split() or ['…'])[0]}"
        sign = (f"write `{number if counts else compared[0]}`",)
        message = f"unknown words `{t.text[here.start : compared[1]]}`"
        return Finding("E300", message, here.start, compared[1], helps=sign)
    helps = instead("operator", here.text, **names) if t.after.is_value or t.after.text == "by" else ()
    return Finding("E300", f"unknown word `{here.text}`", here.start, here.end, helps=helps) if helps else None


def _before(t: ParseFailure) -> str:
    """The name with its dots that ends where parsing stopped; `…` for anything longer."""
    first = t.at - 1
    while first >= 2 and t.pieces[first - 1].text == ".":
        first -= 2
    return t.text[t.pieces[first].start : t.pieces[t.at - 1].end] if t.pieces[first].kind == "word" else "…"


def foreign_prefix(t: ParseFailure) -> Finding | None:
    """A word of another language before a value or behind one: `return x`, `repeat 3 times`, `by p.gold desc`."""
    here, before = t.here, t.before
    opened = t.pieces.index(t.open[-1]) if t.open else 0
    if opened and here.text == "by":
        return _unknown_word(here, instead("function with a key", t.pieces[opened - 1].text))
    if before is None or not here.is_value or here.text in PAIRS or not before.ends_value:
        return None
    earlier = t.pieces[t.at - 2] if t.at > 1 else None
    alone = t.entry != "line" if earlier is None else not earlier.ends_value and earlier.text != "."
    last = "by" if any(piece.text == "by" for piece in t.pieces[: t.at]) else t.first
    helps = instead("word before a value", before.text, word=before.text) if alone else ()
    return _unknown_word(before, helps) or _unknown_word(here, instead("word behind", f"{last} {here.text}"))


def _unknown_word(piece: SourceToken, helps: tuple[str, ...]) -> Finding | None:
    misplaced = "chance" if piece.text == "random" else ""
    found = Finding("E300", f"unknown word `{piece.text}`", *_range(piece), helps=helps, misplaced=misplaced)
    return found if helps else None


# Functions without their parentheses, as they are read aloud: `count me.hand`.

CALLED = frozenset({*SPELLED, *spellings("function")})
"""What is written with parentheses."""


def missing_parentheses(t: ParseFailure) -> Finding | None:
    """A function with what it is of behind it, but no parentheses."""
    here, before = t.here, t.before
    if before is None or before.kind != "word" or before.text not in CALLED or not here.is_value or here.text == "(":
        return None
    if t.entry == "source" or t.at > 1 and t.pieces[t.at - 2].text == ".":
        return None
    rest = t.pieces[t.at :]
    given = "… for … in …" if any(piece.text == "for" for piece in rest) else ", ".join(_given(rest))
    if before.text in ("all", "any") and re.fullmatch(r"p\..+", given):
        given += " for p in players"
    message = f"`{before.text}` needs parentheses around what it is of"
    return Finding("E309", message, before.start, here.end, helps=(f"write `{before.text}({given})`",))


def _given(pieces: Sequence[SourceToken]) -> Iterator[str]:
    """The values that stand there in a row: names with what is behind their dots, numbers."""
    at = 0
    while at < len(pieces) and pieces[at].kind in ("word", "number") and pieces[at].is_value:
        end = at + 1
        while end + 1 < len(pieces) and pieces[end].text == ".":
            end += 2
        if end < len(pieces) and pieces[end].text in ("(", "["):
            yield "…"
            return
        yield "".join(piece.text for piece in pieces[at:end])
        at = end
