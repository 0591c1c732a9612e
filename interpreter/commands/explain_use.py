"""A part that a game uses, in words: what it brings here, and what its parameters mean and stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..diagnostics.suggest import did_you_mean
from ..language.merge.part_arguments import Parameter, wanted
from ..language.merge.part_reading import Brought
from ..language.merge.part_words import WORD
from .explain_path import in_language
from .failure import CommandError
from .part_table import Names, names_of, told

Told = dict[str, Any]
"""What is told, as JSON has it."""


def find(uses: Sequence[Brought], path: str, lang: str) -> Told:
    """What there is to say about `uses`, one use or one of its parameters. Raises CommandError if there is none."""
    names = path.split(".")
    known = {one.use.name.text: one for one in uses}
    if len(names) == 1:
        return {"path": path, "uses": [_use(one, f"uses.{name}", lang) for name, one in known.items()]}
    brought = known.get(names[1])
    if brought is None:
        raise _unknown(path, "this game uses no part as", names[1], [*known])
    whole = _use(brought, f"uses.{names[1]}", lang)
    if len(names) == 2:
        return whole
    parameter = next((one for one in whole["parameters"] if one["name"] == ".".join(names[2:])), None)
    if parameter is None:
        own = [*brought.parameters]
        raise _unknown(path, f"part '{brought.use.part.text}' has no parameter", ".".join(names[2:]), own)
    return {"path": path, **parameter}


def to_text(found: Told) -> str:
    """The same for the terminal."""
    if "uses" in found:
        return "\n".join(f"{one['path']}: {one['title']} ({one['part']})" for one in found["uses"])
    if "part" not in found:
        return "\n".join(
            [f"{found['path']}: {found['is']}", *([found["text"]] if found["text"] else []), _stands(found)]
        )
    lines = [f"{found['path']}: {found['title']}", *([found["about"]] if found["about"] else []), ""]
    lines.append(f"{found['part']}, in {found['file']}, used at {found['used']}")
    if found["parameters"]:
        lines += ["", "parameters"]
        lines += [f"  {one['name']}: {one['is']}. {_stands(one)}" + _if(one["text"]) for one in found["parameters"]]
    lines += ["", "brings", *(f"  {told({section: row})}".replace("`", "") for section, row in found["brings"].items())]
    lines += [f"  what {name} brings" for name in found["uses_parts"]]
    return "\n".join(lines)


def _if(text: str) -> str:
    return f"\n    {text}" if text else ""


def _stands(parameter: Told) -> str:
    return f"Here: {parameter['argument']} ({'by default' if parameter['by_default'] else parameter['at']})"


def _use(brought: Brought, path: str, lang: str) -> Told:
    use, source = brought.use, brought.part.span.source
    return {
        "path": path,
        "part": use.part.text,
        "title": in_language(brought.part.get("title"), lang),
        "about": in_language(brought.part.get("about"), lang),
        "file": source.name,
        "used": f"{use.part.span.source.name}:{use.part.span.line}",
        "parameters": [_parameter(brought, one, lang) for one in brought.parameters.values()],
        "brings": _called(brought),
        "uses_parts": [one.use.part.text for one in brought.inner],
    }


def _parameter(brought: Brought, parameter: Parameter, lang: str) -> Told:
    argument = brought.arguments[parameter.name.text]
    return {
        "name": parameter.name.text,
        "is": wanted(parameter),
        "text": in_language(parameter.text, lang),
        "argument": argument.text,
        "by_default": not argument.given,
        "at": f"{argument.node.span.source.name}:{argument.node.span.line}",
    }


def _called(brought: Brought) -> Names:
    """What the use brings, by the names that it has in the game."""
    arguments = {name: one.text for name, one in brought.arguments.items()}

    def written(name: str) -> str:
        head, bracket, rest = name.partition("(")
        return brought.chosen(head) + bracket + WORD.sub(lambda word: arguments.get(word[0], word[0]), rest)

    return {section: [written(name) for name in row] for section, row in names_of(brought.tree).items()}


def _unknown(path: str, says: str, name: str, known: list[str]) -> CommandError:
    helps = did_you_mean(name, known) or ((f"there are: {', '.join(known)}",) if known else ())
    return CommandError("E012", f"{says} '{name}'", path, *helps)
