"""Reads what a person types at the terminal, and completes it with the tab key where there is one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

try:
    import readline

    EDITS = True
except ImportError:  # as on Windows: nothing is completed there
    EDITS = False


class Prompt:
    """Asks for lines. `known` tells what can be typed now, for the tab key."""

    def __init__(self, known: Callable[[], Sequence[str]]) -> None:
        self._known = known
        self._edits = EDITS and _at_terminal()
        if self._edits:
            readline.set_completer_delims("")
            readline.set_completer(self._completion)
            readline.parse_and_bind("tab: complete")

    def read(self, prompt: str) -> str:
        """Read a line of input; raises EOFError at its end."""
        if self._edits:
            return input(prompt)
        click.echo(prompt, nl=False)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def _completion(self, typed: str, number: int) -> str | None:
        found = completions(typed, self._known())
        return found[number] if number < len(found) else None


def completions(typed: str, known: Sequence[str]) -> list[str]:
    """What may be meant by the beginning of a line; case does not matter.

    >>> completions("Adv", ["advance(ace)", "advance(king)", "go"])
    ['advance(ace)', 'advance(king)']
    """
    return [one for one in known if one.lower().startswith(typed.lower())]


def _at_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
