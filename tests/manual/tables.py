"""The tables of the language reference that follow from the package: functions and properties, and the parts.

`python -m tests.manual.tables` writes them anew in `docs/language.md`, each between two comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardwright.commands.descriptions.explain import Names, names_of, names_text, signature
from cardwright.diagnostics.diagnostic import Report
from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import ROWS
from cardwright.source.merge.catalogue import shipped_folders
from cardwright.source.merge.part_arguments import PartParameter, parameters_of, uses_of
from cardwright.source.merge.part_expansion import FOLDER, THINGS, sections
from cardwright.source.shape.patch_syntax import segments
from cardwright.source.text.files import load
from cardwright.source.text.tree import Mapping, Node, Scalar, Sequence, child, entries_of, text_of

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
COMMENT = "<!-- {}: written by python -m tests.manual.tables -->"


def regenerated(page: str) -> str:
    """The page with its tables as the package has them today."""
    page = between(page, COMMENT.format("builtins"), "<!-- end of builtins -->", builtins())
    return between(page, COMMENT.format("parts"), "<!-- end of parts -->", parts())


def between(page: str, begin: str, end: str, text: str) -> str:
    """A page with another text between two of its lines.

    >>> between("a [ b ] c", "[", "]", "d")
    'a [\\nd\\n] c'
    """
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{text}\n{end}{after}"


# Functions and properties -----------------------------------------------------------------------


def builtins() -> str:
    """Both tables in Markdown."""
    return "\n".join([*_table("function", _functions()), "", *_table("after a dot", _properties())])


def _table(head: str, rows: Iterator[tuple[str, str, str, str]]) -> list[str]:
    lines = [f"| {head} | result | | for example |", "|---|---|---|---|"]
    return [
        *lines,
        *(f"| `{written}` | {result} | {about} | {examples} |" for written, result, about, examples in rows),
    ]


def _functions() -> Iterator[tuple[str, str, str, str]]:
    for op, fold in FOLDS.items():
        keys = " by KEYS" if fold.keys else ""
        written = f"[E for x in L{keys}]" if op == "list" else f"{fold.spelling}(E for x in L{keys})"
        yield written, fold.result, fold.about, _examples(fold.examples)
    for row in ROWS.values():
        if row.form == "function":
            yield f"{row.spelling}({', '.join(row.parameters)})", row.result, row.about, _examples(row.examples)


def _properties() -> Iterator[tuple[str, str, str, str]]:
    for row in ROWS.values():
        if row.form == "property":
            yield f"{row.parameters[0]}.{row.spelling}", row.result, row.about, _examples(row.examples)


def _examples(examples: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"`{written}` is {value}" for written, value in examples)


# Parts: what they bring, and what they must or may be told ---------------------------------------


def parts() -> str:
    """The table of the parts of the package, in Markdown."""
    paths = sorted(path for folder in shipped_folders() for path in (folder / FOLDER).glob("*.yaml"))
    found = [tree for path in paths if (tree := load(str(path), Report())) is not None]
    return "\n".join(["| part | brings | parameters |", "|---|---|---|", *(_row(tree) for tree in found)])


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
                found.setdefault(path[0], []).append(signature(path[0], path[1], value))
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


if __name__ == "__main__":
    PAGE.write_text(regenerated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
