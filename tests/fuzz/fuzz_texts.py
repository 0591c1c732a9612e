"""Changes a text a little: bytes, words, lines, keys, structure. Most results are wrong, and some only just."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import ROWS

_PARTS = re.compile(r"\w+|[^\w\s]|[^\S\n]+|\n")
_KEY = re.compile(r"^(\s*(?:- )?)([\w.\"' -]+?)(:(?:\s|$))(.*)$")

_LANGUAGE = """
spec game variant extends scenarios clauses players zones cards types variables phases actions reactions
if else for in and or not none me all each of to from move draw shuffle show end repeat choose random
true false on off yes no null ~ {} [] -1 0 1 99 010 1e3 0x10 1.5 .inf 9223372036854775808 é 汉 🂡 p1
- : , | > & * ? ! % @ ` { } [ ] ( ) " # == <= .. + // --- ... *a
"""

WORDS = (
    *ROWS,
    *FOLDS,
    *_LANGUAGE.split(),
    *(
        "&a 1",
        "<<: *a",
        "!!python/object:os.system x",
        "%YAML 1.2",
        "? [a]: b",
        "''",
        '"\\0"',
        '"a\\0b"',
        "{a: 1}",
        "[1, 2]",
    ),
)
"""What may stand in the place of a word or of a value."""

ODD = (
    *("\0", "\t", "\r", "\x07", "\x1b[2J", "\x85", "\xa0", "\u2028", "\u202e", "\ufeff", "\ud7ff", "\U0001f0a1"),
    *("\u00e9", "\ufb03", "\u0301"),
)
"""Characters that are not what they seem."""

Change = Callable[[str, Random], str]


def mutated(text: str, luck: Random, other: str = "") -> bytes:
    """A text after one to four small changes. `other` is a text from which parts may come."""
    many = luck.choices((1, 2, 3, 4), (6, 3, 1, 1))[0]
    for _ in range(many):
        change = luck.choices(*_weighted())[0]
        text = _spliced(text, other, luck) if change is None else change(text, luck)
    raw = text.encode("utf-8", "surrogatepass")
    return _bytes(raw, luck) if luck.random() < 0.08 else raw


def _weighted() -> tuple[list[Change | None], list[int]]:
    table: list[tuple[Change | None, int]] = [
        (_character, 3), (_word, 8), (_word_twice, 2), (_without_word, 3), (_swapped_words, 3),
        (_line_twice, 3), (_without_line, 4), (_moved_line, 2), (_indented, 3), (_cut, 1),
        (_key, 5), (_value, 6), (_misspelt_key, 3), (_block_moved, 4), (_block_many_times, 1), (_nested, 1), (None, 3),
    ]  # fmt: skip
    return [change for change, _ in table], [weight for _, weight in table]


def _character(text: str, luck: Random) -> str:
    at = luck.randrange(len(text) + 1)
    new = luck.choice([*ODD, "", chr(luck.randrange(32, 127)), chr(luck.randrange(32, 127))])
    return text[:at] + new + text[at + luck.randrange(2) :]


def _parts(text: str, luck: Random) -> tuple[list[str], int]:
    parts = _PARTS.findall(text) or [""]
    visible = [i for i, part in enumerate(parts) if part.strip()] or [0]
    return parts, luck.choice(visible)


def _word(text: str, luck: Random) -> str:
    parts, at = _parts(text, luck)
    parts[at] = luck.choice(WORDS) if luck.random() < 0.5 else luck.choice(parts)
    return "".join(parts)


def _word_twice(text: str, luck: Random) -> str:
    parts, at = _parts(text, luck)
    parts.insert(at, parts[at])
    return "".join(parts)


def _without_word(text: str, luck: Random) -> str:
    parts, at = _parts(text, luck)
    del parts[at]
    return "".join(parts)


def _swapped_words(text: str, luck: Random) -> str:
    parts, at = _parts(text, luck)
    to = luck.randrange(len(parts))
    parts[at], parts[to] = parts[to], parts[at]
    return "".join(parts)


def _lines(text: str, luck: Random) -> tuple[list[str], int]:
    lines = text.split("\n")
    return lines, luck.randrange(len(lines))


def _line_twice(text: str, luck: Random) -> str:
    lines, at = _lines(text, luck)
    lines.insert(luck.choice((at, luck.randrange(len(lines)))), lines[at])
    return "\n".join(lines)


def _without_line(text: str, luck: Random) -> str:
    lines, at = _lines(text, luck)
    del lines[at : at + luck.choice((1, 1, 1, 2, 5))]
    return "\n".join(lines)


def _moved_line(text: str, luck: Random) -> str:
    lines, at = _lines(text, luck)
    lines.insert(luck.randrange(len(lines)), lines.pop(at))
    return "\n".join(lines)


def _indented(text: str, luck: Random) -> str:
    lines, at = _lines(text, luck)
    for i in range(at, min(len(lines), at + luck.choice((1, 1, 2, 6)))):
        lines[i] = luck.choice(("  " + lines[i], lines[i][2:], "\t" + lines[i], "- " + lines[i].lstrip()))
    return "\n".join(lines)


def _cut(text: str, luck: Random) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] if luck.random() < 0.7 else text[at:]


def _keyed(lines: list[str], luck: Random) -> tuple[int, re.Match[str]] | None:
    found = [(i, match) for i, line in enumerate(lines) if (match := _KEY.match(line))]
    return luck.choice(found) if found else None


def _key(text: str, luck: Random) -> str:
    """A key takes the name of another key."""
    lines = text.split("\n")
    one, other = _keyed(lines, luck), _keyed(lines, luck)
    if one and other:
        lines[one[0]] = one[1][1] + other[1][2] + one[1][3] + one[1][4]
    return "\n".join(lines)


def _misspelt_key(text: str, luck: Random) -> str:
    lines = text.split("\n")
    one = _keyed(lines, luck)
    if one:
        name = one[1][2]
        at = luck.randrange(len(name))
        lines[one[0]] = (
            one[1][1]
            + luck.choice((name[:at] + name[at + 1 :], name[:at] + "x" + name[at:], ""))
            + one[1][3]
            + one[1][4]
        )
    return "\n".join(lines)


def _value(text: str, luck: Random) -> str:
    """A key takes the value of another key, or an odd one."""
    lines = text.split("\n")
    one, other = _keyed(lines, luck), _keyed(lines, luck)
    if one and other:
        new = other[1][4] if luck.random() < 0.4 else luck.choice(WORDS)
        lines[one[0]] = one[1][1] + one[1][2] + ": " + new
    return "\n".join(lines)


def _block(lines: list[str], luck: Random) -> tuple[int, int]:
    """A line with all lines after it that are indented more."""
    at = luck.randrange(len(lines))
    margin = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > margin):
        end += 1
    return at, end


def _block_moved(text: str, luck: Random) -> str:
    lines = text.split("\n")
    at, end = _block(lines, luck)
    block, rest = lines[at:end], lines[:at] + lines[end:]
    to = luck.randrange(len(rest) + 1)
    if to < len(rest) and luck.random() < 0.7:
        wanted = len(rest[to]) - len(rest[to].lstrip()) + luck.choice((0, 0, 2))
        has = len(block[0]) - len(block[0].lstrip())
        block = [" " * (wanted - has) + line if wanted > has else line[has - wanted :] for line in block]
    return "\n".join([*rest[:to], *block, *rest[to:]] if luck.random() < 0.6 else [*lines[:to], *block, *lines[to:]])


def _block_many_times(text: str, luck: Random) -> str:
    """A block again and again, each time under another key."""
    lines = text.split("\n")
    at, end = _block(lines, luck)
    many = luck.choice((3, 30, 300))
    if end - at > 20:
        return text
    match = _KEY.match(lines[at])
    heads = [
        match[1] + match[2].strip("\"'") + str(i) + match[3] + match[4] if match else lines[at] for i in range(many)
    ]
    return "\n".join([*lines[:end], *(line for head in heads for line in [head, *lines[at + 1 : end]]), *lines[end:]])


def _nested(text: str, luck: Random) -> str:
    """A value in very many brackets."""
    parts, at = _parts(text, luck)
    many = luck.choice((5, 60, 400, 5000))
    left, right = luck.choice((("(", ")"), ("[", "]"), ("{a: ", "}"), ("not ", ""), ("-", ""), ("1 + ", "")))
    parts[at] = left * many + parts[at] + right * luck.choice((many, many, many - 1))
    return "".join(parts)


def _spliced(text: str, other: str, luck: Random) -> str:
    """A block of another file somewhere in this one."""
    lines, foreign = text.split("\n"), (other or text).split("\n")
    at, end = _block(foreign, luck)
    to = luck.randrange(len(lines) + 1)
    return "\n".join([*lines[:to], *foreign[at : min(end, at + 30)], *lines[to:]])


def _bytes(raw: bytes, luck: Random) -> bytes:
    """Changes that are no change of characters: not UTF-8, other line ends, another encoding."""
    match luck.randrange(6):
        case 0:
            return raw.replace(b"\n", luck.choice((b"\r\n", b"\r", b"\n\r", b"\x85")))
        case 1:
            return b"\xef\xbb\xbf" + raw
        case 2:
            return raw.decode("utf-8", "replace").encode(
                luck.choice(("utf-16", "utf-16-le", "utf-32", "latin-1")), "replace"
            )
        case _:
            at = luck.randrange(len(raw) + 1)
            return (
                raw[:at]
                + bytes(luck.randrange(256) for _ in range(luck.randrange(1, 4)))
                + raw[at + luck.randrange(3) :]
            )
