"""Explains why a text is not YAML, in the words of someone who writes rules.

The YAML library stops at its first surprise and describes it in its own terms ("mapping values are not allowed here").
What the author did is something else: a colon in a text, a missing quote, a line in the wrong column. The usual
breakages are recognised here; each rule takes the scene and returns a diagnostic, or None if it does not apply.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Label
from ...diagnostics.span import Source
from ...diagnostics.suggest import written_instead
from ...diagnostics.text import how_many
from . import scalar_errors
from .events import MalformedYaml
from .scalar_errors import ErrorContext, SourceLine, starts_with_a_gap
from .scalars import NO_SPACE, OPENING, QUOTED

# Breakages in brackets: `[…]` and `{…}`.

_PARTNER = {"[": "]", "{": "}"}


_INNER = re.compile(r"(?P<key>[\w.-]+):[ ]*(?P<first>[\w.-]+)[ ]*$")
"""A key, and the first key of the mapping that is its value, before its colon."""


def _lacks(text: str, pair: str) -> bool:
    """Whether a line closes more brackets of a kind than it opens."""
    return text.count(pair[1]) > text.count(pair[0])


def comma_missing(scene: ErrorContext) -> Diagnostic | None:
    """Something other than a comma or the closing bracket."""
    quoted = scalar_errors.after_quote(scene)
    if quoted is not None and quoted.label.startswith("this quote is not closed"):
        return quoted
    if quoted is not None:
        comma = ("write a comma after the text, if another item follows",)
        last = not _ITEM.match(scene.text, scene.at)  # the quote that ends the text belongs to it
        return replace(quoted, helps=(*quoted.helps, *comma) if last else (*comma, *quoted.helps))
    opening = scene.text[scene.since : scene.since + 1]
    sign = scene.sign
    first, here = scene.line(scene.since), scene.line(scene.at)
    opened = Label(scene.span(scene.since, scene.since + 1), "opened here")
    if not sign.strip() or (here.number > first.number and here.indent <= first.indent and sign not in "]}"):
        return _unclosed(scene, opening)
    bare = QUOTED.sub("", here.text)
    if sign in "]}" and _lacks(bare, "[]") and not _lacks(bare, "{}"):
        return scene.fault("E116", "list not opened", scene.here)
    if sign in "]}":
        partner = _PARTNER.get(opening, sign)
        found = scene.fault("E116", "another bracket", scene.here, opened, sign=sign, opening=opening, partner=partner)
        return _with_its_end(scene, found) if opening == "[" else found
    if sign in "[{?":
        if (value := _value_at(scene).strip())[:1] in OPENING:
            quote = scene.text.rfind(value[0], 0, scene.at)
            return scene.fault("E115", "curly quotes", scene.span(quote, quote + 1), sign=value[0])
        helps = scalar_errors.conditional_hint(_value_at(scene))
        return scene.fault("E141", "text ends at a bracket", scene.here, helps=helps, sign=sign)
    inner = _INNER.search(scene.text, here.start, scene.at)
    if sign == ":" and inner is not None and _lacks(bare, "{}"):
        at = scene.span(*inner.span("first"))
        return scene.fault("E116", "mapping not opened", at, key=inner["key"], first=inner["first"])
    if sign == ":":
        return _colon_in_brackets(scene)
    if here.number > first.number and here.key is not None:
        return _unclosed(scene, opening)
    return (
        scalar_errors.mark(scene)
        or starts_with_a_gap(scene)
        or scene.fault("E116", "comma missing", scene.here, opened, partner=_PARTNER.get(opening, opening))
    )


_KEY_AFTER_ITEMS = re.compile(r"\[[ ]*(?P<items>[\w.-]+(?:,[ ]*[\w.-]+)*)(?P<end>),[ ]*(?P<key>[a-z_]\w*):[ ]")
"""A list of words that goes on with a key."""


def _with_its_end(scene: ErrorContext, found: Diagnostic) -> Diagnostic:
    """A list that is not closed, shown where it should be: before a key, if one follows its items."""
    after = _KEY_AFTER_ITEMS.match(scene.text, scene.since)
    if after is None:
        return found
    at, last = scene.span(after.end("end"), after.end("end") + 1), after["items"].rpartition(",")[2].strip()
    advice = f"write ']' before the next key: `{last}], {after['key']}: …`"
    return replace(found, span=at, helps=(advice,), others=(*found.others, Label(scene.here, "closed here instead")))


_ITEM = re.compile(r"""(?:[\w.-]+[ ]*:[ ]|"[^"\n]*"[ ]*[,\]}:]|'[^'\n]*'[ ]*[,\]}:]|[\w.-]+[ ]*[,\]])""")
"""The beginning of another item, or of another key with its value."""

