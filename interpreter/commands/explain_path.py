"""One rule of a game in words: its text for people, where it was set, how it is written, and what mentions it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..diagnostics.record import dataclass
from ..diagnostics.span import Span
from ..diagnostics.suggest import did_you_mean
from ..language.merge.paths import KeyPath, bare, entry_at
from ..language.merge.to_yaml import to_yaml
from ..language.shape.patch import segments
from ..language.shape.schema import Shape, shape_of
from ..language.spec.braces import BRACES, texts_of
from ..language.text.plain_rule import COMMENT
from ..language.text.tree import Entry, Mapping, Node, Scalar, Sequence
from .failure import CommandError

_NAMED = re.compile(r"[a-z][a-z0-9_]*")
_FOR_PEOPLE = ("title", "about", "label", "text", "rule", "source")

_OF_ACTIONS = ("offer", "instead_of", "after")
"""Keys whose values are names of actions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A part of a game: its path, what it says to people by key, and where its name is used in rules."""

    path: str
    entry: Entry
    told: dict[str, str]
    users: tuple[tuple[str, Span], ...]


def find(tree: Mapping, path: str, lang: str) -> Found:
    """The part of a game at a path such as `actions.play`. Raises CommandError if there is none."""
    entries = entries_to(tree, path)
    names, entry = [name for name, _ in segments(path)], entries[-1]
    own = tuple(bare(name) for name in names[: 4 if names[0] == "cards" and len(names) > 3 else 2])
    users = tuple(_users(tree, (), shape_of("spec"), own)) if len(own) > 1 else ()
    return Found(path=".".join(names), entry=entry, told=_told(entry.value, lang), users=users)


def entries_to(tree: Mapping, path: str) -> list[Entry]:
    """The entries that a path goes through, the outermost first. Raises CommandError (E012) if it leads nowhere."""
    here: Node = tree
    found: list[Entry] = []
    names = [name for name, _ in segments(path)]
    for i, name in enumerate(names):
        below = entry_at(here, bare(name)) if isinstance(here, Mapping) else None
        if below is None:
            known = [bare(one.key.text) for one in here.entries] if isinstance(here, Mapping) else []
            where = f"'{'.'.join(names[:i])}'" if i else "this game"
            helps = did_you_mean(name, known) or ((f"it has: {', '.join(known[:20])}",) if known else ())
            raise CommandError("E012", f"{where} has no '{name}'", path, *helps)
        found.append(below)
        here = below.value
    return found


def to_text(found: Found) -> str:
    """What there is to say, for the terminal."""
    told = found.told
    head = found.path + (f": {told['label']}" if "label" in told else "")
    rule = [f"rulebook: {told['rule']}"] if "rule" in told else []
    parts = ["\n".join([head, *([told["text"]] if "text" in told else []), *rule])]
    parts.append(to_yaml(Mapping((_for_players_left_out(found.entry),), found.entry.value.span), origins=True).rstrip())
    users = [f"  {path}  ({_line(span)})" for path, span in found.users]
    parts += ["\n".join(["used by", *users])] if users else []
    return "\n\n".join(parts)


def to_json(found: Found) -> dict[str, Any]:
    """The same for programs."""
    span = found.entry.value.span
    return {
        "path": found.path,
        "told": found.told,
        "file": span.source.name,
        "line": span.line,
        "written": to_yaml(Mapping((found.entry,), span)),
        "was": [{"file": one.value.span.source.name, "line": one.value.span.line} for one in found.entry.was],
        "users": [{"path": path, "file": at.source.name, "line": at.line} for path, at in found.users],
    }


def _told(node: Node, lang: str) -> dict[str, str]:
    """The label, the text and the place in the rulebook, in one language."""
    found: dict[str, str] = {}
    for key in ("label", "text", "rule"):
        value = node.get(key) if isinstance(node, Mapping) else None
        if value is not None:
            found[key] = in_language(value, lang)
    return found


def in_language(text: Node | None, lang: str) -> str:
    """A text for people in one language, or in the first that it has; empty if there is none."""
    if isinstance(text, Mapping) and text.entries:
        text = text.get(lang) or text.entries[0].value
    return text.text.strip() if isinstance(text, Scalar) else ""


def _for_players_left_out(entry: Entry) -> Entry:
    """An entry without the texts that are told anyway."""
    if not isinstance(entry.value, Mapping):
        return entry
    kept = tuple(one for one in entry.value.entries if one.key.text not in _FOR_PEOPLE)
    return Entry(entry.key, Mapping(kept, entry.value.span), entry.was)


def _users(node: Node, path: KeyPath, shape: Shape | None, own: KeyPath) -> Iterator[tuple[str, Span]]:
    """The values of the game whose rules mention the name at the end of `own`, without the part that bears it.

    A text for people mentions what it names in braces.
    """
    if path == own or shape is None:
        return
    if not shape.rules:
        yield from _tellers(node, path, own)
        return
    match node:
        case Scalar():
            if _mentions(COMMENT.sub("", node.text), path, own):
                yield ".".join(path), node.span
        case Sequence():
            item = shape.list.item if shape.list else None
            found = next((at for one in node.items for _, at in _users(one, path, item, own)), None)
            if found is not None:
                yield ".".join(path), found
        case Mapping():
            for entry in node.entries:
                below = shape.mapping.value(entry.key.text) if shape.mapping else None
                yield from _users(entry.value, (*path, bare(entry.key.text)), below, own)


def _tellers(node: Node, path: KeyPath, own: KeyPath) -> Iterator[tuple[str, Span]]:
    """The texts for people that mention a name in braces."""
    if isinstance(node, Mapping) and any(isinstance(entry.value, Mapping) for entry in node.entries):
        for entry in node.entries:
            yield from _tellers(entry.value, (*path, bare(entry.key.text)), own)
        return
    for text in texts_of(node):
        if any(_mentions(named, path, own) for named in BRACES.findall(text.text)):
            yield ".".join(path), text.span
            return


def _mentions(text: str, path: KeyPath, own: KeyPath) -> bool:
    """Whether a rule mentions a name. That of an action may be a symbol too, so where it stands counts."""
    name = own[-1]
    if own[0] != "actions":
        return name in _NAMED.findall(text)
    if path[-1] in _OF_ACTIONS or path[-2:-1] in (("after",), ("instead_of",)):
        return name == text.strip()
    return bool(re.search(rf"(?<![\w.]){name}\.|\.{name}\b(?!\.)|\boffer\b[^\n]*\b{name}\b", text))


def _line(span: Span) -> str:
    return f"{span.source.name}:{span.line}"
