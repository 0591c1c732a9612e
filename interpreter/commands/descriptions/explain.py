"""`cardwright explain`: what a code of a diagnostic means, what a part of a game is, why a move is legal or not."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from collections.abc import Sequence as AbcSequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import click

from ...diagnostics import codes as table
from ...diagnostics.codes import codes, severity_of
from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ...language.spec.texts import BRACES, texts_of
from ...play.game.game import State
from ...play.game.texts import Wordings
from ...play.players.human import reasons
from ...source.merge.assembly import assemble
from ...source.merge.catalogue import shipped_folders, texts
from ...source.merge.differences import in_language
from ...source.merge.part_arguments import WORD, PartParameter, wanted
from ...source.merge.part_expansion import THINGS
from ...source.merge.parts import ExpandedUse
from ...source.merge.paths import KeyPath, entry_at, without_parameters
from ...source.merge.yaml_output import to_yaml
from ...source.shape.patch_syntax import segments
from ...source.shape.schema import Shape, shape_of
from ...source.text.files import load, read_head
from ...source.text.literals import COMMENT
from ...source.text.tree import Entry, Mapping, Node, Scalar, Sequence, child, entries_of, text_of
from ..failure import CommandError
from ..flags import check_language, format_flag, language_flag, path_flag, trace_rules_flag, with_variants
from ..outcome import FINE, Outcome
from ..positions import is_position, position_of

WIDTH = 80


@click.command("explain", epilog="Example: cardwright explain E201")
@click.argument("words", metavar="CODE | PART | GAME PATH | TRACE@N MOVE", nargs=-1)
@click.option("--markdown", is_flag=True, help="All codes, as a page for the docs.")
@trace_rules_flag
@path_flag
@language_flag
@format_flag
@click.pass_obj
def command(
    outcome: Outcome, words: tuple[str, ...], markdown: bool, rules: str | None, path: tuple[str, ...], lang: str
) -> int:
    """Explain a code such as E201, a part that games use such as auction or
    my-own.yaml, a section of a game such as actions.play, or a move in a
    recorded game.

    Of a section it shows the text, where each value was set, and which rules use
    it; of `uses.NAME` what is brought in there, and what each parameter means.
    GAME may have variants after it: GAME+VARIANT. Of a move in the position in
    which line N of a trace was decided it says why it is legal, or why not, as
    far as the player who decides may know.
    """
    if markdown and outcome.json:
        raise CommandError("E013", "--markdown prints a page, not JSON", "--markdown", "leave one out")
    match words:
        case () if markdown:
            click.echo(code_page(), nl=False)
        case (code,) if not markdown and not is_position(code):
            _code(code, path, outcome)
        case (place, move) if not markdown and is_position(place):
            explain_move(position_of(place, path, rules).state, move, lang, outcome)
        case (game, part) if not markdown:
            return _part(game, part, path, lang, outcome)
        case _:
            helps = ("for example `cardwright explain E201` or `cardwright explain mille-bornes actions`",)
            message = "explain needs a code or a part, or a game and a path, or a position and a move"
            raise CommandError("E013", message, "explain", *helps)
    return FINE


def _code(code: str, paths: tuple[str, ...], outcome: Outcome) -> None:
    around = [Path(folder, inner) for folder in (*reversed(paths), ".") for inner in ("parts", "")]
    folders = [*(folder / "parts" for folder in shipped_folders()), *around]  # the nearest part of a name is the last
    files = [path for folder in folders for path in folder.glob("*.yaml") if "part" in read_head(path, ("part",))]
    parts = {path.stem: path for path in files}
    if code.endswith(".yaml") and "part" in read_head(Path(code), ("part",)):
        parts[code] = Path(code)
    if code in parts:
        written = re.sub(r"\A# yaml-language-server.*\n", "", parts[code].read_text(encoding="utf-8"))
        return outcome.answer({"part": code, "text": written}, lambda: written.rstrip())
    name = code.upper()
    if name not in codes():
        helps = (
            did_you_mean(name, codes())
            or did_you_mean(code, parts)
            or ("`cardwright explain --markdown` lists all of them",)
        )
        raise CommandError("E012", f"there is no code or part '{code}'", code, *helps)
    return outcome.answer(code_json(name), lambda: code_text(name))


def _part(game: str, part: str, paths: tuple[str, ...], lang: str, outcome: Outcome) -> int:
    named = with_variants(game)
    report = Report()
    made = assemble(named.game, named.variants, paths, report, command_line=outcome.line.source)
    if made is None:
        return outcome.fail(report)
    check_language(lang, texts(made.tree.get("title")))
    if part.split(".")[0] == "uses" and made.uses:
        found_use = explain_part_use(made.uses, part, lang)
        outcome.answer(found_use, lambda: use_text(found_use))
        return FINE
    try:
        found = explain_rule(made.tree, part, lang)
    except CommandError as error:
        # Where variants remove the part of the game at the path, or all that it belongs to.
        gone = [t for t in made.touches if t.what == "removes" and f"{part}.".startswith(".".join((*t.path, "")))]
        helps = [f"variant '{one.variant}' removes it ({_line(one.span)})" for one in gone]
        raise CommandError(error.code, error.message, error.about, *(helps or error.helps)) from None
    outcome.answer(rule_json(found), lambda: rule_text(found))
    return FINE


def code_json(code: str) -> dict[str, Any]:
    """All that is known about a code."""
    row, example = codes()[code], code_examples()[code]
    known = {"code": code, "severity": severity_of(code), "title": row.title, "about": row.about}
    return {**known, "wrong": example.wrong, "right": example.right, "place": _PLACES[example.kind]}


def code_text(code: str) -> str:
    """What a code means, for the terminal."""
    row, example = codes()[code], code_examples()[code]
    parts = [f"{severity_of(code)}[{code}]: {row.title}", textwrap.fill(row.about, WIDTH)]
    parts += [f"{title}:\n" + textwrap.indent(text.rstrip(), "    ") for title, text in _parts(example)]
    return "\n\n".join(parts)


def code_page() -> str:
    """The page of all codes, in Markdown."""
    parts = [
        "# The codes of diagnostics",
        "Every message has a code: E for a mistake in a file or on the command line, R for a rule that fails in play, "
        "W for a warning. A code never changes its meaning. `cardwright explain CODE` prints its entry. This page is "
        "generated by `cardwright explain --markdown`.",
        "Unless an example says otherwise, it is about this game, whose keys it adds to or replaces:",
        f"<!-- frame -->\n```yaml\n{example_frame()}```",
        *(_entry(code) for code in sorted(codes())),
    ]
    return "\n\n".join(parts) + "\n"


def _entry(code: str) -> str:
    row, example = codes()[code], code_examples()[code]
    shown = [f"{title}:\n\n```text\n{text.rstrip()}\n```" for title, text in _parts(example)]
    return "\n\n".join([f"## {code}: {row.title}", row.about, *shown])


def _parts(example: CodeExample) -> list[tuple[str, str]]:
    place = f" ({_PLACES[example.kind]})" if _PLACES[example.kind] else ""
    before = [("Where the game has", example.before)] if example.before else []
    return [*before, (f"Wrong{place}", example.wrong), (f"Right{place}", example.right)]


# The examples of codes, one wrong and one right, from the files beside the table of codes --------

_PLACES = {
    "spec": "in a spec",
    "effect": "as an effect",
    "condition": "as a condition",
    "variant": "in a variant",
    "part": "as the part my-own",
    "scenario": "as a scenario",
    "clauses": "in clauses.yaml",
    "text": "in any file",
    "stray": "in the folder of a game",
    "folder": "as a file in the folder of a game",
    "command": "on the command line",
    "play": "in a spec that is played",
    "words": "",
}
"""What an example is written as, with where it stands in a few words; `words` is told and cannot be tried."""

_KINDS = {"command_line": "command", "text": "text", "variants": "variant", "scenarios": "scenario", "play": "play"}
"""What the examples in a file are written as unless they say it themselves; those in others are parts of a spec."""

_EXAMPLES = Path(table.__file__).parent / "examples"


@dataclass(frozen=True, slots=True)
class CodeExample:
    """What is wrong and what is right, as an author writes it; `before` is what the game has already, or empty."""

    kind: str
    wrong: str
    right: str
    before: str


@cache
def code_examples() -> dict[str, CodeExample]:
    """The example of each code."""
    return {code: one for path in _EXAMPLES.glob("*.yaml") if path.stem != "frame" for code, one in _read(path)}


def example_frame() -> str:
    """The game in which the examples stand."""
    return (_EXAMPLES / "frame.yaml").read_text(encoding="utf-8")


def _read(path: Path) -> Iterator[tuple[str, CodeExample]]:
    for code, node in load(path, Report()) or ():
        written = {entry.key.text: text_of(entry.value) for entry in entries_of(node)}
        kind = written.get("as") or _KINDS.get(path.stem, "spec")
        yield code, CodeExample(kind, written["bad"], written["good"], written.get("base", ""))


# One rule of a game in words: its text for people, where it was set, and what mentions it ---------

_NAMED = re.compile(r"[a-z][a-z0-9_]*")
_FOR_PEOPLE = ("title", "about", "label", "text", "rule", "source")

_OF_ACTIONS = ("offer", "instead_of", "after")
"""Keys whose values are names of actions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleExplanation:
    """A part of a game: its path, what it says to people by key, and where its name is used in rules."""

    path: str
    entry: Entry
    texts: dict[str, str]
    users: tuple[tuple[str, Span], ...]


