"""What was probably meant by a name that means nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ....diagnostics.suggest import edits, exhausted, suggest
from ...builtins.table import spellings
from ...ir import nodes as ir
from ...syntax import nodes as syn
from ..names.elsewhere import elsewhere
from ..names.parameters import parameters_of
from ..names.scope import Scope
from .matching import unknown


def not_found(node: syn.Name, scope: Scope) -> ir.Expr:
    """Report an unknown name (E201), with a similar one."""
    world, spec = scope.world, scope.world.spec
    kinds_of_things = (
        ("zone", spec.zones),
        ("variable", spec.variables),
        ("function", spec.functions),
        ("quantity", spec.quantities),
        ("option", spec.options),
        ("symbol", world.symbols),
        ("kind of card", world.kinds),
        ("enumeration", world.enumerations),
        ("deck", spec.decks),
        ("local name", scope.names),
    )
    every = [n for _, names in kinds_of_things for n in names] if not exhausted() else []
    every += ["me", "it", "true", "false", "none", *spellings("name"), *parameters_of(node.span.source)]
    near, local = suggest(node.id, every), suggest(node.id, scope.names)
    if near and local and edits(node.id, local) <= edits(node.id, near):
        near = local  # what has a name for a few lines is meant by them rather than something of the whole game
    what = next((f"the {w} " for w, names in kinds_of_things if near in names), "")
    helps = [f"did you mean {what}'{near}'?"] if near else []
    helps = _as_here(node.id, scope) or elsewhere(node.id, scope.names) or _renamed(node.id, every) or helps
    if node.id in spec.permissions:
        helps = [f"ask for a permission with `may`: `may {node.id}`"]
    others = [
        w
        for w, names in (
            ("an action", spec.actions),
            ("a phase", spec.phases),
            ("an effect", spec.effects),
            ("a scoring", spec.scoring),
        )
        if node.id in names
    ]
    notes = (f"'{node.id}' is {others[0]}, which has no value",) if others else ()
    function = scope.path.removeprefix("functions.")
    declared = spec.functions.get(function)
    if not helps and not notes and declared and not declared.signature.parameters and len(node.id) == 1:
        usual = {"t": "team", "n": "integer", "i": "integer", "k": "integer", "c": next(iter(spec.decks), "main")}
        head = declared.signature.span
        within = "functions." if head.source.text[: head.start].endswith("functions.") else ""  # the path in a variant
        helps = [f"if it is an argument, declare it: `{within}{function}({usual.get(node.id, 'player')} {node.id}): …`"]
    if not helps and not notes and scope.names:
        notes = ("names in scope: " + ", ".join(scope.names),)
    world.report.add(
        "E201",
        f"unknown name '{node.id}'",
        node.span,
        label="no such name",
        notes=notes,
        helps=tuple(helps),
        path=scope.path,
    )
    return unknown(node.span)


NEAR_A_PLAYER = ("rivals", "next", "previous", "team")
"""What players have besides what the spec gives them."""


def _as_here(id: str, scope: Scope) -> list[str]:
    """The help for a name that means something else here: what is chosen only later, whose it is, or who `it` is."""
    section, _, rest = scope.path.partition(".")
    spec, name = scope.world.spec, rest.partition(".")[0]
    part = (
        spec.actions.get(name) if section == "actions" else spec.reactions.get(name) if section == "reactions" else None
    )
    for event in _events(section, name, scope):
        if event in spec.actions and id in [pick.name.text for pick in spec.actions[event].choose]:
            return [f"what was chosen is `{event}.{id}`"]
    here = rest == name or rest.startswith(f"{name}.choose")
    if part is not None and here and id in [pick.name.text for pick in part.choose]:
        return [f"'{id}' is chosen after this: put it before this, under `choose`"]
    if id in NEAR_A_PLAYER and scope.me is not None:
        return [f"say whose: `me.{id}`"]
    if scope.it is not None and scope.it.type.base in ("player", "team") and id in ("p", "t", "player", "team"):
        return [f"the {scope.it.type.base} is called `it` here"]
    return []


def _events(section: str, name: str, scope: Scope) -> list[str]:
    """What a reaction or a trigger waits for."""
    spec = scope.world.spec
    if section == "reactions" and name in spec.reactions:
        return [word.text for word in spec.reactions[name].instead_of]
    return [word.text for word in spec.triggers[name].after] if section == "triggers" and name in spec.triggers else []


def _renamed(id: str, every: Sequence[str]) -> list[str]:
    """The help for a name that a part has with something before it, because the game uses the part `as` that."""
    longer = [name for name in every if name.endswith(f"_{id}")] if len(id) > 2 else []
    return [f"did you mean '{longer[0]}'?"] if len(longer) == 1 else []
