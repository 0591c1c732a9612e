"""A rulebook as a page of HTML that prints well and needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .entries import Entry, Rulebook

STYLE = """
@page { margin: 18mm 16mm; }
body { color: #111; font: 11pt/1.45 Georgia, "Liberation Serif", serif; margin: 2rem auto; max-width: 44rem;
  padding: 0 1rem; }
h1, h2, h3 { font-family: Helvetica, Arial, "Liberation Sans", sans-serif; line-height: 1.2; }
h1 { font-size: 1.9rem; margin: 0 0 .5rem; } h2 { border-bottom: .3mm solid #111; font-size: 1.25rem;
  margin: 1.8rem 0 .6rem; }
h3 { display: inline; font-size: .95rem; margin-right: .3rem; } p { margin: 0 0 .3rem; }
div > p { display: inline; } section > div { margin: 0 0 .45rem; }
ul, ol { margin: .1rem 0 .3rem; padding-left: 1.4rem; }
table { border-collapse: collapse; font-size: .9em; margin: .4rem 0 .6rem; }
th, td { border-bottom: .2mm solid #bbb; padding: .1rem .9rem .1rem 0; text-align: left; }
th { border-color: #111; font-weight: 600; } tr { break-inside: avoid; }
section > div { break-inside: avoid; } section > div:has(tr:nth-child(12)) { break-inside: auto; }
h2, h3 { break-after: avoid; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
"""


def to_html(book: Rulebook) -> str:
    """The whole page."""
    about = "".join(f"<p>{escape(line)}</p>\n" for line in book.about)
    chapters = "".join(
        f"<section>\n<h2>{escape(one.title)}</h2>\n{''.join(map(_entry, one.entries))}</section>\n"
        for one in book.chapters
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{book.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(book.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(book.title)}</h1>\n{about}{chapters}</body>\n</html>\n"
    )


def _entry(entry: Entry) -> str:
    text = f"<p>{escape(entry.text)}</p>\n" if entry.text else ""
    items = "".join(f"<li>{escape(item)}</li>\n" for item in entry.items)
    table = _table(entry.rows) if entry.rows else ""
    kind = "ol" if entry.numbered else "ul"
    title = f"<h3>{escape(entry.title)}</h3>\n" if entry.title else ""
    return f"<div>{title}{text}{f'<{kind}>{items}</{kind}>' if items else ''}{table}</div>\n"


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    head, *others = rows
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in others)
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n"
