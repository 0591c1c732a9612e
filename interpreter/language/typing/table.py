"""Types what a spec says of its table: the values that people read, the tracks, and the names that it mentions.

Nothing here can change a rule: the values are expressions, kept beside the game and never compiled into it. What they
may tell is checked like the moves of a player: a value for everybody may read only what everybody sees, and a value
that its owner alone sees may read what the owner sees, too. `play.game.openness` holds the same in each position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from ...diagnostics.suggest import suggest
from ..ir import game as decl
from ..ir import nodes as ir
from ..ir.table import ShownTo, Sight
from ..ir.types import INTEGER, Type, list_of
from ..spec import nodes as spec
from ..syntax import nodes as syn
from .checks.paths import path_to
from .checks.telling import Names, OwnedZone, Reader
from .expressions.matching import fit
from .names.scope import Scope
from .names.types import owner_type
from .names.walk import records
from .names.world import World


def table_sights(root: Scope) -> tuple[Sight, ...]:
    """The values of the table, typed; mistakes go to the report, as do names that do not exist."""
    table = root.world.spec.table
    _check_names(root.world, table)
    found = [_sight(root, f"shown.{name}", one.of, one.value, one.shows, one.path) for name, one in table.shown.items()]
    for name, track in table.tracks.items():
        at = _sight(root, f"tracks.{name}.at", track.of, track.at, "all", track.path, INTEGER.maybe())
        length = _sight(root, f"tracks.{name}.length", None, track.length, "all", track.path, INTEGER)
        rows = [
            _sight(root, f"tracks.{name}.rows.{row}", None, one.value, "all", one.path, Type("list"))
            for row, one in track.rows.items()
        ]
        found += [at, length, *_across(root, name, track), *rows]
    return tuple(found)


def _across(root: Scope, name: str, track: spec.Track) -> Iterator[Sight]:
    """On which of several spaces side by side each stands, and how many there are."""
    if track.across is not None:
        one, path = track.across, track.across.path
        yield _sight(root, f"tracks.{name}.across.is", track.of, one.at, "all", path, INTEGER.maybe())
        yield _sight(root, f"tracks.{name}.across.number", None, one.number, "all", path, INTEGER)


def _sight(
    root: Scope, name: str, of: spec.Owner | None, node: syn.Expr, shows: ShownTo, path: str, want: Type | None = None
) -> Sight:
    shared = name.startswith("tracks.") and not name.endswith((".at", ".across.is"))
    scope = root.fresh(where="for a whole track" if shared else "on the table", path=path)
    it = None
    if of is not None:
        it = scope.frame.local("it", owner_type(of), node.span)
        scope = replace(scope, it=it)
    value = scope.typed(node, want)
    value = _showable(value, scope) if want is None or want.base == "list" else fit(value, want, scope, node.span)
    if want is not None and want.base == "list":
        value = fit(value, want, scope, node.span)
    return Sight(name=name, owner="" if of is None else of.text, it=it, value=value, shows=shows)


def _showable(value: ir.Expr, scope: Scope) -> ir.Expr:
    """A value that can be told: a card as its kind. Reports E651 for a zone, and for a list of lists."""
    type = value.type
    item = type.item or type
    if type.base == "zone" or item.base in ("zone", "list"):
        zone = type.base == "zone"
        scope.world.report.add(
            "E651",
            "a zone is no value that can be shown" if zone else "a list of lists cannot be shown",
            value.span,
            label="this is a zone" if zone else "each element is a list",
            helps=(
                "the cards of a zone are on the table anyway; show how many there are: `count(…)`"
                if zone
                else "show a list of numbers, symbols, players or kinds of card",
            ),
            path=scope.path,
        )
        return value
    if item.base != "card":
        return value
    kind = Type("kind", item.name, optional=item.optional)
    return fit(value, replace(list_of(kind), optional=type.optional) if type.item else kind, scope, value.span)


# Names -----------------------------------------------------------------------------------------


def _check_names(world: World, table: spec.Table) -> None:
    """Report names that the table mentions and that mean nothing there (E650)."""
    zones, spec_ = world.spec.zones, world.spec
    for word in table.without:
        _known(word, "zone or variable", [*zones, *spec_.variables], world, "table.without")
    kinds = [kind.id.text for deck in spec_.decks.values() for kind in deck.kinds]
    for face in table.faces.values():
        _known(face.of, "deck or card", [*spec_.decks, *kinds], world, face.path)
    for things in table.called.values():
        _known(things.of, "deck", spec_.decks, world, things.path)
    for look in table.looks.values():
        _known(look.symbol, "symbol", world.symbols, world, look.path)
    grouped: dict[str, spec.Group] = {}
    for group in table.groups.values():
        for word in group.zones:
            if _known(word, "zone", zones, world, group.path):
                _check_group(word, group, grouped, world)


def _check_group(word: syn.Word, group: spec.Group, grouped: dict[str, spec.Group], world: World) -> None:
    """Report a zone that stands in two groups, off the table, or beside zones of other owners (E652)."""
    zones = world.spec.zones
    first, other = grouped.setdefault(word.text, group), zones.get(group.zones[0].text)
    message = ""
    if first is not group:
        message = f"'{word.text}' stands in the group '{first.name.text}' already"
    elif any(word.text == off.text for off in world.spec.table.without):
        message = f"'{word.text}' is kept off the table, so it stands in no group"
    elif other is not None and _whose(zones[word.text]) != _whose(other):
        message = f"'{word.text}' is {_whose(zones[word.text])}, but '{other.name.text}' is {_whose(other)}"
    if message:
        helps = ("zones of one group belong to the same: the table, each player, or each team",)
        world.report.add(
            "E652", message, word.span, helps=helps if " is " in message and "but" in message else (), path=group.path
        )


def _whose(zone: spec.Zone) -> str:
    return "of the table" if zone.of is None else f"of each {zone.of.text}"


def _known(word: syn.Word, what: str, names: Iterable[str], world: World, path: str) -> bool:
    """Whether a word is one of these names; reports E650 if not."""
    known = list(dict.fromkeys(names))
    if word.text in known:
        return True
    near = suggest(word.text, known)
    world.report.add(
        "E650",
        f"unknown {what} '{word.text}'",
        word.span,
        label=f"no such {what}",
        helps=(f"did you mean '{near}'?",) if near else (),
        path=path,
    )
    return False


# Secrets ---------------------------------------------------------------------------------------


def check_sights(
    world: World, zones: dict[str, decl.Zone], variables: dict[str, decl.VariableDecl], sights: tuple[Sight, ...]
) -> None:
    """Report values of the table that tell those who see them what they may not see (E653)."""
    reader = Reader(world, zones, variables)
    for sight in sights:
        names = Names() if sight.it is None else Names().person(sight.it, "it")
        hidden = [p for p in sorted(reader.read(sight.value, names), key=str) if not _sees(reader, sight, p)]
        hidden += [(mark, None, None) for mark in _hidden_marks(sight.value, world, variables)]
        for name, *_ in hidden[:1]:
            way = path_to(name, sight.value, names, reader, partial(_unseen, reader, sight))
            what = f"the cards in '{name}'" if name in zones else f"'{name}'"
            own = sight.shows == "all" and sight.owner and _sees(reader, replace(sight, shows="owner"), hidden[0])
            world.report.add(
                "E653",
                f"what is shown here depends on {what}, which not everybody sees"
                if sight.shows == "all"
                else f"what is shown here depends on {what}, which its owner may not see",
                sight.value.span,
                label="would tell something of it",
                notes=(" -> ".join(" ".join(step.span.written.split()) for step in way),) if len(way) > 1 else (),
                helps=("let only the owner see the value: `shows: owner`",)
                if own and sight.name.startswith("shown.")
                else ("show only what follows from open cards, from numbers of cards and from open variables",),
                path=f"table.{sight.name}",
            )


def _hidden_marks(value: ir.Expr, world: World, variables: dict[str, decl.VariableDecl]) -> Iterator[str]:
    """The variables of cards that nobody sees and that a value reads, directly or in a function that it calls."""
    seen, waiting = set[str](), [value]
    while waiting:
        for part in records(waiting.pop()):
            if isinstance(part, ir.CardVariable) and variables[part.name].shows in ("none", "owner"):
                yield part.name
            elif isinstance(part, ir.Call) and part.function in world.functions and part.function not in seen:
                seen.add(part.function)
                waiting.append(world.functions[part.function].body)


def _unseen(reader: Reader, sight: Sight, place: OwnedZone) -> bool:
    return not _sees(reader, sight, place)


def _sees(reader: Reader, sight: Sight, place: OwnedZone) -> bool:
    """Whether everybody to whom a value is shown sees this zone or variable."""
    name, whose, _ = place
    if name not in reader.zones and reader.variables[name].owner == "card":
        return False
    own = sight.shows == "owner" and whose in ("it", ("team", "it"))
    if name in reader.zones:
        shows = reader.zones[name].shows
        seen = shows.get("owner", shows["all"]) if own else shows["all"]
        return seen == "all" and (own or shows.get("owner", "all") == "all")
    return own and reader.variables[name].shows == "owner" and reader.variables[name].owner != ""
