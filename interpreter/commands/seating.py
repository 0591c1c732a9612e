"""The flags that say which bots play, and whether they change seats from game to game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]

_BOTS = (
    click.option(
        "--seats",
        default="random",
        show_default=True,
        metavar="KINDS",
        help="Bots, one per seat or one for all, separated by commas.",
    ),
    click.option(
        "--fixed-seats",
        "fixed",
        is_flag=True,
        help="Keep the bots on their seats; otherwise they move up by one seat with each seed.",
    ),
)


def bots(command: Command) -> Command:
    """Add `--seats` and `--fixed-seats`."""
    for part in reversed(_BOTS):
        command = part(command)
    return command
