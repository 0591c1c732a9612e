"""Breakages of blocks: colons, indentation, items of lists."""

from __future__ import annotations

import re

from ...diagnostics.diagnostic import Diagnostic, Label
from .broken_texts import after_comment, after_quote, closing, mark, starts_with_a_gap, unclosed
from .cut import NO_SPACE, QUOTED
from .scene import Line, Scene
from .turned_round import turned_round

_HEAD = re.compile(r"(if|elif|else|for|repeat|while|choose|together)\b")
_EFFECT = re.compile(
    r"(move|draw|gather|shuffle|swap|show|random|let|offer|end|next)\s+\S|[\w.]+\(.*\)$|[\w.\[\]]+\s*[-+]?=(?!=)"
)
"""How effects begin: the word of one, a named effect with its parentheses, or a name that gets another value."""


def no_colon(scene: Scene) -> Diagnostic:
    """A line among `key: value` lines that has no key."""
    start = scene.since
    line = scene.line(start)
    content = scene.text[start : line.end]
    if content.startswith(("'", '"')) and line.end > start and content.count(content[0]) % 2:
        return unclosed(scene)
    if content.startswith(("!", "&", "*")) and (marked := mark(scene)):
        return marked
    return _not_an_entry(scene, line, start, line.end)


def _not_an_entry(scene: Scene, line: Line, start: int, end: int) -> Diagnostic:
    """A line without a key: `start` and `end` are those of its content."""
    content = scene.text[start:end]
    if re.match(r"-[^\s-]", content):
        return scene.fault(
            "E119",
            "a list item needs a space after '-'",
            scene.span(start, start + 1),
            f"write `- {content[1:]}`",
        )
    match = NO_SPACE.match(content)
    if match:
        colon = start + match.end("key")
        return scene.fault(
            "E112",
            f"a space is missing after the colon of '{match['key']}'",
            scene.span(colon, colon + 1),
            f"write `{match['key']}: {content[match.end('key') + 1 :]}`",
        )
    above = scene.above(line)
    if above is not None and above.key is not None and above.value[:1] in ("|", ">"):
        return scene.fault(
            "E122",
            f"the text after '{above.value}' must be indented deeper than '{above.key['key']}'",
            scene.span(start, end),
            "indent each line of the text by the same number of spaces",
            label="this line is not part of the text",
            others=(Label(scene.span(above.end - len(above.value), above.end), "the text should follow this"),),
        )
    return _colon_missing(scene, above, start, end)


def _colon_missing(scene: Scene, above: Line | None, start: int, end: int) -> Diagnostic:
    text = scene.text[start:end]
    key = _without_bar(scene, start)
    entry = "write `key: value`, or `key:` before a block that is indented deeper"
    others: tuple[Label, ...] = ()
    if key is not None and key.key is not None and _EFFECT.match(text):
        name, colon = key.key["key"], key.start + key.key.end("colon")
        helps: tuple[str, ...] = (f"write `|` after the colon of '{name}', above the lines with effects",)
        others = (Label(scene.span(key.first, colon), "`|` is missing after this"),)
    elif above is None or above.key is None or above.value or above.indent >= scene.line(start).indent:
        helps = (entry, "if the line continues the text above it, indent it deeper than the key of that text")
    elif re.fullmatch(r"\w+", text):
        helps = (entry,)
    else:
        helps = (entry, f"if it is a text of several lines, write `|` after the colon of '{above.key['key']}'")
    return scene.fault(
        "E111",
        f"a colon is missing after '{text}'" if len(text) <= 40 else "a colon is missing in this line",
        scene.span(start, end),
        *helps,
        label="this is not `key: value`",
        others=others,
    )


def _without_bar(scene: Scene, start: int) -> Line | None:
    """The line with a key and nothing after it that the lines around an offset are below; not `for p in players:`."""
    line: Line | None = scene.line(start)
    indent = line.indent if line else 0
    while (line := scene.above(line) if line else None) is not None:
        if line.indent < indent:
            indent = line.indent
            if line.key is None or line.value or not _HEAD.match(line.content):
                break
    return line if line is not None and line.key is not None and not line.value else None


def key_misplaced(scene: Scene) -> Diagnostic:
    """A colon where no key can end: inside a text, or in a line that is indented too far."""
    line = scene.line(scene.at)
    key = line.key
    if key is None or line.start + key.start("colon") >= scene.at:
        return _indented_key(scene, line)
    value = line.start + key.end("colon")
    text = scene.text[value : line.end].strip()
    bare = QUOTED.sub("", text)
    if bare.endswith("}") and bare.count("}") > bare.count("{"):
        start = value + len(scene.text[value : line.end]) - len(scene.text[value : line.end].lstrip())
        end = value + len(scene.text[value : line.end].rstrip())
        return scene.fault(
            "E116",
            "this '}' has no matching '{'",
            scene.span(end - 1, end),
            f"write '{{' after the colon of '{key['key']}'",
            others=(Label(scene.span(start, start + 1), "'{' is missing before this"),),
        )
    quoted = '"' not in text and "\\" not in text and len(text) <= 60
    return scene.fault(
        "E117",
        "a text without quotes cannot contain a colon followed by a space",
        scene.span(scene.at, scene.at + 1),
        *turned_round(text),
        f'put the text in quotes: `{key["key"]}: "{text}"`' if quoted else "put the text in quotes",
        "or write `|` after the key's own colon, and the text on the next line, indented",
        label="this would end a key",
    )


