"""What parts bring and what they must or may be told, as the files of the parts say: for the manual, and for `explain`.

`python -m cardwright.commands.part_table docs/language.md` writes the table of the parts of the package anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from ..diagnostics.diagnostic import Report
from ..language.builtins.manual import between
from ..source.merge.catalogue import shipped_folders
from ..source.merge.part_arguments import PartParameter, parameters_of, uses_of
from ..source.merge.part_expansion import FOLDER, THINGS, sections
from ..source.shape.patch_syntax import segments
from ..source.text import storage
from ..source.text.files import load
from ..source.text.tree import Mapping, Node, Scalar, Sequence, child, entries_of, text_of

BEGIN, END = "<!-- parts: written by python -m cardwright.commands.part_table -->", "<!-- end of parts -->"

_PLURAL = {section: "decks" if section == "cards" else section for section in THINGS}

Names = dict[str, list[str]]
"""Names by section, functions and effects with their parameters: `{"effects": ["deal(integer n)"]}`."""


def table() -> str:
    """The table of the parts of the package, in Markdown."""
    paths = sorted(path for folder in shipped_folders() for path in (folder / FOLDER).glob("*.yaml"))
    found = [tree for path in paths if (tree := load(str(path), Report())) is not None]
    return "\n".join(["| part | brings | parameters |", "|---|---|---|", *(_row(tree) for tree in found)])


def names_of(tree: Mapping) -> Names:
    """The names that the sections of a part, or what a use of it brings, have."""
    found = {
        section: [_signature(section, one.key.text, one.value) for one in entries_of(tree.get(section))]
        for section in THINGS
    }
    return {section: names for section, names in found.items() if names}


def names_text(names: Names) -> str:
    """Names in words: ``zones `stock`, `hand`; effect `deal(integer n)` ``."""
    things = ((_PLURAL[section] if len(row) > 1 else THINGS[section], row) for section, row in names.items())
    return "; ".join(f"{thing} {', '.join(f'`{name}`' for name in row)}" for thing, row in things)


def default_of(parameter: PartParameter) -> str | None:
    """The default of a parameter as it is written; None if there is none."""
    node = parameter.default
    if isinstance(node, Sequence):
        return f"[{', '.join(item.text for item in node.items if isinstance(item, Scalar))}]"
    return node.text if isinstance(node, Scalar) else None


def kind_of(parameter: PartParameter) -> str:
    """What an argument must be, in a word or two: `zone`, `0..8`, `cards or count`."""
    if parameter.thing == "word":
        return " or ".join(parameter.words)
    if parameter.thing == "number" and parameter.ends is not None:
        return f"{parameter.ends[0]}..{parameter.ends[1]}"
    return parameter.thing


def _row(part: Mapping) -> str:
    brought = [names_text(names_of(sections(part)))]
    brought += [f"with {case} {names_text(names)}" for case, names in _by_case(part)]
    brought += [f"what `{use.part.text}` brings" + _called(use.names) for use in uses_of(part)]
    parameters = "; ".join(_parameter(one) for one in parameters_of(part).values())
    return f"| `{text_of(part.get('part'))}` | {'; '.join(one for one in brought if one)} | {parameters} |"


def _called(names: Scalar | Mapping | None) -> str:
    """What a part calls the names of a part that it uses."""
    if isinstance(names, Mapping):
        others = (f"`{name}` as `{other.text}`" for name, other in names if isinstance(other, Scalar))
        return f", {', '.join(others)}"
    return f", with `{names.text}_` before it" if names is not None else ""


def _parameter(parameter: PartParameter) -> str:
    default = default_of(parameter)
    kind = kind_of(parameter)
    if default is not None and parameter.thing == "word":
        kind = " or ".join(f"**{word}**" if word == default else word for word in parameter.words)
    elif default is not None:
        kind += f", **{default}**"
    return f"`{parameter.name.text}` ({kind})"


def _by_case(part: Mapping) -> Iterator[tuple[str, Names]]:
    """What some arguments add."""
    for parameter in entries_of(part.get("cases")):
        for case in entries_of(parameter.value):
            found: Names = {}
            for path, value in _set(case.value):
                found.setdefault(path[0], []).append(_signature(path[0], path[1], value))
            if found:
                name, argument = parameter.key.text, case.key.text
                yield (f"any other `{name}`" if argument == "else" else f"`{name}: {argument}`"), found


def _set(changes: Node) -> Iterator[tuple[list[str], Node]]:
    """What changes add under a name, or give other parameters."""
    for key in ("add", "override"):
        for change in entries_of(child(changes, key)):
            path = [name for name, _ in segments(change.key.text)]
            if len(path) == 2 and path[0] in THINGS and (key == "add" or "(" in path[1]):
                yield path, change.value


def _signature(section: str, name: str, value: Node) -> str:
    """A name as rules and moves write it: `deal(integer n)`, `lay_off(c, p, n)`."""
    chosen = value.get("choose") if isinstance(value, Mapping) else None
    if section in ("actions", "reactions") and isinstance(chosen, Mapping):
        return f"{name}({', '.join(choice for choice, _ in chosen)})"
    return f"{name}()" if section == "effects" and "(" not in name else name


if __name__ == "__main__":
    page = Path(sys.argv[1])
    storage.write(page, between(page.read_text(encoding="utf-8"), BEGIN, END, table()))
