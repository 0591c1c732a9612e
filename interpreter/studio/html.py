"""The page of the studio: a shell, and the files in `page/` that fill it.

The policy of the page lets nothing run but its own files and the script of the table, which stands in a frame. What
else is shown in frames, rulebooks and studies, has no scripts. The full editor (`codemirror.js`) is put there by
`make studio`; where it is missing a plain one stands in for it.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from ..documents.html import report_style
from ..table.page.page import digest_of, framed_policy, opening, text_of
from ..table.printing.rulebook_page import book_style
from .phrases import say

EDITOR = "codemirror.js"
"""The full editor, which is not there before `make studio`."""

LICENCES = "licences.txt"
"""Whose work it is."""

SHARED = ("element.js", "colours.css")
"""Files that the page shares with that of the table."""

FILES = (
    *(*SHARED, EDITOR, LICENCES, "documents.js", "editor.js", "frame.js", "guide.js", "keys.js", "new.js", "plain.js"),
    *("play.js", "problems.js", "server.js", "start.js", "studio.css", "studio.js", "tests.js"),
)
"""The files of the page."""


def file_of(name: str) -> str | None:
    """A file of the page; None if it is not there."""
    if name in SHARED:
        return text_of(name)
    found = files(__package__) / "page" / name
    return found.read_text(encoding="utf-8") if found.is_file() else None


@cache
def policy() -> str:
    """What the page may load and run; documents in its frames are held to the same."""
    script, style = framed_policy()
    documents = " ".join(digest_of(f"\n{style}") for style in (report_style(), book_style()))  # as they stand in a page
    return (
        f"default-src 'none'; script-src 'self' {script}; style-src 'self' {style} {documents}; img-src data:; "
        "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
    )


def studio_page(language: str, *, start: str = "start.js") -> str:
    """The page; its module `start` makes a source, an object with `request`, and gives it to the studio."""
    full = " data-full" if file_of(EDITOR) is not None else ""
    styles = '<link rel="stylesheet" href="colours.css">\n<link rel="stylesheet" href="studio.css">'
    head = opening("Cardwright", language, policy(), styles)
    return f"""{head}<noscript>{escape(say(language, "needs_script"))}</noscript>
<main id="studio" data-language="{language}"{full}></main>
<script type="module" src="{start}"></script>
</body>
</html>
"""