def explain_rule(tree: Mapping, path: str, lang: str) -> RuleExplanation:
    """The part of a game at a path such as `actions.play`. Raises CommandError if there is none."""
    entries = entries_to(tree, path)
    names, entry = [name for name, _ in segments(path)], entries[-1]
    own = tuple(without_parameters(name) for name in names[: 4 if names[0] == "cards" and len(names) > 3 else 2])
    users = tuple(_users(tree, (), shape_of("spec"), own)) if len(own) > 1 else ()
    given = {key: child(entry.value, key) for key in ("label", "text", "rule")}
    told = {key: in_language(text, lang) for key, text in given.items() if text is not None}
    return RuleExplanation(path=".".join(names), entry=entry, texts=told, users=users)


def entries_to(tree: Mapping, path: str) -> list[Entry]:
    """The entries that a path goes through, the outermost first. Raises CommandError (E012) if it leads nowhere."""
    here: Node = tree
    found: list[Entry] = []
    names = [name for name, _ in segments(path)]
    for i, name in enumerate(names):
        below = entry_at(here, without_parameters(name)) if isinstance(here, Mapping) else None
        if below is None:
            known = [without_parameters(one.key.text) for one in entries_of(here)]
            where = f"'{'.'.join(names[:i])}'" if i else "this game"
            helps = did_you_mean(name, known) or ((f"it has: {', '.join(known[:20])}",) if known else ())
            raise CommandError("E012", f"{where} has no '{name}'", path, *helps)
        found.append(below)
        here = below.value
    return found