_WITHOUT_COMMA = re.compile(r"(?<=[,:\[{])[ ]*(?P<value>[^,:\[{]*?)[ ]*(?P<sign>[;|]?)[ ]*\b(?P<key>[a-z_]\w*)$")
"""A value that is not ended by a comma, and the key after it."""


def _colon_in_brackets(scene: ErrorContext) -> Diagnostic:
    """A second colon before the next comma: after a key, if the value before it is a single word."""
    first, second = "put the text in quotes", "or write a comma before the next key"
    found = _WITHOUT_COMMA.search(scene.text, scene.line(scene.at).start, scene.at)
    if found is not None and found["value"]:
        comma = f"write a comma before the next key: `{found['value']}, {found['key']}: …`"
        if found["sign"] or not re.search(r"\s", found["value"]):
            first, second = comma, "or put the text in quotes, if this is no key"
            at, key = scene.span(found.end("value") - 1, found.end("value")), found["key"]
            return scene.fault("E117", "comma missing before a key", at, key=key, first=first, second=second)
        second = f"or {comma}"
    return scene.fault("E117", "colon between brackets", scene.here, first=first, second=second)


def _value_at(scene: ErrorContext) -> str:
    """The text between brackets that parsing stopped in, from the sign that begins it."""
    line = scene.line(scene.at)
    before = scene.text[line.start : scene.at]
    return scene.text[line.start + max(before.rfind(sign) for sign in ":,[{") + 1 : line.end]


def _unclosed(scene: ErrorContext, opening: str) -> Diagnostic:
    partner, at = _PARTNER.get(opening, "its partner"), scene.span(scene.since, scene.since + 1)
    return scene.fault("E116", "bracket or text not closed", at, opening=opening, partner=partner)


def node_missing(scene: ErrorContext) -> Diagnostic | None:
    """A sign where a value is needed."""
    sign = scene.sign
    if sign == ",":
        return scene.fault("E118", "nothing before a comma", scene.here)
    if sign == "-":
        return scene.fault("E119", "dash between brackets", scene.here)
    if closing_sign := scalar_errors.closing(scene):
        return closing_sign
    opening = max(scene.text.rfind("[", 0, scene.at), scene.text.rfind("{", 0, scene.at))
    if not sign.strip() and opening >= 0:
        sign, at = scene.text[opening], scene.span(opening, opening + 1)
        return scene.fault("E116", "bracket not closed", at, opening=sign, partner=_PARTNER[sign])
    return None


# Breakages of blocks: colons, indentation, items of lists.

_HEAD = re.compile(r"(if|elif|else|for|repeat|while|choose|together)\b")
_HEAD_OF_FUNCTION = re.compile(r"([\w.]+\((?:[a-z]\w* )+[a-z]\w*(?:, ?(?:[a-z]\w* )+[a-z]\w*)*\)) +(?=[^\s|>])")
"""A function with its parameters, and what it is worth."""

_EFFECT = re.compile(
    r"(move|draw|gather|shuffle|swap|show|random|let|offer|end|next)\s+\S|[\w.]+\(.*\)$|[\w.\[\]]+\s*[-+]?=(?!=)"
)
"""How effects begin: the word of one, a named effect with its parentheses, or a name that gets another value."""


def no_colon(scene: ErrorContext) -> Diagnostic:
    """A line among `key: value` lines that has no key."""
    start = scene.since
    line = scene.line(start)
    content = scene.text[start : line.end]
    if content.startswith(("'", '"')) and line.end > start and content.count(content[0]) % 2:
        return scalar_errors.unclosed(scene)
    if content.startswith(("!", "&", "*")) and (marked := scalar_errors.mark(scene)):
        return marked
    return _not_an_entry(scene, line, start, line.end)


