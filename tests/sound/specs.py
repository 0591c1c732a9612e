"""Random sound specs: every section of the schema, with rules of every construct wherever a rule may stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import yaml
from effects import Effects
from expressions import COND, Unmakeable
from world import SEES_ALL, SEES_NOTHING, SEES_OPEN, SEES_OWN, STEERS, Deck, Head, Scope, Variable, World, Zone

from cardwright.language.ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, Type, card, kind, list_of, symbol

SYMBOLS = (["red", "green", "blue"], ["low", "mid", "high"], ["hearts", "spades"])
COLOURS = ("red", "orange", "yellow", "green", "cyan", "blue", "violet", "pink", "brown", "black", "grey", "white")
SOURCES = ("rulebook", "official", "inferred", "ruling", "placeholder")
CHAPTERS = ("setup", "cards", "course", "moves", "special", "scoring", "glossary")

Tree = dict[str, Any]


class Specs:
    """Writes one spec."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.world = World(luck, small=luck.random() < 0.75)
        self.rules = Effects(self.world)
        self.spec: Tree = {}
        self.two_languages = luck.random() < 0.4
        self.simple: list[str] = []
        self.tryable: list[str] = []
        self.attributes_of: dict[str, Tree] = {}

    def chance(self, share: float) -> bool:
        return self.luck.random() < share

    # Small things -------------------------------------------------------------------------

    def people(self, said: str) -> Any:
        """A text for people, in the languages of the title."""
        return {"en": said, "fr": f"{said} (fr)"} if self.two_languages else said

    def about(self, tree: Tree, name: str, *, label: str = "", text: bool = True) -> Tree:
        """Add what is told of a thing."""
        if self.chance(0.4):
            tree["label"] = self.people(label or name.capitalize())
        if text and self.chance(0.25):
            tree["text"] = self.people(f"About {name}{self.option_brace()}.")
        if text and self.chance(0.2):
            tree["rule"] = "page 3"
        return tree

    def option_brace(self) -> str:
        return f" {{{self.luck.choice(list(self.world.options))}}}" if self.world.options and self.chance(0.3) else ""

    def fresh(self) -> Effects:
        """A writer for another rule: what was tested in one says nothing about another."""
        self.rules.tested = set()
        return self.rules

    def tried(self, make: Callable[[], Any], otherwise: Any = None) -> Any:
        """What is made, at the first try that can be made."""
        for _ in range(6):
            try:
                return make()
            except Unmakeable:
                continue
        return otherwise

    def expression(self, type: Type, at: Scope, deep: int = 2, *, fresh: bool = True) -> Any:
        """An expression as it stands in YAML, where a list may be one of YAML."""
        writer = self.fresh() if fresh else self.rules
        if (
            type.base == "list"
            and type.item is not None
            and type.item.base not in ("list", "card")
            and self.chance(0.15)
        ):
            item = type.item
            return [self.expression(item, at, 1, fresh=False) for _ in range(self.luck.randint(1, 2))]
        made = self.tried(lambda: str(writer.expr(type, at, deep - self.world.small if deep > 1 else deep)))
        if made is None:
            made = str(writer.atom(type, at))
        if made.isdigit():
            return int(made)
        return made == "true" if made in ("true", "false") else made

    def conditions(self, at: Scope, *, told: bool = False, fresh: bool = True) -> Any:
        """A condition, or several with names, some of which say their reason."""
        if fresh:
            self.fresh()
        if self.chance(0.5):
            return self.expression(BOOLEAN, at, fresh=False)
        found: Tree = {}
        for number in range(self.luck.randint(1, 2)):
            test = self.expression(BOOLEAN, at, fresh=False)
            reason: Tree = {"that": test, "en": "it does not hold"}
            if self.two_languages:
                reason["fr"] = "non"
            found[f"c{number}"] = reason if self.chance(0.4) else test
        return found

    def effect(self, at: Scope, deep: int = 2, *, fresh: bool = True) -> str:
        """The lines of an effect."""
        writer = self.fresh() if fresh else self.rules
        lines = writer.block(at, deep - self.world.small)
        return "\n".join(lines) + ("\n" if len(lines) > 1 else "")

    # Declarations -------------------------------------------------------------------------

    def head(self) -> None:
        world, spec = self.world, self.spec
        number = self.world.new("")
        spec |= {"spec": 1, "game": f"sound-{number}", "title": self.people("Sound")}
        if self.chance(0.4):
            spec["about"] = self.people("A game that nobody has thought of.")
        world.teams = self.chance(0.35)
        few = [2, 4] if world.teams else self.luck.choice(([2], [3], [2, 3], [2, 4]))
        world.players = tuple(few)
        forms = [few, *([f"{few[0]}..{few[-1]}"] if few[-1] - few[0] < 2 else []), *([few[0]] if len(few) == 1 else [])]
        spec["players"] = self.luck.choice(forms)
        if world.teams:
            spec["teams"] = {"number": self.luck.choice((2, {4: 2, "else": 2}, {2: 2, 4: 2}))}

    def options(self) -> None:
        world = self.world
        found: Tree = {}
        for _ in range(self.luck.randint(0, 3)):
            name = world.new("opt")
            match self.luck.randint(0, 2):
                case 0:
                    low = self.luck.choice((0, 1, 2))
                    one: Tree = {"type": "integer", "range": [low, low + 4], "default": low + 2}
                    if self.chance(0.3):
                        one["step"] = 2
                    if self.chance(0.3):
                        one["default"] = {world.players[0]: low, "else": low + 2}
                    if low:
                        world.positive.append(name)
                    world.options[name] = INTEGER
                case 1:
                    one = {"type": "boolean", "default": self.chance(0.5)}
                    if self.chance(0.2):
                        one["default"] = {world.players[0]: True, "else": False}
                    world.options[name] = BOOLEAN
                case _:
                    symbols = [world.new("way") for _ in range(2)]
                    one = {"type": symbols, "default": self.luck.choice(symbols)}
                    world.options[name] = symbol(name)
                    world.symbols_of_options[name] = symbols
            others = list(found)
            neutral = [other for other in others if found[other]["default"] is False]
            if neutral and one["default"] is False and self.chance(0.7):
                one["excludes"] = self.luck.choice((neutral[0], neutral[:1]))
            if others and self.chance(0.3):
                other = self.luck.choice(others)
                one["requires"] = self.luck.choice(("count(players) < 20", {"c": "count(players) > 0"}))
                one["requires"] = (
                    {"c": {"that": f"{other} == {other}", "en": "no"}} if self.chance(0.3) else one["requires"]
                )
            found[name] = self.about(one, name)
        if found:
            self.spec["options"] = found
        if found and self.chance(0.4):
            name = self.luck.choice(list(found))
            one = found[name]
            value = one["default"] if not isinstance(one["default"], dict) else one["default"]["else"]
            preset: Tree = {"title": self.people("Preset"), "set": {name: value}}
            if self.chance(0.5):
                preset["players"] = self.luck.choice(world.players)
            self.spec["presets"] = {"first_preset": preset}

    def types(self) -> None:
        names = ["colour", "height", "suit"]
        for number in range(self.luck.randint(1, 2)):
            self.world.enumerations[names[number]] = SYMBOLS[number]
        self.spec["types"] = {name: list(symbols) for name, symbols in self.world.enumerations.items()}

    def decks(self) -> None:
        found: Tree = {}
        for number in range(1 if self.chance(0.5) else 2):
            name = ("main", "side")[number]
            deck = Deck(name)
            self.world.decks[name] = deck
            found[name] = self.deck(deck, number)
        self.spec["cards"] = found

    def deck(self, deck: Deck, number: int) -> Tree:
        world, tree = self.world, {}
        attributes: Tree = {}
        each: Tree = {}
        tag = "ab"[number]
        enumeration = self.luck.choice(list(world.enumerations))
        style = self.luck.choice(("list", "each", "both"))
        if number and style != "list" and STEERS["kinds_of_one_name"]:
            style = "list"
        attributes[f"face{tag}"] = enumeration
        deck.attributes[f"face{tag}"] = symbol(enumeration)
        attributes[f"num{tag}"] = self.luck.choice(("integer", {"type": "integer"}))
        deck.attributes[f"num{tag}"] = INTEGER
        values: dict[str, Any] = {}
        if self.chance(0.5):
            attributes[f"hot{tag}"] = {
                "type": "boolean",
                "default": self.luck.choice((False, True, "count(players) > 2")),
            }
            deck.attributes[f"hot{tag}"] = BOOLEAN
        if self.chance(0.4):
            attributes[f"own{tag}"] = [f"{tag}one", f"{tag}two"]
            deck.attributes[f"own{tag}"] = symbol(f"own{tag}")
            world.enumerations[f"own{tag}"] = [f"{tag}one", f"{tag}two"]
            values[f"own{tag}"] = [f"{tag}one", f"{tag}two"]
        if self.chance(0.4):
            base = self.luck.choice((INTEGER, symbol(enumeration)))
            attributes[f"may{tag}"] = f"{world.written(base)} or none"
            deck.attributes[f"may{tag}"] = base.maybe()
            values[f"may{tag}"] = None
        if self.chance(0.3):
            some: Tree = {"type": f"list of {enumeration}"}
            if self.chance(0.4):
                some["default"] = [world.enumerations[enumeration][0]]
            elif self.chance(0.4):
                some |= {"by": f"face{tag}", "values": {one: [one] for one in world.enumerations[enumeration]}}
            attributes[f"some{tag}"] = some if len(some) > 1 else some["type"]
            deck.attributes[f"some{tag}"] = list_of(symbol(enumeration))
        if self.chance(0.3):
            attributes[f"worth{tag}"] = {
                "type": "integer",
                "by": f"face{tag}",
                "values": {one: self.luck.choice((1, 2, "count(players)")) for one in world.enumerations[enumeration]},
            }
            deck.attributes[f"worth{tag}"] = INTEGER
        if self.chance(0.2):
            attributes[f"sum{tag}"] = {"type": "integer", "default": self.luck.choice((3, "count(players) + 1"))}
            deck.attributes[f"sum{tag}"] = INTEGER
        tree["attributes"] = self.attributes_of[tag] = attributes
        given = [f"own{tag}"] if f"own{tag}" in attributes else []
        if style != "list":
            symbols = world.enumerations[enumeration]
            each[f"face{tag}"] = self.luck.choice((enumeration, list(symbols)))
            high = self.luck.randint(1, 3)
            each[f"num{tag}"] = self.luck.choice((f"1..{high}", [*range(1, high + 1)], f"{1}..{high}"))
            deck.kinds = [f"{one}_{n}" for one in symbols for n in range(1, high + 1)]
            if given:
                each[given[0]] = [f"{tag}one"]
                deck.kinds = [f"{one}_{tag}one" for one in deck.kinds]
            tree["each"] = each
        if style != "each":
            listed: Tree = {}
            if style == "both":
                listed[self.luck.choice(deck.kinds)] = self.kind_values(deck, tag, values, all_of=False)
            for at in range(self.luck.randint(1, 3)):
                kind_name = f"k{tag}{at}"
                listed[kind_name] = self.kind_values(deck, tag, values, all_of=True)
                deck.kinds.append(kind_name)
            tree["list"] = listed
        if self.chance(0.5):
            tree["copies"] = self.luck.choice((1, 2, "count(players)", *self.settled(deck)))
        if self.chance(0.4):
            tree["title"] = self.people("Cards")
        self.about(tree, deck.name, label=f"Card {{num{tag}}} {{face{tag}}}{' {kind}' if self.chance(0.3) else ''}")
        tree.pop("text", None)
        if self.chance(0.2):
            tree["text"] = self.people(f"It is {{num{tag}}}.")
        if self.chance(0.3):
            plain = self.luck.choice(SOURCES)
            forms: list[Any] = [plain, {f"num{tag}": plain, "else": "rulebook"}]
            forms += [{f"num{tag}": {"1": plain, "else": "ruling"}}] * (style != "list")
            tree["source"] = self.luck.choice(forms)
        if self.chance(0.3):
            deck.back = self.luck.choice(([f"face{tag}"], [f"face{tag}", f"num{tag}"]))
            tree["back"] = deck.back if len(deck.back) > 1 or self.chance(0.5) else deck.back[0]
        return tree

    def settled(self, deck: Deck | None = None) -> list[Any]:
        """A number that is known before the game."""
        bare = tuple((name, type) for name, type in deck.attributes.items() if not type.optional) if deck else ()
        at = Scope(
            sight=SEES_NOTHING, plain=True, bare=tuple(one for one in bare if one[1].base in ("integer", "boolean"))
        )
        made = self.tried(lambda: self.fresh().expr(INTEGER, at, 2).at(COND))
        return [f"1 + ({made}) mod 2"] if made else [1]

    def kind_values(self, deck: Deck, tag: str, values: dict[str, Any], *, all_of: bool) -> Tree:
        world, tree = self.world, {}
        face = deck.attributes[f"face{tag}"].name
        if all_of:
            tree = {f"face{tag}": self.luck.choice(world.enumerations[face]), f"num{tag}": self.luck.randint(0, 9)}
            if f"own{tag}" in deck.attributes:
                tree[f"own{tag}"] = self.luck.choice(values[f"own{tag}"])
        listed = self.attributes_of[tag].get(f"some{tag}")
        if listed is not None and "values" not in listed and self.chance(0.7):
            tree[f"some{tag}"] = self.luck.sample(world.enumerations[face], 2)
        may = deck.attributes.get(f"may{tag}")
        if may is not None and self.chance(0.6):
            tree[f"may{tag}"] = 4 if may.base == "integer" else self.luck.choice(world.enumerations[face])
        if self.chance(0.4):
            tree["copies"] = self.luck.choice((1, 2, "2 if count(players) > 2 else 1", *self.settled(deck)))
        if self.chance(0.2):
            tree["source"] = self.luck.choice((self.luck.choice(SOURCES), {f"num{tag}": "placeholder"}))
        if self.chance(0.3):
            tree["label"] = self.people(f"Kind {{num{tag}}}")
        if self.chance(0.2):
            tree["text"] = self.people("Does things.")
        if self.chance(0.1):
            tree["rule"] = "page 1"
        if not all_of and not tree:
            tree["copies"] = 2
        return tree

    def zones(self) -> None:
        world = self.world
        found: Tree = {}
        for deck in world.decks.values():
            tag = "ab"[list(world.decks).index(deck.name)]
            start = self.luck.choice(("shuffled", "shuffled", "listed"))
            pile: Tree = {"holds": deck.name, "start": start}
            shows = self.luck.choice(("count", "count", "count", "all", "none"))
            pile["shows"] = shows
            order = self.luck.choice(("stack", "row", ""))
            if order:
                pile["order"] = order
            if start == "listed" and not order:
                pile["order"] = order = "stack"
            name = f"pile{tag}"
            zone = Zone(
                name,
                deck.name,
                order=order or "stack",
                mixed=True,
                open=shows == "all",
                own=False,
                sized=shows != "none",
            )
            if self.chance(0.15):
                pile["of"] = "player"
                zone = replace(zone, of="player")
            found[name] = self.about(pile, name)
            world.zones.append(zone)
            hand: Tree = {"of": "player", "holds": deck.name, "shows": "owner"}
            if self.chance(0.3):
                hand["order"] = "row"
            found[f"hand{tag}"] = self.about(hand, f"hand{tag}")
            world.zones.append(Zone(f"hand{tag}", deck.name, "player", order=hand.get("order", ""), open=False))
            self.further_zones(deck, tag, found)
            if deck.back and not zone.of and self.chance(0.3):
                pile["shows"] = {"all": deck.back[0]}
                world.zones = [replace(one, open=False, sized=True) if one.name == name else one for one in world.zones]
            if self.chance(0.4) and not zone.of:
                open_heap = [
                    one
                    for one in world.zones
                    if one.deck == deck.name and not one.of and not one.along and one.name != name
                ]
                if open_heap:
                    source = self.luck.choice(open_heap).name
                    when = self.luck.choice(("needed", "empty", None, "needed if count(players) > 1 else empty"))
                    plain = self.luck.choice((source, {"from": source}))
                    pile["refill"] = plain if when is None or "if" in when else {"from": source, "when": when}
        self.spec["zones"] = found

    def further_zones(self, deck: Deck, tag: str, found: Tree) -> None:
        world = self.world
        for number in range(self.luck.randint(2, 4)):
            name = f"z{tag}{number}"
            tree: Tree = {"holds": deck.name}
            of, along, written = self.family(zone=True) if number else ("", (), None)
            if written is not None:
                tree["of"] = written
            order = self.luck.choice(("", "stack", "row"))
            mixed = bool(order) and self.chance(0.15)
            if order:
                tree["order"] = order
            if number == 0:
                shows: Any = self.luck.choice(("all", None))
            else:
                forms: list[Any] = ["all", "all", None, "count", "none"]
                if of:
                    forms += [
                        "owner",
                        "owner",
                        {"owner": "all"},
                        {"all": "none", "owner": "all"},
                        {"all": "all", "owner": "count"},
                    ]
                if deck.back:
                    forms += [{"all": deck.back[0], **({"owner": "all"} if of else {})}] * 2
                shows = self.luck.choice(forms)
            if shows is not None:
                tree["shows"] = shows
            is_open = shows in ("all", None) or (isinstance(shows, dict) and shows.get("all") == "all")
            own = is_open or shows == "owner" or (isinstance(shows, dict) and shows.get("owner") == "all")
            if isinstance(shows, dict) and shows.get("owner") == "count":
                own = is_open = False
            sized = shows != "none" and not (isinstance(shows, dict) and shows.get("all") == "none")
            if self.chance(0.15):
                tree["capacity"] = self.luck.choice((8, 12, "4 * count(players)"))
            found[name] = self.about(tree, name)
            world.zones.append(
                Zone(name, deck.name, of, along, order, mixed, is_open and not mixed, own and not mixed, sized)
            )

    def family(self, *, zone: bool) -> tuple[str, tuple[str, ...], Any]:
        """Who or what has one each, and how it is written."""
        symbols = self.luck.choice(list(self.world.enumerations))
        team = ["team"] * self.world.teams
        first = self.luck.choice(("", "", "player", "player", *team))
        if first and self.chance(0.6):
            return first, (), first
        along = self.luck.choice((symbols, "1..3", "0..1"))
        if first:
            along = self.luck.choice((along, "player")) if not zone else along
            return first, (along,), [first, along]
        if self.chance(0.5):
            return "", (), None
        if self.chance(0.3):
            return "", (along, "1..2"), [along, "1..2"]
        return "", (along,), along

    def variables(self) -> None:
        world = self.world
        found: Tree = {"score": {"of": "player", "type": "integer", "start": 0}}
        world.variables.append(Variable("score", INTEGER, "player"))
        if world.teams:
            found["ours"] = {"of": "team", "type": "integer", "start": 0}
            world.variables.append(Variable("ours", INTEGER, "team"))
        for number in range(self.luck.randint(3, 7)):
            name = f"v{number}"
            one, tree = self.variable(name)
            of, along, written = self.family(zone=False)
            if written is not None:
                tree["of"] = written
            if of == "" and one.shows == "owner":
                one = replace(one, shows="none")
                tree["shows"] = "none"
            if tree.get("start") == "distinct random" and (not of or along):
                tree["start"] = "random"
            if one.type == INTEGER and tree.get("start") == "distinct random":
                tree["range"] = [0, 20]
                one = replace(one, low=0, high=20)
            elif tree.get("start") == "distinct random":
                tree["start"] = "random"
            if tree.get("start") == "IT":
                tree["start"] = self.start_of(one, of, along)
            world.variables.append(replace(one, of=of, along=along))
            found[name] = tree
        self.spec["variables"] = found
        for deck in world.decks.values():
            tree = self.spec["cards"][deck.name]
            single = all(
                kind_tree.get("copies", tree.get("copies", 1)) == 1
                for kind_tree in [*tree.get("list", {}).values(), {}]
            )
            if single and self.chance(0.7):
                tree["variables"] = {}
                for number in range(self.luck.randint(1, 2)):
                    name = f"mark{deck.name}{number}"
                    one, made = self.variable(name, marks=True)
                    if made.get("start") in ("distinct random", "IT"):
                        made.pop("start")
                    if one.shows == "all" and "shows" not in made:
                        one = replace(one, shows="known")
                    tree["variables"][name] = made
                    deck.marks.append(replace(one, deck=deck.name))

    def start_of(self, one: Variable, of: str, along: tuple[str, ...]) -> Any:
        """An expression that a variable starts with; `it` is the owner, else the first index."""
        if one.type != INTEGER or one.low is not None:
            return 0 if one.type == INTEGER else {"boolean": False}.get(one.type.base, "random")
        it = PLAYER if of == "player" else TEAM if of == "team" else None
        if it is None and along:
            it = INTEGER if ".." in along[0] else PLAYER if along[0] == "player" else symbol(along[0])
        return self.expression(INTEGER, Scope(it=it, sight=SEES_NOTHING, plain=True), 2)

    def variable(self, name: str, *, marks: bool = False) -> tuple[Variable, Tree]:
        """A variable, and how it is written."""
        world = self.world
        type = self.luck.choice(world.kept())
        tree: Tree = {}
        room = 0
        if not marks and self.chance(0.2):
            type, room = list_of(type), self.luck.randint(3, 6)
            tree["room"] = self.luck.choice((room, f"{room} + count(players) - {world.players[0]}"))
        elif self.chance(0.35):
            type = type.maybe()
        tree["type"] = world.written(type)
        low = high = None
        base = (type.item if type.item else type).sure()
        if base == INTEGER and (self.chance(0.5) or (type.base == "list" and self.chance(0.8))):
            low, high = self.luck.choice(((0, 9), (-5, 20), (1, 6), (0, 300)))
            if type.base == "list":
                low, high = self.luck.choice(((0, 9), (-5, 300)))
            tree["range"] = [low, high] if self.chance(0.8) else [low, f"{high} + 0"]
        if type.base == "list" and not marks and self.chance(0.4):
            element: Any = {"integer": 3, "boolean": True, "player": "first(players)", "team": "first(teams)"}.get(
                base.base
            )
            if base.base == "symbol":
                element = world.enumerations[base.name][0]
            elif base.base == "kind":
                element = world.decks[base.name].kinds[0]
            tree["start"] = self.luck.choice(([element], []))
        if type.base != "list" and self.chance(0.5):
            starts: list[Any] = []
            if type.optional:
                starts = ["none"]
            elif type.base in ("boolean", "player", "team", "symbol", "kind") or low is not None:
                starts = ["random", "distinct random", "random"]
            elif not marks:
                starts = [0, 3, "IT", "IT"]
            if type == BOOLEAN:
                starts += [True, False]
            if starts:
                tree["start"] = self.luck.choice(starts)
        shows = self.luck.choice(("all", "all", "all", "owner", "none"))
        if shows != "all" or self.chance(0.3):
            tree["shows"] = shows
        if self.chance(0.25):
            tree["each"] = self.luck.choice(("hand", "round", "turn"))
        self.about(tree, name)
        return Variable(name, type, shows=shows, low=low, high=high, room=room), tree

    # Named rules --------------------------------------------------------------------------

    def functions(self) -> None:
        world, found = self.world, {}
        for _ in range(self.luck.randint(0, 3)):
            name = world.new("fun")
            takes = tuple((world.new("arg"), self.luck.choice(world.values())) for _ in range(self.luck.randint(0, 2)))
            sight = self.luck.choice((SEES_ALL, SEES_OPEN))
            gives = self.luck.choice([one for one in world.values() if one.base != "card"])
            if self.chance(0.2):
                gives = list_of(self.luck.choice((INTEGER, PLAYER)))
            at = Scope(sight=sight)
            head = ", ".join(f"{world.written(type)} {arg}" for arg, type in takes)
            for arg, type in takes:
                at = at.with_local(arg, type, SEES_OPEN)
            self.fresh()
            lets = []
            for _ in range(self.luck.choice((0, 0, 1, 2))):
                type = self.luck.choice((INTEGER, BOOLEAN, PLAYER, list_of(INTEGER), list_of(list_of(INTEGER))))
                local = world.new()
                lets.append(f"let {local} = {self.rules.expr(type, at, 1)}")
                at = at.with_local(local, type, sight)
            body: Any = self.rules.expr(gives, at, 3)
            if gives.base == "list" and not lets and self.chance(0.4):
                body = self.expression(gives, at, 1, fresh=False)
            found[f"{name}({head})" if takes else name] = (
                "\n".join([*lets, str(body)]) + "\n" if lets else body if isinstance(body, list) else str(body)
            )
            world.functions.append(Head(name, takes, gives, SEES_OPEN if sight == SEES_OPEN else SEES_ALL))
        if found:
            self.spec["functions"] = found

    def quantities(self) -> None:
        world = self.world
        if self.chance(0.5):
            one: Tree = {"base": self.luck.choice((1, 2, "count(players)", *self.world.positive))}
            of = self.luck.choice(("player", "player", "", *(["team"] if world.teams else [])))
            if of:
                one["of"] = of
                if self.chance(0.4):
                    one["base"] = self.expression(INTEGER, Scope(it=TEAM if of == "team" else PLAYER, plain=True), 1)
            if self.chance(0.5):
                one["at_least"] = 0
            if self.chance(0.5):
                one["at_most"] = self.luck.choice((9, "count(players) + 5"))
            self.spec["quantities"] = {"power": self.about(one, "power")}
            world.quantities.append(Head("power", of=of))
        if self.chance(0.5):
            of = self.luck.choice(("player", "player", "", *(["team"] if world.teams else [])))
            takes = (
                [self.luck.choice([*world.enumerations, "player", "integer", *world.decks])] if self.chance(0.7) else []
            )
            permission: Tree = {"takes": takes} if takes else {}
            if of:
                permission["of"] = of
            if self.chance(0.6):
                it = self.taken(takes[0]) if takes else None
                permission["base"] = self.expression(BOOLEAN, Scope(it=it, me=of, plain=True), 1)
            self.spec["permissions"] = {"allowed": self.about(permission, "allowed")}
            world.permissions.append(Head("allowed", tuple(("a", self.taken(one)) for one in takes), BOOLEAN, of=of))

    def taken(self, name: str) -> Type:
        return {"player": PLAYER, "integer": INTEGER}.get(name) or (
            kind(name) if name in self.world.decks else symbol(name)
        )

    def sheets(self) -> None:
        if self.chance(0.5):
            per = self.luck.choice(("player", *(["team"] if self.world.teams else [])))
            self.world.sheets["sheet1"] = (per, ["first_one"])

    def sheets_written(self) -> None:
        for name, (per, _) in self.world.sheets.items():
            it = PLAYER if per == "player" else TEAM
            points = self.expression(INTEGER, Scope(it=it, plain=True))
            category: Any = (
                points
                if isinstance(points, (str, int)) and self.chance(0.5)
                else self.about({"points": points}, "points")
            )
            if isinstance(category, bool):
                category = 1
            tree: Tree = {"per": per, "categories": {"first_one": category}}
            if self.chance(0.6):
                tree["into"] = "score" if per == "player" else "ours"
            self.spec["scoring"] = {name: self.about(tree, name)}

    # Flow ---------------------------------------------------------------------------------

    def scores(self) -> tuple[str, ...]:
        return tuple(self.world.sheets)

    def actions(self) -> None:
        world, found = self.world, {}
        effects: Tree = {}
        runs: list[Head] = []
        simple = [world.new("act") for _ in range(self.luck.randint(1, 2))]
        self.simple = list(simple)
        events: list[Head] = []
        if self.chance(0.4):
            world.said.append("told")
        for name in simple:
            found[name], takes = self.action(name, replace(IN_TURN, plain=False, scores=self.scores()), quiet=True)
            self.tryable += [name] * all(type.base != "list" for _, type in takes)
            events.append(Head(name, takes))
        for _ in range(self.luck.randint(0, 2)):
            name = world.new("eff")
            takes = tuple((world.new("arg"), self.luck.choice(world.values())) for _ in range(self.luck.randint(0, 2)))
            asks = self.chance(0.4)
            at = Scope(asks=asks, offers=tuple(simple) if asks else (), scores=self.scores(), runs=tuple(runs))
            for arg, type in takes:
                at = at.with_local(arg, type, SEES_ALL)
            head = ", ".join(f"{world.written(type)} {arg}" for arg, type in takes)
            effects[f"{name}({head})" if takes else name] = self.effect(at)
            runs.append(Head(name, takes, asks=asks))
            events.append(Head(name, takes))
        bigger = [world.new("act") for _ in range(self.luck.randint(1, 3))]
        for name in bigger:
            at = replace(
                IN_TURN,
                asks=True,
                offers=tuple(simple),
                runs=tuple(runs),
                scores=self.scores(),
                activates=True,
                ends=("turn", "phase", "game", "play", "hand", "match"),
            )
            found[name], takes = self.action(name, at)
            events.append(Head(name, takes))
        self.spec["actions"] = found
        if effects:
            self.spec["effects"] = effects
        self.offered = [*simple, *bigger]
        self.waiting(events)

    def action(self, name: str, at: Scope, *, quiet: bool = False) -> tuple[Tree, tuple[tuple[str, Type], ...]]:
        """An action, with what it chooses."""
        self.fresh()
        tree: Tree = {}
        takes: list[tuple[str, Type]] = []
        choose: Tree = {}
        braces = []
        if quiet:
            at = replace(at, asks=False)
        for _ in range(self.luck.choice((0, 1, 1, 2))):
            choice = self.world.new("c")
            how = self.luck.choice(("", "", "", "optional ", "any of ", "1..2 of ", "2 of "))
            made = self.tried(lambda: self.chosen(how, at))
            if made is None:
                continue
            source, item = made
            type = item if not how else item.maybe() if how == "optional " else list_of(item)
            choose[choice] = f"{how}{source.at(4 if not how else 7)}"
            takes.append((choice, type))
            at = at.with_local(choice, type, SEES_ALL if item.base == "card" else SEES_OPEN)
            braces.append(f"[ {{{choice}}}]" if how else f" {{{choice}}}")
        if choose:
            tree["choose"] = choose
        if self.chance(0.4):
            tree["when"] = self.conditions(replace(at, asks=False), fresh=False)
        if self.chance(0.9):
            tree["do"] = self.effect(at, fresh=False)
        self.about(tree, name, label=name + "".join(braces))
        return tree, tuple(takes)

    def chosen(self, how: str, at: Scope) -> Any:
        several = how not in ("", "optional ")
        item = self.rules._chosen_type(several)
        return self.rules._chosen_from(item, at.seeing(SEES_OWN)), item

    def waiting(self, events: list[Head]) -> None:
        """Triggers and reactions."""
        world = self.world
        plain = [one for one in events if all(type.base != "list" for _, type in one.takes)]
        self.events = plain
        if plain and self.chance(0.5):
            event = self.luck.choice(plain)
            at = replace(self.after(event, Scope(turn=True, me="player", scores=self.scores())), me="player")
            tree: Tree = {"after": self.luck.choice((event.name, [event.name]))}
            self.fresh()
            if self.chance(0.5):
                tree["when"] = self.conditions(at, fresh=False)
            tree["do"] = self.effect(at, fresh=False)
            self.spec["triggers"] = {"trigger1": self.about(tree, "trigger1")}
        if events and self.chance(0.5):
            event = self.luck.choice(events)
            asks = self.expression(list_of(PLAYER), Scope(turn=True, sight=SEES_OPEN, plain=True), 1)
            reaction: Tree = {"instead_of": self.luck.choice((event.name, [event.name])), "asks": asks}
            at = self.after(event, Scope(me="player", turn=True, asks=self.chance(0.3), scores=self.scores()))
            self.fresh()
            if self.chance(0.3):
                made = self.tried(lambda: self.chosen("", at))
                if made is not None:
                    source, item = made
                    reaction["choose"] = {"picked": str(source)}
                    at = at.with_local("picked", item, SEES_ALL)
            elif self.chance(0.3):
                reaction["automatic"] = self.luck.choice((True, "count(players) > 2"))
            if self.chance(0.5):
                reaction["when"] = self.conditions(at, fresh=False)
            if self.chance(0.8):
                reaction["do"] = self.effect(at, fresh=False)
            if self.chance(0.4) and "automatic" not in reaction:
                reaction["decline"] = self.people("Let it be")
            if self.chance(0.3):
                reaction["depth"] = self.luck.choice((0, 1))
            self.spec["reactions"] = {"react1": self.about(reaction, "react1")}

    def after(self, event: Head, at: Scope) -> Scope:
        """The scope behind an event: what was chosen or given has its names."""
        for name, type in event.takes:
            at = at.with_local(f"{event.name}.{name}", type, SEES_ALL)
        return at

    def card_rules(self) -> None:
        """Rules on cards: continuous, activated, triggered and replacing ones."""
        world = self.world
        for deck in world.decks.values():
            tree = self.spec["cards"][deck.name]
            listed = tree.get("list")
            zones = [
                one
                for one in world.zones
                if one.deck == deck.name and one.of == "player" and not one.along and not one.mixed
            ]
            if not listed or not zones or self.chance(0.3):
                continue
            zone = self.luck.choice(zones)
            tree["active_in"] = self.luck.choice((zone.name, [zone.name]))
            deck.rules = True
        for deck in world.decks.values():
            if not deck.rules:
                continue
            for kind_tree in self.spec["cards"][deck.name]["list"].values():
                at = Scope(me="player", it=card(deck.name), plain=True, turn=False)
                if self.chance(0.5) and (world.quantities or world.permissions):
                    made = self.modifier(at)
                    if made is not None:
                        kind_tree["always"] = made if self.chance(0.5) else {"first_rule": made}
                if self.chance(0.4):
                    self.fresh()
                    at = replace(at, turn=False, plain=False)
                    if self.chance(0.5):
                        kind_tree["when"] = self.conditions(replace(at, plain=True), fresh=False)
                    deck.acts = True
                    kind_tree["activate"] = self.effect(at, fresh=False)

    def card_events(self) -> None:
        """Rules on cards that wait for events."""
        for deck in self.world.decks.values():
            for kind_tree in self.spec["cards"][deck.name].get("list", {}).values() if deck.rules else ():
                for key in ("after", "instead_of"):
                    if self.events and self.chance(0.25):
                        event = self.luck.choice(self.events)
                        at = self.after(event, Scope(me="player", it=card(deck.name), scores=self.scores()))
                        kind_tree[key] = {event.name: self.effect(at)}

    def modifier(self, at: Scope) -> str | None:
        """What a card changes, forbids or allows."""
        heads = [*self.world.quantities, *self.world.permissions]
        head = self.luck.choice(heads)
        owner = "me." if head.of == "player" else "me.team." if head.of == "team" else ""
        when = f" when {self.expression(BOOLEAN, replace(at, it=at.it), 1)}" if self.chance(0.3) else ""
        if when:
            when = when.replace("True", "true").replace("False", "false")
        if head.gives == BOOLEAN:
            verb = self.luck.choice(("forbid", "allow"))
            if not head.takes:
                return f"{verb} {owner}{head.name}{when}"
            _, type = head.takes[0]
            listed = self.tried(lambda: self.rules.list(type, at, 1).at(1))
            if listed and self.chance(0.4):
                name = self.world.new()
                return f"{verb} {owner}{head.name}({name}) for {name} in {listed}{when}"
            value = self.tried(lambda: self.rules.expr(type, at, 1))
            return f"{verb} {owner}{head.name}({value}){when}" if value is not None else None
        value = self.tried(lambda: self.rules.expr(INTEGER, at, 1))
        sign, level = self.luck.choice((("+", 6), ("-", 7), ("=", 6)))
        return None if value is None else f"{owner}{head.name} {sign} {value.at(level)}{when}"

    def phases(self) -> None:
        world = self.world
        deal = ["for p0 in players:"]
        for zone in world.zones:
            if zone.name.startswith("pile"):
                pile = f"p0.{zone.name}" if zone.of else zone.name
                deal.append(f"  draw {self.luck.randint(2, 4)} from {pile} to p0.hand{zone.name[-1]}")
        found: Tree = {
            "match": {"steps": ["deal", "hand"]},
            "deal": {"do": "\n".join(deal) + "\n"},
        }
        steps = ["play"]
        plain = Scope(scores=self.scores(), asks=True, offers=tuple(self.simple), ends=("phase", "game", "match"))
        plain = replace(plain, runs=tuple())
        if self.chance(0.5):
            steps.insert(self.luck.choice((0, 1)), "before")
            found["before"] = {"do": self.effect(plain)}
            self.bounds(found["before"], plain, times=True)
        if self.chance(0.4):
            steps.append("all_at_once")
            listed = self.expression(list_of(PLAYER), Scope(sight=SEES_OPEN), 1)
            found["all_at_once"] = {"offer": self.luck.sample(self.simple, 1), "together": listed}
            found["all_at_once"]["otherwise"] = self.effect(replace(plain, asks=False))
        if self.chance(0.3):
            steps.append("one_asked")
            found["one_asked"] = {
                "offer": list(self.simple),
                "by": self.expression(PLAYER, Scope(sight=SEES_OPEN), 1),
                "otherwise": self.effect(replace(plain, asks=False)),
            }
            self.bounds(found["one_asked"], plain, times=True)
        hand: Tree = {"steps": steps}
        self.ending(hand, steps)
        found["hand"] = self.about(hand, "hand")
        play: Tree = {"offer": list(self.offered)}
        turn = replace(plain, me="player", turn=True)
        if self.chance(0.6):
            play["otherwise"] = self.effect(replace(turn, asks=False, ends=()))
        else:
            self.spec["actions"]["pass_on"] = {}
            play["offer"].append("pass_on")
        play["turns"] = self.turns()
        key = self.luck.choice(("until", "ends_when")) if "until" not in play["turns"] else "ends_when"
        play[key] = (
            self.conditions(replace(TURN_END, may=tuple(self.tryable))) if self.chance(0.6) else "round.number > 3"
        )
        self.bounds(play, Scope(scores=self.scores()), times=False)
        found["play"] = self.about(play, "play")
        self.spec["phases"] = found
        self.spec["begin"] = "match"

    def ending(self, hand: Tree, steps: list[str]) -> None:
        at = Scope(may=tuple(self.tryable))
        match self.luck.randint(0, 4):
            case 0:
                hand["repeat"] = {"until": self.conditions(at)}
            case 1:
                hand["times"] = self.luck.choice((1, 2, "count(players) mod 3"))
            case 2:
                hand["repeat"] = True
                hand["ends_when"] = self.conditions(at)
            case 3:
                if len(steps) > 1:
                    hand["ends_when"] = self.conditions(at)

    def bounds(self, phase: Tree, at: Scope, *, times: bool) -> None:
        quiet = replace(at, asks=False, offers=(), ends=(), may=())
        if times and self.chance(0.4):
            phase["times"] = self.luck.choice((1, 2, "count(players)"))
        elif times and self.chance(0.3) and "ends_when" not in phase:
            phase["repeat"] = {"until": True}
        if self.chance(0.3):
            phase["when"] = self.conditions(replace(quiet, me="", turn=False, may=tuple(self.tryable)))
        if self.chance(0.3):
            phase["start"] = self.effect(replace(quiet, me="", turn=False))
        if self.chance(0.3):
            phase["finish"] = self.effect(replace(quiet, me="", turn=False))

    def turns(self) -> Tree:
        turns: Tree = {}
        at = Scope(sight=SEES_ALL)
        if self.chance(0.3):
            turns["from"] = self.expression(PLAYER, at, 1)
        elif self.chance(0.3):
            turns["order"] = self.expression(list_of(PLAYER), at, 1)
        if self.chance(0.3):
            turns["skip"] = self.conditions(replace(at, me="player"))
        if self.chance(0.3):
            turns["once"] = self.chance(0.7)
        if self.chance(0.3) and "order" not in turns:
            turns["reverse"] = self.expression(BOOLEAN, at, 1)
        if self.chance(0.3):
            turns["until"] = self.conditions(TURN_END)
        return turns

    # People ---------------------------------------------------------------------------------

    def result(self) -> None:
        it = Scope(it=PLAYER)
        tree: Tree = {}
        forms = ["best(p0 for p0 in players by p0.score)", self.expression(list_of(PLAYER), Scope(), 2)]
        if self.world.teams:
            forms.append("best(t0 for t0 in teams by t0.ours)")
        tree["winners"] = self.luck.choice(forms)
        if self.chance(0.2):
            tree["returns"] = self.expression(INTEGER, it)
            if self.chance(0.3):
                tree.pop("winners")
        if self.chance(0.5):
            tree["score"] = self.luck.choice(("it.score", "-it.score", self.expression(INTEGER, it)))
        if self.chance(0.3):
            tree["value"] = self.expression(INTEGER, it)
        if self.chance(0.2) and "score" in tree:
            tree["label"] = self.people("Points")
        if self.chance(0.2):
            tree["nobody"] = self.people("Nobody wins.")
        if self.chance(0.2):
            tree["text"] = self.people("Most points.")
        if self.chance(0.3):
            tree["measures"] = ["score"]
        self.spec["result"] = tree

    def words(self) -> None:
        found: Tree = {}
        if self.world.said and "say(told)" in str(self.spec):
            found["told"] = self.people(
                self.luck.choice(("Something happens.", "{me} does it.", "It is {count(players)}."))
            )
        for name in self.luck.sample(SYMBOLS[0], self.luck.randint(0, 2)):
            found[name] = self.people(name.upper())
        if self.chance(0.3):
            found["numa"] = self.people("number")
        if found:
            self.spec["words"] = found

    def rulebook(self) -> None:
        if self.chance(0.4):
            passage: Tree = {"chapter": self.luck.choice(CHAPTERS)}
            passage["label"] = self.people("A passage")
            if self.chance(0.5):
                passage["text"] = self.people(f"So it is{self.option_brace()}.")
            else:
                passage["steps"] = [self.people("First."), self.people("Then.")]
            if self.chance(0.3):
                passage["rule"] = "page 9"
            self.spec["rulebook"] = {"a_passage": passage}

    def table(self) -> None:
        table: Tree = {}
        if self.chance(0.6):
            shown: Tree = {}
            for number in range(self.luck.randint(1, 2)):
                of = self.luck.choice(("", "player", *(["team"] if self.world.teams else [])))
                it = {"": None, "player": PLAYER, "team": TEAM}[of]
                type = self.luck.choice([one for one in self.world.values() if one.base != "card"])
                type = self.luck.choice((type, type, list_of(type)))
                one: Tree = {"is": self.expression(type, Scope(it=it, sight=SEES_OPEN), 2)}
                if of:
                    one["of"] = of
                    if self.chance(0.3):
                        one["shows"] = self.luck.choice(("all", "owner"))
                if self.chance(0.7):
                    one["label"] = self.people(f"Shown {number}")
                shown[f"shown{number}"] = one
            table["shown"] = shown
        if self.chance(0.4):
            of = self.luck.choice(("player", *(["team"] if self.world.teams else [])))
            it = PLAYER if of == "player" else TEAM
            track: Tree = {
                "at": self.expression(INTEGER, Scope(it=it, sight=SEES_OPEN), 1),
                "length": self.luck.choice((9, *self.settled())),
            }
            track["of"] = of
            if self.chance(0.4):
                track["label"] = self.people("Track")
            if self.chance(0.4):
                track["across"] = {
                    "is": self.expression(INTEGER, Scope(it=it, sight=SEES_OPEN), 1),
                    "number": self.luck.choice((2, *self.settled())),
                }
                if self.chance(0.5):
                    track["across"]["label"] = self.people("Side")
            if self.chance(0.4):
                row: Tree = {"is": self.expression(list_of(INTEGER), Scope(sight=SEES_OPEN), 1)}
                if self.chance(0.5):
                    row["label"] = self.people("Row")
                track["rows"] = {"row1": row}
            table["tracks"] = {"track1": track}
        zones = [one for one in self.world.zones if not one.of and not one.along]
        own = [one for one in self.world.zones if one.of == "player" and not one.along]
        if self.chance(0.4):
            group = self.luck.choice((zones, own))[:2]
            table["groups"] = {
                "group1": {
                    "zones": [one.name for one in group],
                    **({"label": self.people("Group")} if self.chance(0.5) else {}),
                }
            }
        if self.chance(0.3):
            few = [one.name for one in self.world.variables[:1]]
            table["without"] = self.luck.choice((few, few[0]))
        deck = self.luck.choice(list(self.world.decks.values()))
        tag = "ab"[list(self.world.decks).index(deck.name)]
        if self.chance(0.3):
            table["faces"] = {self.luck.choice((deck.name, deck.kinds[0])): self.people(f"{{label}} {{num{tag}}}")}
        if self.chance(0.3):
            table["called"] = {deck.name: {"one": self.people("leaf"), "many": self.people("leaves")}}
        if self.chance(0.4):
            look: Tree = {"colour": self.luck.choice(COLOURS)} if self.chance(0.8) else {}
            if self.chance(0.5) or not look:
                look["sign"] = self.people("+")
            table["looks"] = {"red": look}
        if table:
            self.spec["table"] = table

    def write(self) -> Tree:
        """A whole spec, as it stands in YAML."""
        self.head()
        self.options()
        self.types()
        self.decks()
        self.zones()
        self.variables()
        self.quantities()
        self.functions()
        self.sheets()
        self.card_rules()
        self.actions()
        self.card_events()
        self.sheets_written()
        self.phases()
        self.result()
        self.words()
        self.rulebook()
        self.table()
        self.spec["limits"] = {"decisions": self.luck.choice((30, 60, *self.settled())) if self.chance(0.9) else 40}
        self.spec["limits"]["decisions"] = (
            self.spec["limits"]["decisions"]
            if isinstance(self.spec["limits"]["decisions"], int)
            else f"30 + {self.spec['limits']['decisions']}"
        )
        if self.chance(0.5):
            self.spec["limits"]["steps"] = self.luck.choice((20000, "10000 * count(players)"))
        return self.spec


