"""A page of HTML with everything in it: the drawing, the words, and a film. It opens from disk and asks for nothing.

The drawing is plain JavaScript in `browser/`, one module a file. A browser does not load modules from disk, so they are
put together here, in the order in which they import each other. A policy in the page lets nothing else run.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import takewhile
from typing import Any

from ...diagnostics.text import LANGUAGES
from ...play.game.decider import EVERYTHING
from ...play.game.texts import Wordings
from ..faces.face import faces_of, symbols
from .phrases import say, words_of_page

DRAWING = (
    *("patch.js", "parts.js", "frames.js", "element.js", "enlarged.js", "cards.js"),
    *("tracks.js", "fit.js", "draw.js", "stages.js", "travel.js", "scene.js"),
    *("log.js", "banner.js", "turn.js", "steps.js", "rules.js"),
)
"""The modules that draw, each after those that it imports."""

Faces = Mapping[str, Mapping[str, Any]]
"""The faces of all cards that a page may place, by their names."""

_IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?…]) ")


def film_page(frames: list[dict[str, Any]], seat: int, words: Wordings, book: str = "") -> str:
    """The page of a film that was made for this seat, with the rulebook as HTML, if there is one."""
    data = {"frames": frames, "rules": bool(book)}
    return _page(data, seat, words, "end.js", "film.js", "document.js", "main.js", faces=faces_of(words), book=book)


def two_films_page(films: list[dict[str, Any]], apart: int | None, seat: int, words: Sequence[Wordings]) -> str:
    """The page of two films, each with its `frames`, the name of its `rules` and their `options`, and its words.

    `apart` is the first frame in which they differ.
    """
    faces = {f"side{side}-{kind}": face for side, one in enumerate(words) for kind, face in faces_of(one).items()}
    drawings = {name: symbol for one in words for name, symbol in one.drawings.items()}
    return _page({"films": films, "apart": apart}, seat, words[0], "two.js", faces=faces, drawings=drawings)


LIVE = ("end.js", "film.js", "pointing.js", "bar.js", "dragging.js", "roving.js", "live.js")
"""The modules of a table to play at, each after those that it imports; frames come from a source."""

FRAMED = (*LIVE, "frame.js", "framed.js")
"""The modules of such a table in a frame of another page."""

TABLE_STYLES = ("colours.css", "table.css", "rules.css", "reading.css", "live.css")
"""The style sheets of a table to play at."""


def framed_policy() -> tuple[str, str]:
    """What the policy of a page must allow that holds a table in a frame: its script, and its style."""
    return digest_of(script_of((*DRAWING, *FRAMED))), digest_of("".join(map(text_of, TABLE_STYLES)))


def live_page(table: str, seat: int, words: Wordings, *, rules: bool = False) -> str:
    """The page for a seat that somebody plays; its frames arrive later, from the table with this name.

    With `rules` it asks the server for the rulebook, when somebody wants to read it.
    """
    data = {"table": table, "frames": [], "rules": rules, "asks": _asked(words)}
    return _page(data, seat, words, *LIVE, "socket.js", "play.js", faces=faces_of(words), live=True)


def framed_page(table: str, seat: int, words: Wordings) -> str:
    """The same for a page that holds the table in a frame: what is sent and arrives passes through that page."""
    data = {"table": table, "frames": [], "rules": False, "asks": _asked(words)}
    return _page(data, seat, words, *FRAMED, faces=faces_of(words), live=True)


def _asked(words: Wordings) -> dict[str, str]:
    """What the rules say of each action and reaction, by its name, and of what effects ask for, by `name=`.

    A text ends before the first sentence that names a value.
    """
    spec = words.spec
    if spec is None:
        return {}
    named = {name: one.about for some in (spec.actions, spec.reactions) for name, one in some.items()}
    named |= {f"{name}=": one.about for name, one in spec.rulebook.items()}
    texts = {name: _SENTENCE.split(words.texts(one.text, "")) for name, one in named.items() if one.text}
    plain = {name: " ".join(takewhile(lambda one: "{" not in one, some)) for name, some in texts.items()}
    return {name: text for name, text in plain.items() if text}


def _page(
    data: dict[str, Any],
    seat: int,
    words: Wordings,
    *modules: str,
    faces: Faces,
    drawings: Mapping[str, str] | None = None,
    live: bool = False,
    book: str = "",
) -> str:
    """A page with these data, which the last of the modules draws."""
    language, drawn = words.language, symbols(faces, drawings=drawings or words.drawings)
    title, whose = escape(words.title()), escape(whose_page(seat, words))
    asked = '<section id="asked" role="group" aria-live="assertive" hidden></section>\n' if live else ""
    moves = (
        f'<section id="moves" tabindex="-1" aria-label="{escape(say(language, "moves"))}"></section>\n' if live else ""
    )
    skip = f'<a class="skip" href="#moves">{escape(say(language, "to_moves"))}</a>\n' if live else ""
    return document(
        f"{title} – {whose}",
        f"""{skip}<header><h1>{title}</h1><p id="phase"></p><p>{whose}</p></header>