def _not_an_entry(scene: ErrorContext, line: SourceLine, start: int, end: int) -> Diagnostic:
    """A line without a key: `start` and `end` are those of its content."""
    content = scene.text[start:end]
    if re.match(r"-[^\s-]", content):
        return scene.fault("E119", "space after a dash missing", scene.span(start, start + 1), rest=content[1:])
    if re.match(r"//|/\*|--|;", content):
        words = content.strip("/*-; ")
        return scene.fault("E111", "comment of another language", scene.span(start, end), text=content, words=words)
    match = NO_SPACE.match(content)
    if match:
        return _no_space(scene, start, match)
    higher = scene.above(line)
    while higher is not None and higher.indent >= line.indent:
        higher = scene.above(higher)
    if higher is not None and (match := re.fullmatch(rf"{NO_SPACE.pattern}[|>][-+]?", higher.content)):
        return _no_space(scene, higher.first, match)
    if higher is not None and (match := re.fullmatch(r"(\w[\w.-]*(?:\([^()]*\))?) ([|>])[-+]?", higher.content)):
        helps = (f"write `{match[1]}: {match[2]}`",)
        return scene.fault("E111", "no colon", scene.span(higher.first, higher.end), helps=helps, text=match[1])
    if (left := _left_text(scene, line)) is not None:
        begins, higher = left
        opens = Label(scene.span(begins.first, begins.end), "the text begins here")
        return scene.fault("E122", "line has left a text", scene.span(start, end), opens, columns=higher.indent)
    above = scene.above(line)
    if above is not None and above.key is not None and above.value[:1] in ("|", ">"):
        bar = Label(scene.span(above.end - len(above.value), above.end), "the text should follow this")
        at = scene.span(start, end)
        return scene.fault("E122", "block not indented", at, bar, bar=above.value, key=above.key["key"])
    return _colon_missing(scene, above, start, end)


def _left_text(scene: ErrorContext, line: SourceLine) -> tuple[SourceLine, SourceLine] | None:
    """The line that begins a text after `|` which this line ends by standing further left, and the line above."""
    higher = key = scene.above(line)
    while key is not None and key.indent > line.indent:
        key = scene.above(key)
    if key is None or higher is None or higher is key or key.key is None or key.value[:1] not in ("|", ">"):
        return None
    return key, higher


def _colon_missing(scene: ErrorContext, above: SourceLine | None, start: int, end: int) -> Diagnostic:
    text = scene.text[start:end]
    if head := _HEAD_OF_FUNCTION.match(text):
        right = f"write `{head[1]}: {text[head.end() :]}`"
        return scene.fault("E111", "no colon", scene.span(start, end), helps=(right,), text=head[1])
    key = _without_bar(scene, start)
    entry = "write `key: value`, or `key:` before a block that is indented deeper"
    others: tuple[Label, ...] = ()
    if key is not None and key.key is not None and _EFFECT.match(text):
        name, colon = key.key["key"], key.start + key.key.end("colon")
        patch = re.match(r"([\w.]+)\s*=\s*(.*)", text) if name in ("override", "add") else None
        if patch is not None:
            return scene.fault(
                "E111", "no colon", scene.span(start, end), helps=(f"write `{patch[1]}: {patch[2]}`",), text=text
            )
        helps: tuple[str, ...] = (f"write `|` after the colon of '{name}', above the lines with effects",)
        at = Label(scene.span(start, end), "this is not `key: value`")
        return scene.fault("E111", "no bar", scene.span(key.first, colon), at, helps=helps, key=name)
    elif above is None or above.key is None or above.value or above.indent >= scene.line(start).indent:
        helps = (entry, "if the line continues the text above it, indent it deeper than the key of that text")
    elif re.fullmatch(r"\w+", text):
        helps = (entry,)
    else:
        helps = (entry, f"if it is a text of several lines, write `|` after the colon of '{above.key['key']}'")
    said = "no colon" if len(text) <= 40 else "no colon in a long line"
    return scene.fault("E111", said, scene.span(start, end), *others, helps=helps, text=text)


def _no_space(scene: ErrorContext, start: int, match: re.Match[str]) -> Diagnostic:
    """A key whose colon has no space after it, in a line of which the content begins at `start`."""
    at, rest = scene.span(start + match.end("key"), start + match.end()), match.string[match.end("key") + 1 :]
    return scene.fault("E112", "space after a colon missing", at, key=match["key"], rest=rest)


def _without_bar(scene: ErrorContext, start: int) -> SourceLine | None:
    """The line with a key and nothing after it that the lines around an offset are below; not `for p in players:`."""
    line: SourceLine | None = scene.line(start)
    own = indent = line.indent if line else 0
    while (line := scene.above(line) if line else None) is not None:
        if line.indent == own and line.key is not None and not _HEAD.match(line.content):
            return None  # it stands among keys
        if line.indent < indent:
            indent = line.indent
            if line.key is None or line.value or not _HEAD.match(line.content):
                break
    return line if line is not None and line.key is not None and not line.value else None


