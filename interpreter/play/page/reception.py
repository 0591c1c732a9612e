"""The page of the host, on which tables are opened, and the page that says why there is no table."""

from __future__ import annotations

from html import escape
from typing import Any

from ...language.text.languages import LANGUAGES
from .page import document, script_of, text_of
from .phrases import say, words_of_page

NAMES = {"en": "English", "fr": "Français"}
"""The languages, each in its own."""


def host_page(data: dict[str, Any], language: str) -> str:
    """The page of the host; `data` are the games, the bots and the tables as `Hall.page` gives them."""
    title = escape(say(language, "host_title"))
    others = [
        f'<a href="?lang={one}" lang="{one}" hreflang="{one}">{escape(NAMES[one])}</a>'
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
            "languages": {one: NAMES[one] for one in LANGUAGES},
            "words": words_of_page(language),
        },
        language,
        script=script_of(("element.js", "lobby.js")),
        style=text_of("table.css") + text_of("lobby.css"),
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
        style=text_of("table.css") + text_of("lobby.css"),
        connects=False,
    )