def _indented_key(scene: Scene, line: Line) -> Diagnostic:
    """A key in a line that YAML takes for the rest of the text above it."""
    above = scene.above(line)
    if above is None:
        return scene.fault("E117", "there is nothing before this colon", scene.span(scene.at, scene.at + 1))
    top: Line = above  # the line in which the text above begins
    while top.key is None and not top.text.lstrip().startswith("- "):
        higher = scene.above(top)
        if higher is None or higher.indent > top.indent:
            break
        top = higher
    if above.key is None and (top.key is None or not top.value):
        start = above.first + (2 if above.content.startswith("- ") else 0)
        return _not_an_entry(scene, above, start, above.end)
    name = top.key["key"] if top.key else top.content
    return scene.fault(
        "E114",
        f"this line is indented below '{name}', which already has a value",
        scene.span(line.first, scene.at),
        f"start it in the same column as '{name}'",
        label="indented too far",
        others=(Label(scene.span(top.first, top.end), "this already has a value"),),
    )


def item_misplaced(scene: Scene) -> Diagnostic:
    """A dash that cannot start an item."""
    quoted = after_quote(scene)
    if quoted is not None:
        return quoted
    return scene.fault(
        "E119",
        "a list cannot start on the same line as its key",
        scene.span(scene.at, scene.at + 1),
        "write each item on a line of its own, below the key: `- item`",
        "if the text itself starts with '-', put it in quotes",
    )


def block_end(scene: Scene) -> Diagnostic | None:
    """Something that fits neither into the block around it nor after that block."""
    problem = scene.broken.problem
    line = scene.line(scene.at)
    diagnostic = after_quote(scene) or after_comment(scene) or closing(scene)
    if diagnostic is not None:
        return diagnostic
    if scene.text[scene.at : scene.at + 1] in ("*", "&", "!"):
        return mark(scene)
    if line.first < scene.at and scene.before() >= line.start:
        return _continues(scene)
    if "'-'" in problem:
        return _mixed(scene, "there is a list item among `key: value` lines", "`key: value`", line)
    if "collection" in scene.broken.context and "'?'" in problem:
        return _mixed(scene, "there is a `key: value` line among the items of a list", "an item", line)
    if "sequence start" in problem:
        return scene.fault(
            "E119",
            "this item is not in the same column as the others",
            scene.span(scene.at, scene.at + 1),
            "start all items of a list in the same column",
            label=f"column {scene.at - line.start + 1}",
            others=_item_above(scene, line) or _block(scene),
        )
    if scene.text[scene.at : scene.at + 1] == ":":
        return scene.fault(
            "E131",
            "a key is missing before this colon",
            scene.span(scene.at, scene.at + 1),
            "write `key: value`",
        )
    return _out_of_line(scene, line)


def _continues(scene: Scene) -> Diagnostic:
    end = scene.before()
    return starts_with_a_gap(scene) or scene.fault(
        "E141" if scene.text[end] in "]}" else "E110",
        f"the value ends at '{scene.text[end]}', but something follows it",
        scene.rest(scene.at),
        "put a text that starts with a bracket in quotes, or write it in block form",
        label="this is not part of it",
        others=(Label(scene.span(end, end + 1), "the value ends here"),),
    )


def _block(scene: Scene) -> tuple[Label, ...]:
    """A label for the line in which the surrounding block starts."""
    column = scene.source.place(scene.since)[1]
    return (Label(scene.span(scene.since, scene.since + 1), f"the block starts here, in column {column}"),)


def _item_above(scene: Scene, line: Line) -> tuple[Label, ...]:
    """A label for the nearest item above that is indented deeper."""
    above = scene.above(line)
    while above is not None and above.indent > line.indent and not above.text.lstrip().startswith("- "):
        above = scene.above(above)
    if above is None or above.indent <= line.indent:
        return ()
    return (Label(scene.span(above.first, above.first + 1), f"column {above.indent + 1}"),)


def _mixed(scene: Scene, message: str, kind: str, line: Line) -> Diagnostic:
    return scene.fault(
        "E120",
        message,
        scene.span(scene.at, line.end),
        "write either `key: value` lines or a list with `- `, not both in one block",
        "if this belongs to the key or item above it, indent it deeper",
        others=(Label(scene.rest(scene.since), f"the block starts with {kind}"),),
    )


def _out_of_line(scene: Scene, line: Line) -> Diagnostic:
    above = scene.above(line)
    if above is not None and line.indent > above.indent:
        name = above.key["key"] if above.key else above.content
        message = f"this line is indented below '{name}', which already has a value"
        advice = f"start it in the same column as '{name}'"
    else:
        message = "this line starts in a column where no block above it starts"
        advice = "start it in the same column as the lines that it belongs with"
    return scene.fault(
        "E114",
        message,
        scene.span(line.first, line.end),
        advice,
        label=f"column {line.indent + 1}",
        others=_block(scene),
    )