IN_TURN = Scope(me="player", turn=True)
TURN_END = Scope(turn=True)


class _Dumper(yaml.CSafeDumper if hasattr(yaml, "CSafeDumper") else yaml.SafeDumper):  # type: ignore[misc]
    """Writes rules of several lines as blocks, and nothing as a reference to something above."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: Any, written: str) -> Any:
    style = "|" if "\n" in written else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", str(written), style=style)


_Dumper.add_representer(str, _text)


def written(tree: Tree) -> str:
    """The YAML of a spec."""
    return str(yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000))


def sound_spec(seed: int, number: int) -> Tree:
    """The spec of this number; it depends on nothing but its seed and number."""
    for again in range(50):
        try:
            return Specs(Random(f"{seed}/{number}/{again}")).write()
        except Unmakeable:
            continue
    raise RuntimeError(f"no spec {number}")


PARTED = (
    "rulebook",
    "words",
    "types",
    "functions",
    "effects",
    "triggers",
    "reactions",
    "scoring",
    "table",
    "options",
    "quantities",
    "permissions",
)
"""Sections that a part may bring."""


class Files:
    """A game with a part that it uses, and a variant of it."""

    def __init__(self, tree: Tree, luck: Random) -> None:
        self.tree, self.luck = tree, luck
        self.two_languages = isinstance(tree["title"], dict)
        self.files: dict[str, Tree] = {"game.yaml": tree}

    def people(self, said: str) -> Any:
        return {"en": said, "fr": f"{said} (fr)"} if self.two_languages else said

    def names(self, tree: Tree) -> dict[str, Any]:
        """What an argument of each kind may be."""
        deck = next(iter(tree["cards"]))
        enumeration = next(iter(tree["types"])) if "types" in tree else None
        found: dict[str, Any] = {
            "number": 2, "boolean": True, "expression": self.luck.choice(("count(players)", "1 + 2")), "deck": deck,
            "zone": next(iter(tree["zones"])), "variable": "score", "attribute": next(iter(tree["cards"][deck]["attributes"])),
            "phase": "play", "action": next(iter(tree["actions"])), "phases": ["play", "deal"], "actions": [next(iter(tree["actions"]))],
        }  # fmt: skip
        if enumeration is not None:
            found |= {
                "type": enumeration,
                "symbol": tree["types"][enumeration][0],
                "symbols": tree["types"][enumeration][:2],
            }
        if "options" in tree:
            found["option"] = next(iter(tree["options"]))
        for key, kind_ in (("functions", "function"), ("effects", "effect")):
            if key in tree:
                found[kind_] = next(iter(tree[key])).partition("(")[0]
        return found

    def part(self) -> None:
        """Move a section or two into a part."""
        luck, tree = self.luck, self.tree
        kinds = luck.sample(sorted(self.names(tree).items()), 3)
        moved = luck.sample([one for one in PARTED if one in tree], 1)
        made: Tree = {"part": "own-part", "title": self.people("A part")}
        if luck.random() < 0.5:
            made["about"] = self.people("What it brings.")
        parameters: Tree = {
            "amount": {"is": "number", "default": 2},
            "way": {"is": ["this", "that"], "default": "this"},
        }
        arguments: Tree = {}
        for kind_, name in kinds:
            one: Tree = {"is": kind_}
            if kind_ == "number" and luck.random() < 0.5:
                one["range"] = [0, 9]
            if luck.random() < 0.5:
                one["default"] = name
            if "default" not in one or luck.random() < 0.3:
                arguments[f"my_{kind_}"] = name
            if luck.random() < 0.5:
                one["text"] = self.people("What it means")
            parameters[f"my_{kind_}"] = one
        if luck.random() < 0.5:
            arguments["amount"] = luck.randint(1, 4)
        made["parameters"] = parameters
        for key in moved:
            made[key] = tree.pop(key)
        made["functions"] = {**made.get("functions", {}), "from_part": "amount + 1"}
        made["rulebook"] = {
            **made.get("rulebook", {}),
            "of_part": {"chapter": "special", "text": self.people("It is so.")},
        }
        if luck.random() < 0.6:
            made["cases"] = {
                "way": {
                    "that": {"override": {"functions.from_part": "amount + 2"}},
                    "else": {"add": {"rulebook.of_part.rule": "page 2"}},
                }
            }
            if luck.random() < 0.5:
                arguments["way"] = "that"
        use: Any = {"part": luck.choice(("own-part", "parts/own-part.yaml")), **arguments}
        if luck.random() < 0.3:
            use["as"] = {"from_part": "taken_from"}
            if (
                moved[0] in ("triggers", "reactions")
                and "my_effect" not in parameters
                and "my_function" not in parameters
            ):
                use["as"] = luck.choice((use["as"], "pre"))
        if list(use) == ["part"] and luck.random() < 0.7:
            use = use["part"]
        tree["uses"] = {"own": use}
        if "as" not in use:
            if luck.random() < 0.4:
                tree["override"] = {"rulebook.of_part.chapter": luck.choice(CHAPTERS)}
            if luck.random() < 0.4:
                tree["add"] = {"rulebook.of_part.label": self.people("Special")}
            if luck.random() < 0.3:
                tree["remove"] = ["functions.from_part"]
            if moved == ["words"] or luck.random() < 0.3:
                made["rulebook"]["last_of_part"] = {"chapter": "special", "text": self.people("And so.")}
                tree["insert"] = {"rulebook": {"last_of_part": {"before": "of_part"}}}
                made["rulebook"] = dict(made["rulebook"])
        self.files["parts/own-part.yaml"] = made

    def variant(self) -> None:
        """Something else for a few keys."""
        luck, tree = self.luck, self.tree
        made: Tree = {"variant": "changed", "extends": tree["game"], "title": self.people("Changed")}
        if luck.random() < 0.5:
            made["about"] = self.people("Otherwise.")
        override: Tree = {"limits.decisions": 25}
        if luck.random() < 0.5:
            override["result.winners"] = "players"
        for name, option in tree.get("options", {}).items():
            if option["type"] == "boolean" and not isinstance(option["default"], dict) and "requires" not in option:
                override[f"options.{name}.default"] = option["default"]
        name = next(iter(tree["actions"]))
        if "when" not in tree["actions"][name]:
            made["add"] = {f"actions.{name}.when": "round.number < 9"}
        if luck.random() < 0.5:
            made["override"] = override
        if luck.random() < 0.5:
            made.setdefault("add", {})["actions.added"] = {"do": "me.score += 1"}
            made["insert"] = {
                "phases.play.offer": {
                    "added": luck.choice(({"after": name}, {"before": name}, {"at": "start"}, {"at": "end"}))
                }
            }
        texts = [f"{key}.{one}.text" for key in ("actions", "phases") for one, of in tree[key].items() if "text" in of]
        if texts and luck.random() < 0.6:
            made[luck.choice(("remove", "still_true"))] = texts[:1]
        if luck.random() < 0.3:
            made["after"] = ["another"]
            self.files["variants/another.yaml"] = {
                "variant": "another", "extends": tree["game"], "title": self.people("Another"), "override": {"limits.decisions": 20}
            }  # fmt: skip
        if not {"override", "add", "remove", "insert"} & set(made):
            made["override"] = override
        self.files["variants/changed.yaml"] = made


def sound_files(seed: int, number: int) -> dict[str, Tree]:
    """The files of this number: a game, perhaps with a part that it uses, and perhaps with a variant."""
    luck = Random(f"{seed}/{number}/files")
    files = Files(sound_spec(seed, number), luck)
    if luck.random() < 0.25:
        files.part()
    if luck.random() < 0.25:
        files.variant()
    return files.files