def key_misplaced(scene: ErrorContext) -> Diagnostic:
    """A colon where no key can end: inside a text, or in a line that is indented too far."""
    line = scene.line(scene.at)
    key = line.key
    if key is None or line.start + key.start("colon") >= scene.at:
        return _indented_key(scene, line)
    if glued := NO_SPACE.match(line.content):
        return _no_space(scene, line.start + line.indent, glued)
    value = line.start + key.end("colon")
    text = scene.text[value : line.end].strip()
    bare = QUOTED.sub("", text)
    if bare.endswith("}") and bare.count("}") > bare.count("{"):
        start = scene.text.index(text, value)
        end, opens = start + len(text), Label(scene.span(start, start + 1), "'{' is missing before this")
        return scene.fault("E116", "mapping of a key not opened", scene.span(end - 1, end), opens, key=key["key"])
    short = '"' not in text and "\\" not in text and len(text) <= 60
    quoted = f'put the text in quotes: `{key["key"]}: "{text}"`' if short else "put the text in quotes"
    if helps := scalar_errors.conditional_hint(text):
        at = scene.span(value + scene.text[value : line.end].index("?"), line.end)
        return scene.fault("E117", "condition in signs", at, helps=helps)
    return scene.fault("E117", "colon in a text", scene.here, quoted=quoted)


def _indented_key(scene: ErrorContext, line: SourceLine) -> Diagnostic:
    """A key in a line that YAML takes for the rest of the text above it."""
    above = scene.above(line)
    if above is None:
        return scene.fault("E117", "nothing before a colon", scene.here)
    top: SourceLine = above  # the line in which the text above begins
    while top.key is None and not top.text.lstrip().startswith("- "):
        higher = scene.above(top)
        if higher is None or higher.indent > top.indent:
            break
        top = higher
    if above.key is None and (top.key is None or not top.value):
        start = above.first + (2 if above.content.startswith("- ") else 0)
        return _not_an_entry(scene, above, start, above.end)
    if _heads_nothing(scene, line):
        return _moved(scene, line, top)
    if _left_of(scene, top, line):
        return _moved(scene, top, line)
    name, has = (
        top.key["key"] if top.key else top.content,
        Label(scene.span(top.first, top.end), "this already has a value"),
    )
    return scene.fault("E114", "below a value", scene.span(line.first, scene.at), has, name=name)


def item_misplaced(scene: ErrorContext) -> Diagnostic:
    """A dash that cannot start an item."""
    return scalar_errors.after_quote(scene) or scene.fault("E119", "list beside its key", scene.here)


def block_end(scene: ErrorContext) -> Diagnostic | None:
    """Something that fits neither into the block around it nor after that block."""
    problem = scene.broken.problem
    line = scene.line(scene.at)
    diagnostic = scalar_errors.after_quote(scene) or scalar_errors.after_comment(scene) or scalar_errors.closing(scene)
    if diagnostic is not None:
        return diagnostic
    if scene.sign in ("*", "&", "!"):
        return scalar_errors.mark(scene)
    if line.first < scene.at and scene.before() >= line.start:
        return _continues(scene)
    if "'-'" in problem:
        return _mixed(scene, "item among keys", "`key: value`", line)
    if "collection" in scene.broken.context and "'?'" in problem:
        return _mixed(scene, "key among items", "an item", line)
    if "sequence start" in problem:
        others, column = _item_above(scene, line) or _block(scene), scene.at - line.start + 1
        return scene.fault("E119", "item in another column", scene.here, *others, column=column)
    if scene.sign == ":":
        return scene.fault("E131", "no key", scene.here)
    return _out_of_line(scene, line)


def _continues(scene: ErrorContext) -> Diagnostic:
    end = scene.before()
    sign, ends = scene.text[end], Label(scene.span(end, end + 1), "the value ends here")
    code = "E141" if sign in "]}" else "E110"
    return starts_with_a_gap(scene) or scene.fault(code, "after a value", scene.rest(scene.at), ends, sign=sign)


def _block(scene: ErrorContext) -> tuple[Label, ...]:
    """A label for the line in which the surrounding block starts."""
    column = scene.source.place(scene.since)[1]
    return (Label(scene.span(scene.since, scene.since + 1), f"the block starts here, in column {column}"),)