<main id="table"><noscript>{escape(say(language, "needs_script"))}</noscript></main>
<footer>{asked}{moves}<nav id="steps" aria-label="{escape(say(language, "steps"))}"></nav></footer>
<aside aria-labelledby="log-title"><section><h2 id="log-title">{escape(say(language, "log"))}</h2>
<div id="log"></div></section></aside>
<p id="said" class="spoken" aria-live="polite"></p>
<svg class="symbols" aria-hidden="true">{drawn}</svg>
{f'<template id="book">{book}</template>' if book else ""}""",
        {**data, "words": words_of_page(language)},
        language,
        script=script_of((*DRAWING, *modules)),
        style="".join(map(text_of, TABLE_STYLES if live else TABLE_STYLES[:-1])),
        connects=live,
    )


def document(
    title: str, body: str, data: dict[str, Any], language: str, *, script: str, style: str, connects: bool
) -> str:
    """A document that loads nothing: its title and body as HTML, data as JSON, and what draws them.

    `connects` allows its script to ask its own server for more.
    """
    policy = f"default-src 'none'; script-src {digest_of(script)}; style-src {digest_of(style)}; img-src data:"
    policy += "; base-uri 'none'; form-action 'none'" + ("; connect-src 'self'" if connects else "")
    inside = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    inside = inside.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    head = opening(title, language, policy, f"<style>{style}</style>")
    return f"""{head}{body}<script type="application/json" id="page">{inside}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def opening(title: str, language: str, policy: str, styles: str) -> str:
    """What a page begins with, up to its body: what it may load and run, its title, and its styles as HTML."""
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>{title}</title>
{styles}
</head>
<body>
"""


def whose_page(seat: int, words: Wordings) -> str:
    """Who sees what the page shows: `as seen by player 1`."""
    if seat == EVERYTHING:
        return say(words.language, "from_above")
    return say(words.language, "seen_by", who=words.player(seat))


def script_of(modules: tuple[str, ...]) -> str:
    """These modules as one."""
    return "".join(_EXPORT.sub("", _IMPORT.sub("", text_of(name))) for name in modules)


def text_of(name: str) -> str:
    """A file of `browser/`."""
    return (files(__package__) / "browser" / name).read_text(encoding="utf-8")


def digest_of(text: str) -> str:
    """By what a policy names a script or a style in its page."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# The page of the host, on which tables are opened, and the page that says why there is no table.


def host_page(data: dict[str, Any], language: str) -> str:
    """The page of the host; `data` are the games, the bots and the tables as `Hall.page` gives them."""
    title = escape(say(language, "host_title"))
    others = [
        f'<a href="?lang={one}" lang="{one}" hreflang="{one}">{escape(say(one, "name"))}</a>'
        for one in LANGUAGES
        if one != language
    ]
    return document(
        title,
        f"""<header><h1>{title}</h1><p class="languages">{" ".join(others)}</p></header>
<main>
<section aria-labelledby="new-title"><h2 id="new-title">{escape(say(language, "new_table"))}</h2>
<form id="form"><noscript>{escape(say(language, "needs_script"))}</noscript></form></section>
<section aria-labelledby="tables-title"><h2 id="tables-title">{escape(say(language, "tables"))}</h2>
<div id="tables"></div></section>
</main>
<p id="said" class="spoken" aria-live="polite"></p>
""",
        {
            **data,
            "language": language,
            "languages": {one: say(one, "name") for one in LANGUAGES},
            "words": words_of_page(language),
        },
        language,
        script=script_of(("element.js", "lobby.js")),
        style="".join(map(text_of, ("colours.css", "table.css", "lobby.css"))),
        connects=True,
    )


def lone_page(text: str, language: str) -> str:
    """A page that says one thing."""
    return document(
        "Cardwright",
        f'<main class="lone"><h1>Cardwright</h1><p>{escape(text)}</p></main>\n',
        {},
        language,
        script="",
        style="".join(map(text_of, ("colours.css", "table.css", "lobby.css"))),
        connects=False,
    )
