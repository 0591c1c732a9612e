"""`cardwright studio`: write, play and test games on one page, in the browser."""

from __future__ import annotations

import secrets
import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from ..commands.failure import CommandError
from ..commands.flags import check_language, format_flag, language_flag, number_flag, path_flag
from ..commands.outcome import Outcome, put_json
from ..commands.sessions.serve import LAST_PORT, NEEDED, listening
from ..diagnostics.text import install_hint
from ..editor.workspace import rarely_collect
from .html import EDITOR, file_of
from .phrases import say

HERE = "127.0.0.1"
"""Only this machine is served: whoever has the page writes files."""


@click.command("studio", epilog="Example: cardwright studio my-games")
@click.argument("folder", type=click.Path(exists=True, file_okay=False), default=".", metavar="[FOLDER]")
@number_flag("--port", least=0, most=LAST_PORT, default=8010, about="0 takes a free one.")
@path_flag
@language_flag
@format_flag
@click.pass_obj
def command(outcome: Outcome, folder: str, port: int, path: tuple[str, ...], lang: str) -> int:
    """Write, play and test games on one page, in the browser.

    The page shows the files of FOLDER: an editor that helps, a table to play at
    that follows what you type, scenarios, rulebook, studies. What you save is
    written there. Only this machine is served, and only the link that is
    printed opens the page. Ctrl-C ends it.
    """
    missing = [name for name in (*NEEDED, "lsprotocol") if find_spec(name) is None]
    if missing:
        helps = (install_hint("studio"),)
        raise CommandError("E021", f"the studio needs {missing[0]}, which is not installed", "studio", *helps)
    check_language(lang)
    serving, server = import_module("..table.serving.web_server", __package__), import_module(".server", __package__)
    place, key = Path(folder).resolve(), secrets.token_urlsafe(18)
    with listening(HERE, port) as listener:
        address = f"http://{HERE}:{listener.getsockname()[1]}/{key}/"
        if outcome.json:
            put_json({"folder": str(place), "link": address})
        else:
            click.echo(f"{say(lang, 'studio_link')}  {address}")
            if file_of(EDITOR) is None:
                click.echo(say(lang, "plain_editor"), err=True)
        sys.stdout.flush()
        rarely_collect()
        studio = server.studio_server(place, key, lang, path)
        pressed = serving.serve(studio, listener)
        studio.end()
    if pressed:
        signal.raise_signal(pressed)
    return 0
