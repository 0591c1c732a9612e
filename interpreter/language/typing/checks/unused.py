"""Warns of what is declared and never used, since that may be a slip."""

from __future__ import annotations

from collections.abc import Iterable

from ...syntax import nodes as syn
from ..names.walk import records
from ..names.world import World


def check_unused(world: World) -> None:
    """Warn of actions that are never offered (W610) and of declarations that nothing uses (W611)."""
    _check_offered(world)
    mentioned = set(_mentioned(world))
    if "activate" not in mentioned:
        _check_activated(world)
    _check_declared(mentioned, world)


def _check_offered(world: World) -> None:
    spec = world.spec
    offered = {w.text for p in spec.phases.values() for w in p.offer}
    offered |= {w.text for n in world.records if isinstance(n, syn.Offer) for w in n.actions}
    for name, action in spec.actions.items():
        if name not in offered:
            world.report.add(
                "W610",
                f"the action '{name}' is never offered",
                action.name.span,
                label="nobody can do this",
                helps=(_how_to_offer(world, action.name), "or remove it"),
                path=action.path,
            )


def _check_activated(world: World) -> None:
    for one in (k for d in world.spec.decks.values() for k in d.kinds if k.activate):
        world.report.add(
            "W611",
            f"the effect of '{one.id.text}' never happens",
            one.id.span,
            label="no rule activates it",
            helps=("activate it in an action: `activate(c)`",),
            path=one.path,
        )


def _check_declared(mentioned: set[str], world: World) -> None:
    spec = world.spec
    groups: tuple[tuple[str, Iterable[tuple[syn.Word, str]]], ...] = (
        ("zone", ((z.name, z.path) for z in spec.zones.values() if not z.start)),
        ("variable", ((v.name, v.path) for v in spec.variables.values())),
        ("function", ((f.signature.name, f.path) for f in spec.functions.values())),
        ("effect", ((e.signature.name, e.path) for e in spec.effects.values())),
        ("option", ((o.name, o.path) for o in spec.options.values())),
        ("quantity", ((q.name, q.path) for q in spec.quantities.values())),
        ("permission", ((p.name, p.path) for p in spec.permissions.values())),
        ("scoring", ((s.name, s.path) for s in spec.scoring.values())),
    )
    measured = {one.text for one in spec.result.measures} if spec.result is not None else set()
    base = spec.span.source
    replaced = any(
        one.span.source is not base and one.span.source.used is None
        for one in world.records
        if isinstance(one, syn.Name)
    )
    for what, words in groups:
        for word, path in words:
            if word.text not in mentioned and word.span.source.used is None:  # a part may bring more than is needed
                world.report.add(
                    "W611",
                    f"the {what} '{word.text}' is never used",
                    word.span,
                    label="only `measures` names it" if word.text in measured else "nothing refers to it",
                    helps=_how_to_use(replaced and word.span.source is base, what, word, path),
                    path=path,
                )


def _how_to_use(replaced: bool, what: str, word: syn.Word, path: str) -> tuple[str, ...]:
    """How a scoring is used; or what to do about something of which a variant may have replaced the use."""
    if replaced:
        return (f"if a variant has replaced what used it: `remove: [{path}]`",)
    return (f"let an effect count it: `score({word.text})`",) if what == "scoring" else ()


def _how_to_offer(world: World, action: syn.Word) -> str:
    """What to write to put an action on offer, in the game itself or in the variant that adds it."""
    lists = [phase for phase in world.spec.phases.values() if phase.offer]
    if action.span.source is world.spec.span.source or not lists:
        return f"offer it in a phase: `offer: [{action.text}]`"
    return f"offer it in a phase: `insert: {{phases.{lists[0].name.text}.offer: {{{action.text}: {{at: end}}}}}}`"


def _mentioned(world: World) -> Iterable[str]:
    """All names in rules and references."""
    spec = world.spec
    for node in records(
        (
            spec.words,
            spec.options,
            spec.quantities,
            spec.permissions,
            spec.decks,
            spec.zones,
            spec.variables,
            spec.functions,
            spec.effects,
            spec.phases,
            spec.actions,
            spec.reactions,
            spec.triggers,
            spec.scoring,
            spec.result,
            spec.table,
            spec.limits,
        )
    ):
        match node:
            case syn.Name():
                yield node.id
            case syn.Attribute():
                yield node.name.text
            case syn.Call():
                yield node.name.text
            case _:
                pass
    for zone in spec.zones.values():
        if zone.refill is not None:
            yield zone.refill.zone.text
    for deck in spec.decks.values():
        yield from (w.text for w in deck.active_in)
    for scoring in spec.scoring.values():
        if scoring.into is not None:
            yield scoring.into.text
    for reaction in spec.reactions.values():
        yield from (word.text for word in reaction.instead_of)
    for trigger in spec.triggers.values():
        yield from (word.text for word in trigger.after)
