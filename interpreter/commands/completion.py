"""What a shell offers when the Tab key is pressed: games, variants, presets, options and their values.

The shell is told about it by `eval "$(_CARDWRIGHT_COMPLETE=bash_source cardwright)"` (or `zsh_source`, `fish_source`).
Nothing is reported from here: where a game has mistakes, less is offered.
"""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import CompletionItem, split_arg_string

from ..diagnostics.diagnostic import Report
from ..diagnostics.text import shown_in
from ..language.spec.nodes import Spec
from ..language.spec.read import read_spec
from ..source.merge.assembly import assemble
from ..source.merge.catalogue import find_games
from .failure import variants_near

Items = list[CompletionItem]


def games(ctx: click.Context, _: click.Parameter, begun: str) -> Items:
    """Names of games, and files and folders if the word looks like a path."""
    if "/" in begun or begun.startswith("."):
        return [CompletionItem(begun, type="file")]
    found = {game.name: game.title for game in find_games(_paths(ctx)).games if game.name.startswith(begun)}
    return [CompletionItem(name, help=next(iter(title.values()), "")) for name, title in found.items()]


def variants(ctx: click.Context, _: click.Parameter, begun: str) -> Items:
    """Variants of the game on the command line."""
    if "/" in begun or begun.startswith("."):
        return [CompletionItem(begun, type="file")]
    found = variants_near(_game(ctx), _paths(ctx))[1]
    known = {one.name: one.title for one in found if one.name.startswith(begun)}
    return [CompletionItem(name, help=next(iter(title.values()), "")) for name, title in known.items()]


def presets(ctx: click.Context, _: click.Parameter, begun: str) -> Items:
    """Presets of the game on the command line."""
    spec = _spec(ctx)
    return [CompletionItem(name) for name in (spec.presets if spec else ()) if name.startswith(begun)]


def settings(ctx: click.Context, _: click.Parameter, begun: str) -> Items:
    """Options of the game on the command line, and the values of one that is a choice."""
    spec = _spec(ctx)
    name, equals, value = begun.partition("=")
    if spec is None:
        return []
    if not equals:
        return [CompletionItem(f"{one}=") for one in spec.options if one.startswith(name)]
    option = spec.options.get(name)
    symbols = [one.text for one in option.symbols] if option else []
    words = ["true", "false"] if option and option.type == "boolean" else symbols
    return [CompletionItem(f"{name}={word}") for word in words if word.startswith(value)]


def languages(ctx: click.Context, _: click.Parameter, begun: str) -> Items:
    """The languages of the tool, and of the game on the command line."""
    known = shown_in(*(one.title for one in find_games(_paths(ctx)).games_called(_game(ctx))))
    return [CompletionItem(one) for one in known if one.startswith(begun)]


def _game(ctx: click.Context) -> str:
    """The game on the command line; click has not read it where the last flag still lacks its value."""
    words = split_arg_string(os.environ.get("COMP_WORDS", ""))[2:]
    named = ctx.params.get("game") or next((word for word in words if not word.startswith("-")), "")
    return str(named)


def _paths(ctx: click.Context) -> tuple[str, ...]:
    return tuple(path for path in ctx.params.get("path") or () if Path(path).is_dir())


def _spec(ctx: click.Context) -> Spec | None:
    report = Report()
    made = assemble(_game(ctx), ctx.params.get("variant") or (), _paths(ctx), report)
    return read_spec(made.tree, report) if made is not None else None
