"""Warns of what is probably a slip: what is never used, has another sense than its words, or is seen by everybody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice, pairwise

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...builtins.intervals import PLENTY
from ...ir.traversal import field_names, records
from ...spec import nodes as spec
from ...spec.nodes import NAMED, loops
from ...spec.reader import literal
from ...syntax import nodes as syn
from ...syntax.foreign_syntax import CALLED
from ...syntax.printer import print_syntax
from ..names.declarations import most_cards, named_zones
from ..names.world import World


def check_slips(world: World) -> None:
    """Warn of `each` of a phase that begins once (W337), of more cards than a deck has (W339), and of an `end` that
    changes nothing (W341)."""
    sets, again = _set_to(world), _repeated_phases(world.spec)
    _check_each(world, sets, again)
    _check_skipped(world, sets, again)
    _check_once(world, sets, again)
    _check_ends(world)
    _check_dealt(world)
    for node in world.records:
        _check_twice(node, world)
        match node:
            case syn.Draw(number=number, source=source):
                _check_many(number, source, world)
            case syn.Choose(how_many=syn.HowMany(low=syn.Integer() as least), picks=picks):
                for pick in picks:
                    _check_many(least, pick.source, world)
            case spec.PickSpec(low=syn.Integer() as least, source=source):
                _check_many(least, source, world)
            case syn.Show(cards=cards, span=span) if len(named := named_zones(cards, world.spec)) == 1:
                zone = world.spec.zones[min(named)]
                if len(zone.shows) == 1 and zone.shows[0][0] == zone.shows[0][1].text and span.source.used is None:
                    message = f"everybody sees the cards in '{zone.name.text}' anyway"
                    helps = ("leave this line out", "or hide the cards until then: `shows: …`")
                    others = (Label(zone.shows[0][1].span, "shown here"),)
                    world.report.add("W341", message, span, label="shows nothing new", others=others, helps=helps)
            case _:
                pass


def _check_twice(node: object, world: World) -> None:
    """Warn of a line that stands there twice in a row (W341); to do something again may be meant of what chance or a
    named effect decides, of cards that are drawn or moved, and of what goes on by one, `dealer = dealer.next`.
    """
    bodies = [value for name in getattr(node, "__slots__", ()) if isinstance(value := getattr(node, name), tuple)]
    bodies += [body for _, body in node.branches] if isinstance(node, syn.IfStatement) else []
    again: object = None
    for one, other in (pair for body in bodies for pair in pairwise(body)):
        if not isinstance(one, ONCE) or type(one) is not type(other) or one.span.text != other.span.text:
            continue
        goes_on = False
        if isinstance(one, syn.Assign) and one.operator == "=":
            asked = {*_mentioned(records(one.value))}
            goes_on = _variable(one) in asked or not asked.isdisjoint(world.spec.functions)
        told, again = one is again, other
        if other.span.source.used is None and not goes_on and not told:
            others, helps = (Label(other.span, "again"),), ("remove one of them, or write both as one line",)
            world.report.add("W341", "this line stands there twice", one.span, others=others, helps=helps)


ONCE = (syn.Assign, syn.Shuffle, syn.Gather, syn.Show)
"""Lines that nobody means to do twice in a row."""


def _check_each(world: World, sets: Mapping[str, Sequence[str]], again: Set[str]) -> None:
    phases = world.spec.phases
    for variable in world.spec.variables.values():
        phase = phases.get(variable.each.text) if variable.each is not None else None
        if phase is None or variable.each is None or phase.name.text in again or variable.name.span.source.used:
            continue
        one = phase.steps[0].text if len(phase.steps) == 1 else ""
        by_name = one and set(sets[variable.name.text]) != {"true"}
        if not loops(phase) or phase.turns is not None or by_name:
            continue  # turns are counted as rounds, and a single step by its own name
        name = phase.name.text
        steps = f"`one_{name}: {{steps: [{', '.join(step.text for step in phase.steps)}]}}`"
        message = f"'{variable.name.text}' starts once and never anew: '{name}' repeats its steps, but begins only once"
        label = "begins once in a game"
        helps = (
            f"to start it anew each time: `each: {one}`"
            if one
            else f"to start it anew each time, repeat a phase that begins each time: {steps} as the only step of "
            f"'{name}', and `each: one_{name}`",
            "or, if it goes on through all of them, leave out `each`",
        )
        world.report.add("W337", message, variable.each.span, label=label, helps=helps, path=variable.path)


def _set_to(world: World) -> dict[str, list[str]]:
    """What each variable is set to, as it is written at each place."""
    sets = defaultdict[str, list[str]](list)
    for node in world.records:
        if isinstance(node, syn.Assign):
            sets[_variable(node)].append(print_syntax(node.value))
    return sets


def _variable(node: syn.Assign) -> str:
    return print_syntax(node.target).rpartition(".")[2]


def _check_once(world: World, sets: Mapping[str, Sequence[str]], again: Set[str]) -> None:
    """Warn of what is counted once in a game: where a phase begins that repeats its steps (W337)."""
    for name, phase in world.spec.phases.items():
        for line in phase.start if loops(phase) and name not in again else ():
            if isinstance(line, syn.Assign) and line.operator != "=" and len(sets[_variable(line)]) == 1:
                message = f"this is done once in a game: '{name}' repeats its steps, but begins only once"
                helps = ("to count each time, write it where one of the steps begins",)
                world.report.add("W337", message, line.span, label="never again", helps=helps, path=phase.path)


def _check_skipped(world: World, sets: Mapping[str, Sequence[str]], again: Set[str]) -> None:
    """Warn where nobody has a turn when a phase begins again, as all are skipped for ever (W337)."""
    phases = world.spec.phases
    ends = {node.name.text for node in world.records if isinstance(node, syn.End)}
    ends |= {name for name, phase in phases.items() if phase.ends_when}
    outer = defaultdict[str, set[str]](set)
    for name, phase in phases.items():
        for step in phase.steps:
            outer[step.text].add(name)
    for name, phase in phases.items():
        turns = phase.turns
        if name in again and turns is not None and not turns.once and len(turns.skip) == 1:
            skipped = print_syntax(turns.skip[0].test).removeprefix("me.")
            own = world.spec.variables.get(skipped)
            if own is None or own.each is not None or own.name.span.source.used is not None:
                continue
            if set(sets[skipped]) == {"true"} and not ends & {"game", "phase", *_around(name, outer)}:
                message = f"when '{name}' begins again, nobody has a turn: '{skipped}' is still true of all of them"
                helps = (f"let it start anew: `each: {name}`, or with a phase around it",)
                others = (Label(turns.skip[0].test.span, "skipped here"),)
                world.report.add("W337", message, own.name.span, others=others, helps=helps, path=own.path)


def _around(name: str, outer: Mapping[str, set[str]]) -> set[str]:
    """A phase and all those in which it is played."""
    found: set[str] = set()
    waiting = {name}
    while waiting:
        found |= waiting
        waiting = {one for inner in waiting for one in outer.get(inner, ())} - found
    return found


def _check_ends(world: World) -> None:
    """Warn of presets that change nothing, and where an action ends a phase that ends anyway after it (W341)."""
    for preset in world.spec.presets.values():
        pairs = [(world.spec.options[option.text].default.get(None), value) for option, value in preset.values]
        same = [one for one, value in pairs if one and (one.text, one.span.source) == (value.text, value.span.source)]
        if len(same) == len(pairs) > 0:  # in one file: a variant may make its value the default
            message = f"the preset '{preset.name.text}' changes nothing: each of its options has its default"
            advice, span = ("give an option another value, or remove the preset",), preset.values[0][0].span
            world.report.add("W341", message, span, label="the default", helps=advice, path=preset.path)
    events = {word for one in world.records if isinstance(one, AT_EVENTS) for word in _mentioned((one,))}
    kinds = (one for one in world.records if isinstance(one, spec.KindSpec))
    events |= {word.text for kind in kinds for word, _ in (*kind.after, *kind.instead_of)}
    for phase in world.spec.phases.values():
        actions = [world.spec.actions[word.text] for word in phase.offer if word.text in world.spec.actions]
        asked_again = phase.repeat and phase.times is None
        asked_again = asked_again and phase.turns is None and phase.together is None
        for action in actions if asked_again else ():
            # With a condition it may be legal only where the phase ends after it
            may_end = bool(phase.repeat_until and action.when)
            if (
                not action.do
                and not may_end
                and action.name.text not in events
                and action.name.span.source.used is None
            ):
                message = f"'{action.name.text}' does nothing, so the same player is asked the same again"
                helps = (f"end the phase: `do: end {phase.name.text}`", "or let players take turns: `turns: {}`")
                others = (Label(phase.name.span, "repeats without turns"),)
                world.report.add("W341", message, action.name.span, others=others, helps=helps, path=action.path)
        for end in (one.do[-1] for one in actions if one.do and not loops(phase)):
            if isinstance(end, syn.End) and end.name.text == phase.name.text and end.span.source.used is None:
                message = f"'{phase.name.text}' ends anyway: what it offers is done once"
                helps = ("to offer it again and again, give the phase `repeat: forever`", "or leave this line out")
                others = (Label(phase.name.span, "does not repeat"),)
                world.report.add("W341", message, end.span, label="changes nothing", others=others, helps=helps)


AT_EVENTS = (spec.Reaction, spec.Trigger)
"""What may happen when an action is done."""


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


def _check_many(number: syn.Expr, source: syn.Expr, world: World) -> None:
    """Warn where a deck never has as many cards as are wanted at once."""
    wanted, (zone, cards) = literal(number), _zone_size(source, world)
    if wanted is not None and wanted > cards and number.span.source.used is None:
        _too_many(f"{wanted} cards", zone, cards, number.span, world, f"write at most {cards}")


def _too_many(what: str, zone: str, cards: int, span: Span, world: World, advice: str, *others: Label) -> None:
    message = f"{what}, but there are never more than {cards} in '{zone}'"
    helps = (advice, "for all that lie there: `move ZONE to …`")
    world.report.add("W339", message, span, label="more than the deck has", others=others, helps=helps)


def _zone_size(source: syn.Expr, world: World) -> tuple[str, int]:
    """The zone from which cards are taken, and how many it has at most; plenty where that is not known."""
    named = named_zones(source, world.spec)
    zone = world.spec.zones[min(named)] if len(named) == 1 else None
    deck = None if zone is None or zone.refill is not None else world.spec.decks.get(zone.holds.text)
    cards = most_cards(deck, world.spec) if deck is not None else None
    return zone.name.text if zone else "", PLENTY if cards is None else cards


MOST_LINES = 20
"""Of an effect that is called, no more of what it draws is added up."""


def _check_dealt(world: World) -> None:
    """Warn where lines that follow each other deal more cards than there are, for some number of players (W339)."""
    for node in world.records:
        for name in field_names(type(node)) or ():
            if isinstance(lines := getattr(node, name), tuple):
                _add_up(lines, world)
        match node:
            case spec.Phase(turns=spec.TurnsSpec(once=True, skip=()), offer=(only,)) if only.text in world.spec.actions:
                action = world.spec.actions[only.text]
                if not action.when and OTHER not in _of_each(action.do, world):
                    _add_up(action.do, world, to_each=True)


def _add_up(lines: tuple[object, ...], world: World, *, to_each: bool = False) -> None:
    taken: dict[str, list[int]] = {}
    most_of: dict[str, tuple[int, Sequence[Span], bool, int]] = {}
    fewest, most, given = world.spec.players[0], world.spec.players[-1], world.spec.players_span
    for line in lines:
        for draw, many, each in _draws(line, world, to_each=to_each):
            if draw is None:
                taken, most_of = {}, {}  # it may put cards there
                continue
            zone, cards = (
                _zone_size(draw.source, world) if isinstance(draw.source, syn.Name) else ("", PLENTY)
            )  # shared
            more = [many * (one if each else 1) for one in (fewest, most)]
            low, high = taken[zone] = [sum(pair) for pair in zip(taken.get(zone, (0, 0)), more, strict=True)]
            spans = [one for one in (draw.number.span, getattr(line, "span", given)) if one.source.used is None]
            own = literal(draw.number) or many
            here = more[1], spans, each, max(many // max(own, 1), 1)
            most_of[zone] = max(most_of.get(zone, (0, (), each, 1)), here, key=lambda one: one[0])
            if high <= cards:
                continue
            players, (largest, at, each, times) = most if low <= cards else fewest, most_of[zone]
            alone = many * players if each else many
            what = f"{low if low > cards else high} cards are dealt in all"
            what = f"{many} for each of {players} players are {alone} cards" if each and alone > cards else what
            taken, most_of = {}, {}
            if own > cards:
                continue  # told of the line itself
            if low <= cards or at and given.source is not at[0].source:
                advice = f"there are {cards // players} for each of {players} players"
                _too_many(what, zone, cards, given, world, advice, *(Label(one, "dealt here") for one in at[:1]))
            elif at:
                _too_many(
                    what,
                    zone,
                    cards,
                    at[0],
                    world,
                    f"write at most {max(cards - high + largest, 0) // (players if each else 1) // times}",
                )


Drawn = tuple[syn.Draw | None, int, bool]
"""Cards that a line draws, how many and whether for each player; None where it may do something else."""

OTHER: Drawn = (None, 0, False)


def _draws(
    line: object, world: World, known: Mapping[str, int | None] | None = None, *, to_each: bool = False
) -> Iterator[Drawn]:
    """What a line draws; `known` are the arguments of the effect in which it stands."""
    match line:
        case syn.Draw(number=number):
            many = (known or {}).get(number.id) if isinstance(number, syn.Name) else literal(number)
            yield line, many or 0, to_each
        case syn.ForStatement(source=syn.Name(id="players"), body=body) if not to_each:
            yield from _of_each(body, world, known)
        case syn.ForStatement(source=syn.Binary(operator="..", left=first, right=last), body=body):
            low, high = literal(first), literal(last)
            times = high - low + 1 if low is not None and high is not None else 0
            yield from _times(times, body, world, known, to_each=to_each)
        case syn.Repeat(times=number, body=body):
            yield from _times(literal(number) or 0, body, world, known, to_each=to_each)
        case syn.CallEffect(call=syn.CallExpression(name=name, args=args)) if known is None and (
            effect := world.spec.effects.get(name.text)
        ):
            names = [parameter.name.text for parameter in effect.signature.parameters]
            values = dict(zip(names, map(literal, args), strict=False))
            inner = (one for lower in effect.body for one in _draws(lower, world, values, to_each=to_each))
            yield from islice(inner, MOST_LINES)
        case syn.Assign() | syn.LetStatement() | syn.Show():
            pass
        case syn.IfStatement(branches=branches, no=no):
            if any(list(_draws(one, world, known)) for body in (*(body for _, body in branches), no) for one in body):
                yield OTHER
        case _:
            yield OTHER


def _times(
    times: int, lines: Sequence[object], world: World, known: Mapping[str, int | None] | None, *, to_each: bool
) -> Iterator[Drawn]:
    """What lines draw that are done so many times; nothing is known if that is no number, or they do more than draw."""
    drawn = [one for line in lines for one in _draws(line, world, known, to_each=to_each)]
    if len(lines) == 1 and isinstance(lines[0], syn.Draw) and 0 < times <= MOST_LINES:
        yield from [(draw, many * times, each) for draw, many, each in drawn]
    elif drawn:
        yield OTHER


def _of_each(lines: Sequence[object], world: World, known: Mapping[str, int | None] | None = None) -> list[Drawn]:
    """What lines draw that are done for each player; nothing is known if one may put cards back before the next."""
    drawn = [one for line in lines for one in _draws(line, world, known, to_each=True)]
    return [OTHER] if OTHER in drawn else drawn


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
    beside = _offers_beside(spec)
    for name, action in spec.actions.items():
        if name not in world.offered:
            message = f"the action '{name}' is never offered"
            helps = (_how_to_offer(world, action.name), "or remove it")
            at, *others = Label(action.name.span, "nobody can do this"), *filter(None, (beside.get(name),))
            if others and others[0].span.source is at.span.source:
                at, others = others[0], [at]
            world.report.add(
                "W610", message, at.span, label=at.text, others=tuple(others), helps=helps, path=action.path
            )
    mentioned = set(_mentioned(world.records))
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
    spec, changed, sets = world.spec, _changed(world), _set_to(world)
    unread = {name for name, values in sets.items() if len(values) == sum(world.mentions[one, name] for one in USES)}
    measured = {one.text for one in spec.result.measures} if spec.result is not None else set()
    counted = {a.id for n in world.records for a in getattr(n, "args", ()) if isinstance(a, syn.Name)}
    base = spec.span.source
    replaced = any(
        one.span.source is not base and one.span.source.used is None
        for one in world.records
        if isinstance(one, syn.Name)
    )
    read: dict[str, set[str]] = defaultdict(set)
    for node in world.records:
        match node:
            case syn.AttributeAccess(
                target=syn.AttributeAccess(target=syn.AttributeAccess(name=syn.Word(text="sheet")), name=sheet_name)
            ):
                read[sheet_name.text].add(node.name.text)
            case _:
                pass
    for sheet in spec.scoring.values():
        asked = read[sheet.name.text]
        for category in sheet.categories if asked and sheet.into is None else ():
            if (word := category.name).text not in asked and word.span.source.used is None:
                message, label = f"the category '{word.text}' is never used", "nothing reads it"
                advice = (f"add all of them up: `into: …` of '{sheet.name.text}'", "or remove it")
                world.report.add("W611", message, word.span, label=label, helps=advice, path=sheet.path)
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
            here = word.span.source
            if not used or here.used or (replaced and here is base):
                continue
            is_unread = (
                section == "variables"
                and word.text not in measured
                and one.type.span.text == "boolean"
                and word.text in unread
            )
            if is_unread or (section in UNCHANGED and word.text not in changed):
                about = UNCHANGED["unread" if is_unread and word.text in changed else section]
                message, label, *ways = (part.format(word.text, OWNED[one.of.text if one.of else ""]) for part in about)
                world.report.add("W342", message, word.span, label=label, helps=tuple(ways), path=path)


UNCHANGED = {
    "zones": (
        "no card ever comes to '{0}'",
        "no rule moves cards here",
        "move cards there: `move c to {1}{0}`",
        "or let cards begin there: `start`",
    ),
    "variables": (
        "'{0}' never gets another value",
        "no rule sets it",
        "set it where it changes: `{1}{0} = …`",
        "or, if it never does, make it a function",
    ),
    "unread": (
        "'{0}' is set, but no rule asks for it",
        "nothing reads it",
        "ask for it where it matters: `not {1}{0}`",
        "or leave it out",
    ),
}
"""What is told of declarations that nothing changes, or nothing reads: the message, its label and helps."""

USES = (syn.Name, syn.AttributeAccess)
"""How a variable is named."""

OWNED = {"": "", "player": "me.", "team": "me.team."}
"""How the own one is written."""


def _changed(world: World) -> set[str]:
    """The zones to which cards may come, and the variables that may have several values."""
    found = {name for name, zone in world.spec.zones.items() if zone.start or zone.refill is not None}
    found |= {name for name, one in world.spec.variables.items() if one.random or one.room is not None}
    begins = {name: _begins(one, world) for name, one in world.spec.variables.items()}
    for node in world.records:
        match node:
            case syn.Assign(operator="=") if print_syntax(node.value) == begins.get(_variable(node)):
                pass  # it has this value from the beginning
            case syn.Destination(zone=place) | syn.Draw(target=place) | syn.Gather(target=place):
                found.update(word for word in _mentioned(records(place)) if word in world.spec.zones)
            case syn.Assign(target=place):
                found.add(_named_last(place))
            case syn.CallExpression(name=name) if name.text in world.spec.functions or name.text in CALLED:
                pass  # what only computes changes nothing
            case syn.Swap() | syn.LetStatement() | syn.CallExpression() | syn.ListExpression():
                found.update(word for word in _mentioned(records(node)) if word in world.spec.zones)
            case spec.Scoring(into=syn.Word(name)):
                found.add(name)
            case _:
                pass
    return found


def _named_last(place: syn.Expr) -> str:
    """The variable that is set: `coins` of `buyer.coins[n]`, not what tells whose it is, or which one."""
    match place:
        case syn.Name(id=name) | syn.AttributeAccess(name=syn.Word(text=name)):
            return name
        case syn.Subscript(target=inner):
            return _named_last(inner)
        case _:
            return ""


def _begins(variable: spec.VariableSpec, world: World) -> str:
    """What a variable of one value is at the beginning, as it is written; "" if that is not said, or worked out."""
    start = variable.start
    if start is not None:
        fixed = literal(start) is not None or isinstance(start, syn.Boolean)
        fixed = fixed or isinstance(start, syn.Name) and start.id in world.symbols
        return print_syntax(start) if fixed else ""
    return "none" if variable.type.optional else "false" if variable.type.span.text == "boolean" else ""


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


def _mentioned(nodes: Iterable[object]) -> Iterator[str]:
    """All names in rules and references."""
    for node in nodes:
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
    secret = set[str]()
    for node in world.records:
        if isinstance(node, syn.Shuffle):
            shuffled |= named_zones(node.zone, spec)
        elif isinstance(node, syn.Draw):
            sources = [spec.zones[name].shows for name in named_zones(node.source, spec)]
            hidden = sources and all([(who, one.text) for who, one in shows] == HIDDEN for shows in sources)
            secret |= {name for name in named_zones(node.target, spec) if hidden and spec.zones[name].of is not None}
    for name, zone in spec.zones.items():
        label = "does not say who sees its cards"
        if name in shuffled and not zone.shows:
            message = f"everybody sees which cards lie in '{name}', though it is shuffled"
            helps = ("let people see only their number: `shows: count`", "or say that you mean it: `shows: all`")
            world.report.add("W640", message, zone.name.span, label=label, helps=helps, path=zone.path)
        elif name in secret and not zone.shows:
            message = f"everybody sees which cards lie in '{name}', though they come from where nobody sees any"
            helps = ("let each see their own: `shows: owner`", "or say that you mean it: `shows: all`")
            world.report.add("W640", message, zone.name.span, label=label, helps=helps, path=zone.path)


HIDDEN = [("all", "none")]
"""What a zone shows of which nobody is to know anything."""
