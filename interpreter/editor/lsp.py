"""`cardwright lsp`: the language server, which editors start."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import click

from ..commands.failure import CommandError
from ..commands.flags import path_flag
from ..diagnostics.text import install_hint


@click.command("lsp", epilog="Example: cardwright lsp")
@path_flag
def command(path: tuple[str, ...]) -> None:
    """Serve an editor: mistakes, names, completion, quick fixes.

    An editor starts this and speaks with it at the standard input and output
    (the Language Server Protocol). docs/editors.md tells how to set one up.
    """
    if find_spec("pygls") is None:
        helps = (install_hint("lsp"),)
        raise CommandError("E024", "the language server needs pygls, which is not installed", "lsp", *helps)
    import_module(".server", __package__).serve(path)
