"""Warns of what is probably a slip: what is never used, has another sense than its words, or is seen by everybody."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.diagnostic import Label
from ...spec import nodes as spec
from ...spec.nodes import NAMED, loops
from ...spec.reader import literal
from ...syntax import nodes as syn
from ..names.declarations import named_zones
from ..names.world import World


def check_slips(world: World) -> None:
    """Warn of `each` of a phase that begins once (W337), and of more cards than a deck has (W339)."""
    _check_each(world)
    for node in world.records:
        match node:
            case syn.ForStatement(source=syn.Name(id="players"), body=lines):
                for line in lines:
                    if isinstance(line, syn.Draw):
                        _check_many(line.number, line.source, min(world.spec.players), world)
            case syn.Draw(number=number, source=source):
                _check_many(number, source, 1, world)
            case syn.Choose(how_many=syn.HowMany(low=syn.Integer() as least), picks=picks):
                for pick in picks:
                    _check_many(least, pick.source, 1, world)
            case spec.PickSpec(low=syn.Integer() as least, source=source):
                _check_many(least, source, 1, world)
            case _:
                pass


def _check_each(world: World) -> None:
    phases = world.spec.phases
    again = _repeated_phases(world.spec)
    for variable in world.spec.variables.values():
        phase = phases.get(variable.each.text) if variable.each is not None else None
        if phase is None or variable.each is None or phase.name.text in again or variable.name.span.source.used:
            continue
        if not loops(phase) or phase.turns is not None or len(phase.steps) == 1:
            continue  # turns are counted as rounds, and a single step by its own name
        name = phase.name.text
        steps = f"`one_{name}: {{steps: [{', '.join(step.text for step in phase.steps)}]}}`"
        message = f"'{variable.name.text}' starts once and never anew: '{name}' repeats its steps, but begins only once"
        label = "begins once in a game"
        helps = (
            f"to start it anew each time, repeat a phase that begins each time: {steps} as the only step of "
            f"'{name}', and `each: one_{name}`",
            "or, if it goes on through all of them, leave out `each`",
        )
        world.report.add("W337", message, variable.each.span, label=label, helps=helps, path=variable.path)


def _repeated_phases(whole: spec.Spec) -> set[str]:
    """The phases that may begin more than once in a game."""
    once: set[str] = set()
    again: set[str] = set()
    waiting = [(whole.begin.text, False)]
    while waiting:
        name, often = waiting.pop()
        if name in again or name not in whole.phases:
            continue
        often = often or name in once
        (again if often else once).add(name)
        phase = whole.phases[name]
        waiting += [(step.text, often or loops(phase)) for step in phase.steps]
    return again


def _check_many(number: syn.Expr, source: syn.Expr, times: int, world: World) -> None:
    """Warn where a deck never has as many cards as are wanted at once."""
    named = named_zones(source, world.spec)
    zone = world.spec.zones[min(named)] if len(named) == 1 else None
    wanted = literal(number)
    deck = None if zone is None or zone.refill is not None else world.spec.decks.get(zone.holds.text)
    if zone is None or deck is None or wanted is None or number.span.source.used is not None:
        return
    cards = _most(deck, world.spec)
    if cards is not None and wanted * times > cards and (times == 1 or wanted <= cards):
        each = f"{wanted} for each of {times} players are {wanted * times} cards" if times > 1 else f"{wanted} cards"
        message = f"{each}, but there are never more than {cards} in '{zone.name.text}'"
        helps = (f"write at most {cards // times}", "for all that lie there: `move ZONE to …`")
        world.report.add("W339", message, number.span, label="more than the deck has", helps=helps)


def _most(deck: spec.DeckSpec, whole: spec.Spec) -> int | None:
    """How many cards a deck has at most; None where that is computed."""
    total = 0
    for kind in deck.kinds:
        copies = kind.copies or deck.copies
        option = whole.options.get(copies.id) if isinstance(copies, syn.Name) else None
        many = 1 if copies is None else option.high if option is not None else literal(copies)
        if many is None:
            return None
        total += many
    return total


# Warns of what is declared and never used, since that may be a slip.


def _offers_beside(spec: spec.Spec) -> dict[str, Label]:
    """The offer in which each action may be missing: that of the last one before it, else of the next."""
    offers = {word.text: one.offer for one in spec.phases.values() for word in one.offer}
    found: dict[str, Label] = {}
    for names in (list(spec.actions)[::-1], list(spec.actions)):
        last = ""
        for name in names:
            last = name if name in offers else last
            if last:
                offer = offers[last]
                found[name] = Label(offer[0].span.until(offer[-1].span), f"not here, beside '{last}'")
    return found


def check_unused(world: World) -> None:
    """Warn of actions that are never offered (W610) and of declarations that nothing uses (W611)."""
    spec = world.spec
    offered = {w.text for p in spec.phases.values() for w in p.offer}
    offered |= {w.text for n in world.records if isinstance(n, syn.OfferStatement) for w in n.actions}
    beside = _offers_beside(spec)
    for name, action in spec.actions.items():
        if name not in offered:
            message = f"the action '{name}' is never offered"
            label = "nobody can do this"
            helps = (_how_to_offer(world, action.name), "or remove it")
            others = (beside[name],) if name in beside else ()
            world.report.add(
                "W610", message, action.name.span, label=label, others=others, helps=helps, path=action.path
            )
    mentioned = set(_mentioned(world))
    if "activate" not in mentioned:
        _check_activated(world)
    _check_declared(mentioned, world)


def _check_activated(world: World) -> None:
    kinds = [k for d in world.spec.decks.values() for k in d.kinds if k.do]
    for one in kinds[:1]:
        more = f" and of {len(kinds) - 1} other kinds" if len(kinds) > 1 else ""
        message = f"the effect of '{one.id.text}'{more} never happens"
        helps = ("activate the card in the action that plays it: `activate(c)`",)
        paths = tuple(k.path for k in kinds)
        label = "no rule activates it"
        world.report.add("W611", message, one.id.span, label=label, helps=helps, path=one.path, paths=paths)


MENTIONED = ("zones", "variables", "functions", "effects", "options", "quantities", "permissions", "scoring", "types")
"""What is of no use unless something refers to it."""


def _check_declared(mentioned: set[str], world: World) -> None:
    spec = world.spec
    measured = {one.text for one in spec.result.measures} if spec.result is not None else set()
    counted = {a.id for n in world.records for a in getattr(n, "args", ()) if isinstance(a, syn.Name)}
    base = spec.span.source
    replaced = any(
        one.span.source is not base and one.span.source.used is None
        for one in world.records
        if isinstance(one, syn.Name)
    )
    for section in MENTIONED:
        for one in getattr(spec, section).values():
            what, word, path = NAMED[section], one.name, one.path
            used = word.text in (counted if section == "scoring" else mentioned) or section == "zones" and one.start
            used = used or section == "types" and any(symbol.text in mentioned for symbol in one.symbols)
            if not used and word.span.source.used is None:  # a part may bring more than is needed
                message = f"the {what} '{word.text}' is never used"
                label = "only `shown` names it" if word.text in measured else "nothing refers to it"
                helps = _how_to_use(replaced and word.span.source is base, what, word, path)
                world.report.add("W611", message, word.span, label=label, helps=helps, path=path)


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


def _mentioned(world: World) -> Iterator[str]:
    """All names in rules and references."""
    for node in world.records:
        match node:
            case syn.Name(id=name):
                yield name
            case syn.AttributeAccess(name=word) | syn.CallExpression(name=word) | spec.Refill(zone=word):
                yield word.text
            case spec.Scoring(into=syn.Word() as word) | syn.TypeName(word=word):
                yield word.text
            case spec.DeckSpec(active_in=words) | spec.Reaction(instead_of=words) | spec.Trigger(after=words):
                yield from (word.text for word in words)
            case _:
                pass


# Warns of shuffled cards that everybody sees only because nothing else was said.


def check_visible(world: World) -> None:
    """Warn of a zone that is shuffled or refilled and does not say who sees its cards (W640): left out, all do."""
    spec = world.spec
    shuffled = {zone.name.text for zone in spec.zones.values() if zone.start == "shuffled" or zone.refill is not None}
    for node in world.records:
        if isinstance(node, syn.Shuffle):
            shuffled |= named_zones(node.zone, spec)
    for name, zone in spec.zones.items():
        if name in shuffled and not zone.shows:
            message = f"everybody sees which cards lie in '{name}', though it is shuffled"
            label = "does not say who sees its cards"
            helps = ("let people see only their number: `shows: count`", "or say that you mean it: `shows: all`")
            world.report.add("W640", message, zone.name.span, label=label, helps=helps, path=zone.path)
