"""Reports what is wrong with a patch of a variant: where it misses, and what is there instead."""

from __future__ import annotations

import re
from typing import Literal, Unpack

from ...diagnostics.diagnostic import Details, Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean, is_language, suggest
from ..shape.foreign_keys import STARTS, is_effect, meant_keys
from ..shape.schema import kind_of, shape_at, shape_of
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, text_of
from .catalogue import shipped_folders
from .conflicts import Edit, EditLog
from .paths import KeyPath, Steps, comma_separated, dotted, names_in, node_at, path_of, paths_of_key
from .variants import OrderedVariant

Missing = Literal["sets", "adds", "removes", "inserts"]
"""What a patch does that misses its place; what is placed is there."""

_MISSES: dict[Missing, tuple[str, str, str]] = {
    "sets": ("E402", "overrides", "nothing to override here"),
    "adds": ("E416", "adds", "nothing to add to here"),
    "removes": ("E404", "removes", "nothing to remove here"),
    "inserts": ("E406", "inserts", "nothing to insert into here"),
}
"""What is said of a path that leads nowhere: the code, what the patch does, and the label."""

_INTRODUCE = "to introduce something new, put it under `add:`"

_KINDS = {"text": "a single text", "mapping": "a mapping", "list": "a list"}


class PatchErrors:
    """Reports what is wrong with the patches of one variant.

    In all methods `steps` is the path of the patch; `above` is the node in which the name number `at` was not found.
    """

    def __init__(self, tree: Mapping, variant: OrderedVariant, touches: EditLog, report: Report) -> None:
        self.tree = tree
        self.variant = variant
        self.touches = touches
        self.report = report

    def _fault(
        self, code: str, message: str, steps: Steps, span: Span | None = None, **details: Unpack[Details]
    ) -> None:
        """Report a mistake at a path; the last name is shown, unless another place is given."""
        self.report.add(code, message, span or steps[-1].span, path=dotted(steps), **details)

    def misses(self, does: Missing, steps: Steps, at: int, above: Node) -> None:
        """Report a path whose name number `at` is not in `above` (E402, E404, E406, E416)."""
        step, (code, verb, label) = steps[at], _MISSES[does]
        sections, shape = shape_of("spec").mapping, shape_at(path_of(steps[:at]))
        known_section = at or (sections is not None and step.name in sections.fixed)
        helps: tuple[str, ...] = (_INTRODUCE,) if does == "sets" and known_section else ()
        if not at and step.name == text_of(self.tree.get("game")):
            helps = (f"a path begins with a section of the game: leave `{step.name}.` out",)
        elif step.name == "uses" and not at:
            self._fault(code, "what a part is told is said in its use", steps, step.span, helps=(_in_its_use(steps),))
            return
        elif does == "sets" and at == 1 and self.variant.what == "game":
            helps = ("no part that the game uses brings it, as it is told now: remove this, or declare it in the game",)
        wanted, above_path = path_of(steps[: at + 1]), dotted(steps[:at])
        parent = f"'{above_path}'" if above_path else "the game"
        gone = self.touches.remover(wanted)
        tries = f"{self.variant} {verb} '{dotted(steps)}'"
        if isinstance(above, Scalar):
            message = f"{tries}, but {parent} is a single text"
            notes: tuple[str, ...] = (f"{parent} is `{_short(above)}`",)
            helps = (f"remove it as a whole: `{above_path}`",) if code == "E404" else self._into_a_text(steps, at)
        else:
            missing = "" if len(wanted) == len(steps) else f" '{'.'.join(wanted)}'"
            message = f"{tries}, but{missing or ' it'} does not exist"
            names = names_in(above)
            if does == "sets" and len(names) == 1 and at and step.scalar is not steps[at - 1].scalar:
                there = f"{above_path}.{names[0]}"
                helps = (f"{_INTRODUCE}; what is there stays beside it, unless you `remove: [{there}]`",)
            notes = (f"{parent} has: {comma_separated(names)}" if names else f"{parent} is empty",)
            keys = shape.mapping if shape is not None else None
            meant = meant_keys(step.name, shape.title, keys) if shape and keys else []
            similar = tuple(f"did you mean '{one}'?" for one in meant[:1])
            if keys is None or not (keys.by_language and is_language(step.name)):
                similar = similar or did_you_mean(step.name, names)
            below = next(
                (one for one in names if isinstance(above, Mapping) and node_at(above, (one, step.name))), None
            )
            if at and below is not None and not similar:
                similar, helps = (f"did you mean '{'.'.join((*wanted[:-1], below, *path_of(steps[at:])))}'?",), ()
            similar = similar or (() if gone or at > 1 else self._paths_outside(step.name))
            part = brought_by(*wanted) if at == 1 and not similar and not gone else ()
            outside = self._paths_outside(steps[1].name) if not at and len(steps) > 1 and not similar else ()
            advice = part or outside or _made_by_each(self.tree, path_of(steps)) or helps
            helps = (*_with_dots(self.tree, steps), *similar, *advice)
        others = (Label(gone.span, f"{gone.variant} removes it here"),) if gone else ()
        self._fault(code, message, steps, step.span, label=label, others=others, notes=notes, helps=helps)

    def _into_a_text(self, steps: Steps, at: int) -> tuple[str, ...]:
        """What to do if a path leads into a single text, which may be a condition without a name."""
        path = path_of(steps[:at])
        shape = shape_at(path)
        if shape and shape.mapping and shape.text:
            return (f"override it as a whole: `override: {{{'.'.join(path)}: {{{steps[at].name}: …}}}}`",)
        return (f"override it as a whole: `override: {{{'.'.join(path)}: …}}`",)

    def _paths_outside(self, name: str) -> tuple[str, ...]:
        """The same name elsewhere in the game, unless it is a common one."""
        paths = [".".join(path) for path in paths_of_key(self.tree, name)]
        return tuple(f"there is '{path}'" for path in paths) if len(paths) <= 2 else ()

    def idle(self, steps: Steps, value: Node) -> None:
        """Report a value that is there already, or a mapping with nothing in it (W663)."""
        name = dotted(steps)
        empty = isinstance(value, Mapping) and not value.entries
        says = f"says nothing under '{name}'" if empty else f"sets '{name}' to what it is already"
        span = steps[-1].scalar.span if isinstance(value, Mapping) else value.span
        self._fault("W663", f"{self.variant} {says}", steps, span, label="this changes nothing", helps=("remove it",))

    def exists(self, steps: Steps, entry: Entry) -> None:
        """Report an addition of something that already exists (E403)."""
        path = path_of(steps)
        name = ".".join(path)
        helps = [f"to give it another value, put it under `override:`, as `{name}: …`"]
        if isinstance(entry.value, Sequence):
            helps = [f"to add an item to it, write `insert: {{{name}: {{NAME: {{at: end}}}}}}`", *helps]
        elif isinstance(entry.value, Scalar) and (shape := shape_at(path)) and shape.mapping:
            helps = [f"'{name}' is a single text: override it as a whole, with a map of names"]
        elif isinstance(entry.value, Mapping) and _takes_another(path, entry.value):
            helps = [
                f"to add one to those that are there, give it a name of its own: `{name}.NAME: …`",
                "to replace all of them, put it under `override:`",
            ]
        above = shape_at(path[:-1])
        if above and above.mapping and above.mapping.rest and path[-1] not in above.mapping.fixed:
            another = f"if yours is another one, give it another name than '{path[-1]}'"
            helps = [another, f"to replace the one that is there, put it under `override:`, as `{name}: …`"]
        message = f"{self.variant} adds '{name}', which already exists"
        others = (Label(entry.key.span, "it is here"),)
        self._fault("E403", message, steps, label="already exists", others=others, helps=tuple(helps))

    def another_kind(self, steps: Steps, value: Node, entry: Entry) -> None:
        """Report an override of one kind of value, such as a mapping, by another (E409)."""
        name = dotted(steps)
        new, old = _KINDS[kind_of(value)], _KINDS[kind_of(entry.value)]
        inside = names_in(entry.value) if isinstance(entry.value, Mapping) else []
        shape = shape_at(path_of(steps))
        first = STARTS.get(shape.title) if shape is not None else None
        rules = [one for one in inside if (below := shape_at((*path_of(steps), one))) is None or below.rules]
        helps = (f"write the whole path, for example `{name}.{(rules or inside)[0]}: …`",) if inside else ()
        if (
            isinstance(value, Scalar)
            and is_effect(value.text)
            and shape
            and shape.mapping
            and "do" in shape.mapping.fixed
        ):
            first = "do"
        if first is not None and isinstance(value, Scalar):
            under = "" if first in inside else " under `add:`"
            helps = (f"write `{name}.{first}: {_short(value)}`{under}",)
        notes = (f"'{name}' has: {comma_separated(inside)}",) if inside else ()
        message = f"'{name}' is {old}, and {new} cannot replace it"
        others = (Label(entry.key.span, f"{old} here"),)
        self._fault("E409", message, steps, label=f"set to {new} here", others=others, notes=notes, helps=helps)

    def item_of_a_list(self, steps: Steps) -> None:
        """Report an override of an item of a list (E415)."""
        whole, item = dotted(steps[:-1]), steps[-1].name
        message = f"'{whole}' is a list, and single items of a list cannot be overridden"
        advice = f"take the item out with `remove: [{whole}.{item}]`, and put another one in with `insert`"
        self._fault("E415", message, steps, helps=(advice, "or override the whole list"))

    def added_to_a_list(self, steps: Steps) -> None:
        """Report an addition to a list (E415)."""
        whole, item = dotted(steps[:-1]), steps[-1].name
        helps = (f"write `insert: {{{whole}: {{{item}: {{at: end}}}}}}`",)
        self._fault("E415", f"'{whole}' is a list, which needs `insert` instead of `add`", steps, helps=helps)

    def needed(self, steps: Steps, title: str) -> None:
        """Report the removal of a key that the language requires (E417)."""
        name = dotted(steps)
        around = f", or remove all of '{dotted(steps[:-1])}'" if len(steps) > 1 else ""
        message = f"{self.variant} removes '{name}', but {title} needs '{steps[-1].name}'"
        helps = (f"give it another value under `override:`{around}",)
        self._fault("E417", message, steps, label="cannot be removed", helps=helps)

    def not_for_a_variant(self, steps: Steps) -> None:
        """Report a patch of what a variant cannot change (E414)."""
        self.report.add("E414", f"a variant cannot change '{steps[0].name}'", steps[0].span, path=steps[0].name)

    def no_order(self, steps: Steps) -> None:
        """Report an insertion into a mapping whose order means nothing (E406)."""
        parent = dotted(steps[:-1]) or "the game"
        message = f"the order of '{parent}' has no meaning, so there are no positions to insert at"
        helps = ("put the key under `add:` instead",)
        self._fault("E406", message, steps, helps=helps)

    def not_added_yet(self, steps: Steps) -> None:
        """Report a key that is moved, but does not exist (E406)."""
        name = dotted(steps)
        message = f"'{name}' cannot be moved, because it does not exist"
        helps = ("add it, with its value, under `add:` as well",)
        self._fault("E406", message, steps, helps=helps)

    def beside_itself(self, steps: Steps, parent: Node, anchor: Scalar) -> None:
        """Report a name that is inserted next to itself (E406)."""
        names = [name for name in names_in(parent) if name != anchor.text]
        message = f"'{anchor.text}' cannot be inserted next to itself"
        notes = (f"'{dotted(steps[:-1])}' has: {comma_separated(names)}",) if names else ()
        helps = (f"name its neighbour: `{{before: {names[0]}}}`",) if names else ("write `{at: end}`",)
        self._fault("E406", message, steps, anchor.span, notes=notes, helps=helps)

    def no_neighbour(self, steps: Steps, parent: Node, anchor: Scalar, other: Edit | None) -> None:
        """Report a neighbour that does not exist, or only because of another variant (E406)."""
        name = dotted(steps[:-1])
        names = [n for n in names_in(parent) if n != anchor.text]
        if other:
            helps: tuple[str, ...] = (f"add `after: [{other.variant}]` to variant '{self.variant.name}'",)
        elif isinstance(parent, Mapping) and isinstance(inner := parent.get(steps[-1].name), Sequence):
            self._no_name_to_insert(steps, inner, anchor)
            return
        else:
            helps = did_you_mean(anchor.text, names)
        message = f"{self.variant} inserts '{steps[-1].name}' next to '{anchor.text}', which is not in '{name}'"
        others = (Label(other.span, f"{other.variant} {other.what} it here"),) if other else ()
        notes = (f"'{name}' has: {comma_separated(names)}",) if names else ()
        label = "no such neighbour"
        self._fault("E406", message, steps, anchor.span, label=label, others=others, notes=notes, helps=helps)

    def _no_name_to_insert(self, steps: Steps, into: Sequence, anchor: Scalar) -> None:
        """Report a place in a list without the name that is put there: `phases.play.offer: {before: take}`."""
        path = dotted(steps)
        names = names_in(into)
        near = anchor.text if anchor.text in names else suggest(anchor.text, names) or (names[0] if names else "…")
        message = f"{self.variant} does not say what to insert into '{path}'"
        notes = (f"'{path}' has: {comma_separated(names)}",) if names else ()
        helps = (f"write the name before the place: `{path}: {{NAME: {{before: {near}}}}}`",)
        self._fault("E406", message, steps, label="a list", notes=notes, helps=helps)


