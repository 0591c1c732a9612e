"""A rulebook as HTML: contents, chapters, faces of cards beside what they do, pictures of tables.

The same body stands on a page by itself, which prints well, and beside a table that is played at. Where a rulebook was
compared with another (`compared`), what differs is marked to the word: what was there is struck out, what is there
instead is underlined.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from html import escape
from typing import Any

from ...documents.html import sentence, whole_page
from ...play.game.texts import Wordings
from ..faces.face import faces_of, symbols
from ..page.page import text_of
from ..picture.picture import NARROWEST, WIDTH, description, picture
from .phrases import say
from .rulebook_entries import Rulebook, RulebookEntry

MOST_FACES = 12
"""Of an entry about more cards than these, only every so many are shown."""

NARROW = NARROWEST + 80
"""How wide pictures are on telephones, and beside a table."""

UNLIKE = 0.3
"""Texts that have less than this in common stand one after the other, not woven into each other."""

FEW_WORDS = 2
"""Fewer words than these between two changes belong to them."""

_WORDS = re.compile(r"(?:`[^`]*`|[^\s`])+")


def rulebook_page(book: Rulebook, words: Wordings) -> str:
    """The rulebook of the game with these words as a page that holds everything it needs."""
    faces = faces_of(words)
    used = {kind: faces[kind] for chapter in book.chapters for one in chapter.entries for kind in _shown(one, faces)}
    drawn = symbols(used, drawings=words.drawings)
    hidden = f'<svg class="symbols" width="0" height="0" aria-hidden="true">{drawn}</svg>'
    body = f'<main class="book"><h1>{escape(book.title)}</h1>\n{_body(book, faces)}</main>\n{hidden}'
    return whole_page(book.title, body, book_style(), book.language)


def book_style() -> str:
    """The style of the pages of rulebooks."""
    return text_of("rules.css") + text_of("book.css")


def rulebook_body(book: Rulebook, words: Wordings) -> str:
    """The same for a page that has the faces of all cards as symbols, with pictures for a narrow column."""
    return _body(book, faces_of(words), narrow=True)


def _body(book: Rulebook, faces: Mapping[str, Any], *, narrow: bool = False) -> str:
    """What the game is about, contents, and a section for each chapter."""
    about = "".join(f"<p>{sentence(one)}</p>" for one in book.about)
    links = "".join(f'<li><a href="#chapter-{n}">{escape(one.title)}</a></li>' for n, one in enumerate(book.chapters))
    contents = say(book.language, "rules_contents")
    parts = [f'<div class="about">{about}</div>\n<nav aria-label="{escape(contents)}"><ul>{links}</ul></nav>']
    for number, chapter in enumerate(book.chapters):
        entries = "\n".join(_entry(one, faces, book.language, narrow=narrow) for one in chapter.entries)
        heading = f'<h2 id="chapter-{number}" tabindex="-1">{escape(chapter.title)}</h2>'
        parts.append(f'<section>{heading}\n<div class="entries">\n{entries}\n</div></section>')
    return "\n".join(parts)


def _shown(entry: RulebookEntry, faces: Mapping[str, Any]) -> Sequence[str]:
    """The cards whose faces an entry shows."""
    known = [kind for kind in entry.cards if kind in faces]
    return known[:: -(-len(known) // MOST_FACES) or 1]


def _entry(entry: RulebookEntry, faces: Mapping[str, Any], language: str, *, narrow: bool) -> str:
    """An entry: the faces of its cards, its title and text, and what stands below."""
    old = entry.before
    kind = " ".join(filter(None, ("entry", entry.change, "alone" if len(entry.cards) == 1 else "")))
    cards = f' data-cards="{escape(" ".join(entry.cards))}"' if entry.cards else ""
    drawn = "".join(f'<svg class="face"><use href="#face-{escape(one)}"/></svg>' for one in _shown(entry, faces))
    change = f' <em class="change">{escape(say(language, entry.change))}</em>' if entry.change else ""
    title = _marked(entry.title, old.title) if old else escape(entry.title)
    text = _marked(entry.text, old.text) if old else sentence(entry.text)
    tag, items = ("ol" if entry.numbered else "ul"), "".join(_items(entry.items, old.items if old else entry.items))
    parts = [
        f'<div class="{kind}" id="rule-{escape(entry.key)}" tabindex="-1"{cards}>',
        f'<div class="faces" aria-hidden="true">{drawn}</div>' if drawn else "",
        '<div class="says">',
        f"<h3>{title}{change}</h3>" if entry.title or change else "",
        f"<p>{text}</p>" if text else "",
        f"<{tag}>{items}</{tag}>" if items else "",
        _table(entry.rows, old.rows if old else entry.rows) if entry.rows else "",
        _drawing(entry.table, narrow=narrow) if entry.table else "",
        "</div></div>",
    ]
    return "".join(parts)


def _drawing(table: Mapping[str, Any], *, narrow: bool) -> str:
    """A table as a picture that does not mix its colours and names with those of the page."""
    small, about = _image(table, NARROW), f'alt="{escape(description(dict(table)))}"'
    if narrow:
        return f'<img class="drawing" {about} src="{small}">'
    source = f'<source media="screen and (max-width: 600px)" srcset="{small}">'
    return f'<picture>{source}<img class="drawing" {about} src="{_image(table, WIDTH)}"></picture>'


def _image(table: Mapping[str, Any], width: int) -> str:
    return f"data:image/svg+xml;base64,{b64encode(picture(dict(table), width=width).encode()).decode()}"


# What differs, to the word.


def _marked(now: str, before: str) -> str:
    """A text as HTML, with what is not as it was.

    >>> _marked("Draw two cards.", "Draw one card.")
    'Draw <del>one card.</del> <ins>two cards.</ins>'
    """
    old, new = _WORDS.findall(before), _WORDS.findall(now)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < UNLIKE:
        return " ".join(filter(None, (_change("del", before), _change("ins", now))))
    found, gone, come = list[str](), list[str](), list[str]()
    for kind, a, b, c, d in (*matcher.get_opcodes(), ("equal", 0, 0, 0, 0)):
        if kind != "equal" or (a and FEW_WORDS > b - a > 0 and b < len(old)):
            gone, come = [*gone, *old[a:b]], [*come, *new[c:d]]
        else:
            found += [_change("del", " ".join(gone)), _change("ins", " ".join(come)), sentence(" ".join(new[c:d]))]
            gone, come = [], []
    return " ".join(filter(None, found))


def _change(tag: str, text: str) -> str:
    return f"<{tag}>{sentence(text)}</{tag}>" if text else ""


def _aligned(now: Sequence[Any], before: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """What stands in a list, and what stood there; None where nothing does or did."""
    for kind, a, b, c, d in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        old, new = before[a:b], now[c:d]
        if kind == "replace" and len(old) != len(new):
            yield from ((None, one) for one in old)
            yield from ((one, None) for one in new)
        else:
            yield from zip(new or [None] * len(old), old or [None] * len(new), strict=True)


def _items(now: Sequence[str], before: Sequence[str]) -> Iterator[str]:
    for new, old in _aligned(now, before):
        yield f"<li>{sentence(new) if new == old else _marked(new or '', old or '')}</li>"


def _table(now: Sequence[Sequence[str]], before: Sequence[Sequence[str]]) -> str:
    """Rows, the first of which names the columns."""
    rows, tag = [], "th"
    for new, old in _aligned(now, before):
        row = new or old
        was = old if old and len(old) == len(row) else [""] * len(row)
        cells = [_marked(a, b) for a, b in zip(new or [""] * len(row), was, strict=True)]
        rows.append("".join(f"<{tag}>{cell}</{tag}>" for cell in cells))
        tag = "td"
    body = "".join(f"<tr>{row}</tr>" for row in rows[1:])
    return f'<div class="wide"><table><thead><tr>{rows[0]}</tr></thead><tbody>{body}</tbody></table></div>'