def rule_text(found: RuleExplanation) -> str:
    """What there is to say, for the terminal."""
    told, entry = found.texts, found.entry
    head = found.path + (f": {told['label']}" if "label" in told else "")
    rule = [f"rulebook: {told['rule']}"] if "rule" in told else []
    parts = ["\n".join([head, *([told["text"]] if "text" in told else []), *rule])]
    if isinstance(entry.value, Mapping):  # without the texts that are shown anyway
        rest = tuple(one for one in entry.value.entries if one.key.text not in _FOR_PEOPLE)
        entry = Entry(entry.key, Mapping(rest, entry.value.span), entry.was)
    parts.append(to_yaml(Mapping((entry,), entry.value.span), origins=True).rstrip())
    users = [f"  {path}  ({_line(span)})" for path, span in found.users]
    parts += ["\n".join(["used by", *users])] if users else []
    return "\n\n".join(parts)


def rule_json(found: RuleExplanation) -> dict[str, Any]:
    """The same for programs."""
    span = found.entry.value.span
    return {
        "path": found.path,
        "told": found.texts,
        "file": span.source.name,
        "line": span.line,
        "written": to_yaml(Mapping((found.entry,), span)),
        "was": [{"file": one.value.span.source.name, "line": one.value.span.line} for one in found.entry.was],
        "users": [{"path": path, "file": at.source.name, "line": at.line} for path, at in found.users],
    }


def _users(node: Node, path: KeyPath, shape: Shape | None, own: KeyPath) -> Iterator[tuple[str, Span]]:
    """The values of the game whose rules mention the name at the end of `own`, without the part that bears it.

    A text for people mentions what it names in braces.
    """
    if path == own or shape is None:
        return
    if not shape.rules:
        yield from _texts_that_mention(node, path, own)
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
                yield from _users(entry.value, (*path, without_parameters(entry.key.text)), below, own)


def _texts_that_mention(node: Node, path: KeyPath, own: KeyPath) -> Iterator[tuple[str, Span]]:
    """The texts for people that mention a name in braces."""
    if isinstance(node, Mapping) and any(isinstance(entry.value, Mapping) for entry in node.entries):
        for entry in node.entries:
            yield from _texts_that_mention(entry.value, (*path, without_parameters(entry.key.text)), own)
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


# A part that a game uses: what it brings here, and what its parameters mean and stand for ---------

UseExplanation = dict[str, Any]
"""What is said, as JSON has it."""


def explain_part_use(uses: AbcSequence[ExpandedUse], path: str, lang: str) -> UseExplanation:
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