def _item_above(scene: ErrorContext, line: SourceLine) -> tuple[Label, ...]:
    """A label for the nearest item above that is indented deeper."""
    above = scene.above(line)
    while above is not None and above.indent > line.indent and not above.text.lstrip().startswith("- "):
        above = scene.above(above)
    if above is None or above.indent <= line.indent:
        return ()
    return (Label(scene.span(above.first, above.first + 1), f"column {above.indent + 1}"),)


def _mixed(scene: ErrorContext, said: str, kind: str, line: SourceLine) -> Diagnostic:
    begins = Label(scene.rest(scene.since), f"the block starts with {kind}")
    return scene.fault("E120", said, scene.span(scene.at, line.end), begins)


def _out_of_line(scene: ErrorContext, line: SourceLine) -> Diagnostic:
    above, name = scene.above(line), ""
    if above is not None and line.indent > above.indent:
        name = above.key["key"] if above.key else above.content
    if above is not None and name:
        if _heads_nothing(scene, line):
            return _moved(scene, line, above)
        if _left_of(scene, above, line):
            return _moved(scene, above, line)
    if not name and (moved := _out_of_step(scene, line)) is not None:
        below = scene.below(moved)
        if moved.key and moved.key["key"] in OF_NAMES and moved.indent == 0 and below and below.key:
            span = scene.span(below.first, below.end)
            section, key = moved.key["key"], below.key["key"]
            found = scene.fault("E114", "name missing", span, section=section, key=key, column=line.indent + 1)
            return replace(found, label=WRONG_COLUMN)
        return _moved(scene, moved, line)
    if not name and (two := _beside_each_other(scene, line)) is not None:
        return _moved(scene, *two)
    said, at = "line below a value" if name else "line in no column", scene.span(line.first, line.end)
    return scene.fault("E114", said, at, *_block(scene), name=name, column=line.indent + 1)


def _heads_nothing(scene: ErrorContext, line: SourceLine) -> bool:
    """Whether a line is a key without a value, and what should be below it begins in its column."""
    below = scene.below(line)
    return line.key is not None and not line.value and below is not None and below.indent == line.indent


def _left_of(scene: ErrorContext, odd: SourceLine, line: SourceLine) -> bool:
    """Whether a line stands left of the one below it, but the one above it does not, or waits for what is below it."""
    above = scene.above(odd)
    if above is None or odd.indent >= line.indent:
        return False
    waits = above.key is not None and not above.value and above.indent == odd.indent
    return above.indent == line.indent or waits


def _out_of_step(scene: ErrorContext, line: SourceLine) -> SourceLine | None:
    """The key above a line which, in the column of that line, would make all fit; None if that is not one alone.

    It is the key around the lines between, if these are indented twice as far below it as the line is; or the first of
    them, if it is a key with nothing below it and should have the others there.
    """
    between, around = list[SourceLine](), scene.above(line)
    while around is not None and around.indent > line.indent:
        between.append(around)
        around = scene.above(around)
    if around is None or len(between) < 2 or around.key is None:
        return None
    first = between[-1]
    step = line.indent - around.indent
    if step < 2 or first.indent - line.indent != step:
        return None
    if _heads_nothing(scene, first):
        return first
    if around.value[:1] not in ("|", ">") and sum(one.indent == first.indent for one in between) < 2:
        return None  # the first line below it may be the one that is out of step
    before = scene.above(around)
    while before is not None and before.indent > line.indent:
        before = scene.above(before)
    if before is None or around.value[:1] not in ("", "|", ">"):
        return None
    waits = before.key is not None and not before.value and before.indent == around.indent
    return around if before.indent == line.indent or waits else None


OF_NAMES = ("actions", "phases", "reactions", "triggers", "zones", "variables", "options", "cards", "scoring")
"""Sections in which each thing has a name, with its keys below it."""


def _beside_each_other(scene: ErrorContext, line: SourceLine) -> tuple[SourceLine, SourceLine] | None:
    """A line that is out of step, and one in whose column it belongs, where lines with effects end in another column,
    or values stand below a name in two: the line, unless what is above it stands alone in its column.
    """
    own = around = scene.above(line)
    alone = True
    while around is not None and around.indent > line.indent:
        if own is None or around.indent < own.indent:
            own, alone = around, True
        elif around is not own and around.indent == own.indent:
            alone = False
        around = scene.above(around)
    if own is None or around is None or around.key is None or around.indent >= line.indent:
        return None
    text = around.value[:1] in ("|", ">")
    if text and line.key is not None or not text and (not line.key or line.value[:1] in ("", "{", "|") or around.value):
        return None
    after = scene.below(line)
    while after is not None and after.indent > own.indent:
        after = scene.below(after)
    return (own, line) if alone and after is not None and after.indent == line.indent else (line, own)