def _in_its_use(steps: Steps) -> str:
    """How an argument of a part is told, in its use."""
    words = [step.name for step in steps[1:]] or ["NAME"]
    return f"write `{words[0]}: {{part: …, {words[1] if words[1:] else 'PARAMETER'}: …}}` under `uses:`"


def brought_by(section: str, name: str) -> tuple[str, ...]:
    """The part of the package that would bring what is missing, as a help."""
    there = re.compile(rf"^{section}:\n(?:(?: .*)?\n)*?  {re.escape(name)}[:(]", re.MULTILINE)
    files = sorted(path for folder in shipped_folders() for path in folder.glob("parts/*.yaml"))
    parts = [path.stem for path in files if there.search(path.read_text(encoding="utf-8"))]
    return (f"the part `{parts[0]}` brings one, if it is brought in: `uses: {{NAME: {parts[0]}}}`",) if parts else ()


def _made_by_each(tree: Mapping, path: KeyPath) -> tuple[str, ...]:
    """How to change one of the cards that `each` makes, for a path to a value of one that is not in the list."""
    deck = node_at(tree, path[:2])
    if path[0] != "cards" or path[2:3] != ("list",) or len(path) < 5 or not isinstance(deck, Mapping):
        return ()
    whole, value = ".".join(path[:4]), ".".join(path[4:])
    return (f"to change a card that `each` makes: `add: {{{whole}: {{{value}: …}}}}`",) if deck.get("each") else ()


def _with_dots(tree: Mapping, steps: Steps) -> tuple[str, ...]:
    """How a path is written whose names are joined by other signs than dots, as a help; none if it leads nowhere."""
    written = dotted(steps)
    path = [name for name in re.split(r"[./\\\[\]>:\s]+", written) if name]
    there = node_at(tree, tuple(path)) is not None and ".".join(path) != written
    return (f"join the names of a path with dots: `{'.'.join(path)}`",) if there else ()


def _short(text: Scalar) -> str:
    line = text.text.strip().split("\n", 1)[0]
    return line if len(line) <= 60 else line[:59] + "…"


def _takes_another(path: KeyPath, there: Mapping) -> bool:
    """Whether what is there are entries under names of the author's own, to which another one can be added."""
    shape = shape_at(path)
    if shape is None or shape.mapping is None or shape.mapping.rest is None:
        return False
    return not any(entry.key.text in shape.mapping.fixed for entry in there.entries)