def use_text(found: UseExplanation) -> str:
    """The same for the terminal."""
    if "uses" in found:
        return "\n".join(f"{one['path']}: {one['title']} ({one['part']})" for one in found["uses"])
    if "part" not in found:
        lines = [f"{found['path']}: {found['is']}", *([found["text"]] if found["text"] else []), _stands(found)]
        return "\n".join(lines)
    lines = [f"{found['path']}: {found['title']}", *([found["about"]] if found["about"] else []), ""]
    lines.append(f"{found['part']}, in {found['file']}, used at {found['used']}")
    lines += ["", "parameters"] if found["parameters"] else []
    for one in found["parameters"]:
        lines += [f"  {one['name']}: {one['is']}. {_stands(one)}", *([f"    {one['text']}"] if one["text"] else [])]
    lines += ["", "brings"]
    lines += [f"  {names_text({section: row})}".replace("`", "") for section, row in found["brings"].items()]
    lines += [f"  what {name} brings" for name in found["uses_parts"]]
    return "\n".join(lines)


def _stands(parameter: UseExplanation) -> str:
    return f"Here: {parameter['argument']} ({'by default' if parameter['by_default'] else parameter['at']})"


def _use(brought: ExpandedUse, path: str, lang: str) -> UseExplanation:
    use, source = brought.use, brought.part.span.source
    arguments = {name: one.text for name, one in brought.arguments.items()}

    def written(name: str) -> str:
        """A name as the game has it: with the arguments of the use in place of the parameters."""
        head, bracket, rest = name.partition("(")
        return brought.chosen(head) + bracket + WORD.sub(lambda word: arguments.get(word[0], word[0]), rest)

    return {
        "path": path,
        "part": use.part.text,
        "title": in_language(brought.part.get("title"), lang),
        "about": in_language(brought.part.get("about"), lang),
        "file": source.name,
        "used": f"{use.part.span.source.name}:{use.part.span.line}",
        "parameters": [_parameter(brought, one, lang) for one in brought.parameters.values()],
        "brings": {section: [written(name) for name in row] for section, row in names_of(brought.tree).items()},
        "uses_parts": [one.use.part.text for one in brought.inner],
    }


def _parameter(brought: ExpandedUse, parameter: PartParameter, lang: str) -> UseExplanation:
    argument = brought.arguments[parameter.name.text]
    return {
        "name": parameter.name.text,
        "is": wanted(parameter),
        "text": in_language(parameter.text, lang),
        "argument": argument.text,
        "by_default": not argument.given,
        "at": f"{argument.node.span.source.name}:{argument.node.span.line}",
    }


def _unknown(path: str, says: str, name: str, known: list[str]) -> CommandError:
    helps = did_you_mean(name, known) or ((f"there are: {', '.join(known)}",) if known else ())
    return CommandError("E012", f"{says} '{name}'", path, *helps)


Names = dict[str, list[str]]
"""Names by section, functions and effects with their parameters: `{"effects": ["deal(integer n)"]}`."""

_PLURAL = {section: "decks" if section == "cards" else section for section in THINGS}


def names_of(tree: Mapping) -> Names:
    """The names that the sections of a part, or what a use of it brings, have."""
    found = {
        section: [signature(section, one.key.text, one.value) for one in entries_of(tree.get(section))]
        for section in THINGS
    }
    return {section: names for section, names in found.items() if names}


def names_text(names: Names) -> str:
    """Names in words: ``zones `stock`, `hand`; effect `deal(integer n)` ``."""
    things = ((_PLURAL[section] if len(row) > 1 else THINGS[section], row) for section, row in names.items())
    return "; ".join(f"{thing} {', '.join(f'`{name}`' for name in row)}" for thing, row in things)


def signature(section: str, name: str, value: Node) -> str:
    """A name as rules and moves write it: `deal(integer n)`, `lay_off(c, p, n)`."""
    chosen = value.get("choose") if isinstance(value, Mapping) else None
    if section in ("actions", "reactions") and isinstance(chosen, Mapping):
        return f"{name}({', '.join(choice for choice, _ in chosen)})"
    return f"{name}()" if section == "effects" and "(" not in name else name


def explain_move(state: State, move: str, lang: str, outcome: Outcome) -> None:
    """Print why a move is or is not legal, and the facts that decide it; as JSON, all that a refusal has.

    Nothing is said that the player who decides may not know.
    """
    check_language(lang, state.game.spec.title if state.game.spec else {})
    refusal = state.why_not(move)
    why = asdict(refusal) if refusal is not None else {"move": move}
    head, words = f"{state.decider} · {state.phase}", Wordings(state.game.spec, lang)
    result = {"player": str(state.decider), "legal": refusal is None, **why}
    outcome.answer(result, lambda: "\n".join([head, *reasons(state, move, words)]))
