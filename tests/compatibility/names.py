"""The names that others write down: verbs and flags, names in Python, keys of JSON, codes."""

from __future__ import annotations

import inspect
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import click

import cardwright
from cardwright.commands.main import answer
from cardwright.commands.main import cardwright as command
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.codes import codes

TRACE = "traces/orchard-0.jsonl"
SMALL: tuple[tuple[str, ...], ...] = (
    ("list", "--path", "written"),
    ("options", "written/orchard"),
    ("validate", "written/orchard", "--play", "0"),
    ("fmt", "written/orchard", "--check"),
    ("migrate", "written/orchard", "--check"),
    ("explain", "E201"),
    ("explain", "written/orchard", "actions.pick"),
    ("explain", f"{TRACE}@3", "leave", "--game", "written/orchard"),
    ("eval", f"{TRACE}@3", "count(ground) > 1", "--game", "written/orchard"),
    ("run", "written/orchard", "--seed", "1"),
    ("run", "written/orchard", "--seed", "1", "--events", "--legal"),
    ("run", "no-such-game"),
    ("simulate", "written/orchard", "-n", "20", "--seed", "1"),
    ("simulate", "written/orchard", "-n", "20", "--details"),
    ("replay", TRACE, "--game", "written/orchard", "--verify"),
    ("replay", TRACE, "--game", "written/orchard", "--onto", "written/orchard+windy"),
    ("test", "written/orchard"),
    ("test", "written/orchard", "--coverage"),
    ("study", "written/orchard", "-n", "30", "--course", "2"),
    ("compare", "written/orchard", "written/orchard+windy", "-n", "30", "--smallest", "50%"),
    ("sweep", "written/orchard", "--over", "rounds=2..4:2", "-n", "20"),
    ("solve", "examples/kuhn-poker"),
    ("cards", "written/orchard"),
    ("graph", "written/orchard"),
    ("rules", "written/orchard"),
    ("placeholders", "written/caravans"),
    ("clauses", "specs/course-folle"),
    ("picture", "written/orchard", "--after", "2"),
    ("diff", "written/orchard", "written/orchard+windy"),
)
"""A command of each verb that answers in JSON, in the folder of an edition."""


def names() -> dict[str, dict[str, list[str]]]:
    """Verbs with their flags, names of the package with what they have, and codes of messages."""
    found: dict[str, list[str]] = {}
    for name in cardwright.__all__:
        one = getattr(cardwright, name)
        members = [each for each in dir(one) if not each.startswith("_")] if inspect.isclass(one) else []
        found[name] = sorted(inspect.signature(one).parameters) if inspect.isfunction(one) else sorted(members)
    return {"verbs": dict(_verbs(command, "")), "python": found, "codes": {"codes": sorted(codes())}}


def _verbs(verb: click.Command, name: str) -> Iterator[tuple[str, list[str]]]:
    if isinstance(verb, click.Group):
        context = click.Context(verb)
        for one in verb.list_commands(context):
            under = verb.get_command(context, one)
            if under is not None:
                yield from _verbs(under, f"{name} {one}".strip())
    else:
        yield name, sorted(word for one in verb.params if isinstance(one, click.Option) for word in one.opts)


def keys(words: tuple[str, ...]) -> list[str]:
    """The paths of keys in what a command answers, three deep; a list stands for what is in it."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        answer(CommandLine((*words, "--format", "json")))
    text = out.getvalue()
    try:
        data = [json.loads(text)]
    except ValueError:
        data = [json.loads(line) for line in text.splitlines()]
    return sorted({path for one in data for path in _paths(one, "", 3)})


def _paths(node: Any, path: str, depth: int) -> Iterator[str]:
    if isinstance(node, list):
        for one in node:
            yield from _paths(one, f"{path}[]", depth)
    elif isinstance(node, dict) and depth:
        for key, value in node.items():
            yield f"{path}.{key}"
            yield from _paths(value, f"{path}.{key}", depth - 1)