def _moved(scene: ErrorContext, odd: SourceLine, line: SourceLine) -> Diagnostic:
    """That a line is out of step with another one, which probably stands in the right column."""
    name = odd.key["key"] if odd.key else odd.content
    by, where = how_many(abs(line.indent - odd.indent), "column"), "right" if odd.indent < line.indent else "left"
    at, others = scene.span(odd.first, odd.end), Label(scene.span(line.first, line.end), f"column {line.indent + 1}")
    found = scene.fault("E114", "line out of step", at, others, name=name, by=by, where=where)
    return replace(found, label=WRONG_COLUMN)


WRONG_COLUMN = "in the wrong column"
"""The label of a line that is out of step; what is told with it are the lines that are not. By it whoever reads on
knows to leave out all the rest of the section (`composer`).
"""

Rule = Callable[[ErrorContext], Diagnostic | None]

RULES: tuple[tuple[str, Rule], ...] = (
    ("could not find expected ':'", no_colon),
    ("mapping values are not allowed", key_misplaced),
    ("sequence entries are not allowed", item_misplaced),
    ("mapping keys are not allowed", scalar_errors.bad_start),
    ("cannot start any token", scalar_errors.bad_start),
    ("unexpected end of stream", scalar_errors.unclosed),
    ("unexpected document separator", scalar_errors.unclosed),
    ("escape", scalar_errors.escape),
    ("unreadable", scalar_errors.escape),
    ("expected ',' or", comma_missing),
    ("expected <block end>", block_end),
    ("expected the node content", node_missing),
    ("expected '<document start>'", scalar_errors.after_document),
    ("", scalar_errors.block_header),
    ("", scalar_errors.mark),
    ("", scalar_errors.directive),
)
"""Words of the library's problem, and the rule that explains it; the first rule with an explanation wins."""


def explain(broken: MalformedYaml, source: Source) -> Diagnostic:
    """Explain why the YAML library gave up on a text (E110 to E141)."""
    scene = ErrorContext(source, broken)
    diagnostic = _tab(scene)
    for words, rule in RULES:
        if diagnostic is None and words in broken.problem:
            diagnostic = rule(scene)
    return _as_written(scene, diagnostic or _unknown(scene))


def _as_written(scene: ErrorContext, found: Diagnostic) -> Diagnostic:
    """The same with what to write instead of its line, or of the one above, if that is known."""
    line: SourceLine | None = scene.line(found.span.start) if found.span else None
    for here in (line, scene.above(line) if line else None):
        if here is None:
            break
        if hard := re.match(r"([\w.-]+)\s*:([\xa0\u202f])\s*", here.content):
            at, rest = scene.span(here.first + hard.start(2), here.first + hard.end(2)), here.content[hard.end() :]
            return scene.fault("E112", "no-break space after a colon", at, key=hard[1], rest=rest)
        if here is line and (told := [advice for _, advice in written_instead("line of YAML", here.content)]):
            found = replace(found, helps=(told[0],))
            of_colon = found.code == "E117" and found.label
            return replace(found, message="this is written in another way", label="") if of_colon else found
    return found


def _tab(scene: ErrorContext) -> Diagnostic | None:
    """A tab, in the indentation of the line or where something should start."""
    here = scene.line(scene.at)
    lines = [here] if scene.sign != "\t" else []
    above = scene.above(here)
    if "expected ':'" in scene.broken.problem and above is not None:
        lines.append(above)
    for line in lines:
        match = re.match(r" *(\t+)", line.text)
        if match and line.content:
            return _tab_at(scene, line.start + match.start(1), line.start + match.end(1))
    if not lines:
        end = scene.at + len(scene.text[scene.at :]) - len(scene.text[scene.at :].lstrip("\t"))
        return _tab_at(scene, scene.at, end)
    return None


def _tab_at(scene: ErrorContext, start: int, end: int) -> Diagnostic:
    line = scene.line(start)
    said = "tab in a line" if line.text[: start - line.start].strip() else "tab in the indentation"
    return scene.fault("E113", said, scene.span(start, end))


def _unknown(scene: ErrorContext) -> Diagnostic:
    offset = scene.last_visible()
    reason = " ".join(part for part in (scene.broken.context, scene.broken.problem) if part)
    found = scene.fault("E110", "no YAML", scene.span(offset, offset + 1))
    return replace(found, notes=(f"the YAML reader says: {reason}",))
