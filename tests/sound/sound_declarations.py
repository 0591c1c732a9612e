"""Random declarations: options, types, decks, zones, variables, each with all of its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from cardwright.language.ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, Type, list_of, symbol
from tests.sound.sound_effects import Effects
from tests.sound.sound_expressions import COND, Unmakeable
from tests.sound.sound_world import SEES_NOTHING, Deck, Scope, Variable, World, Zone

SYMBOLS = (["red", "green", "blue"], ["low", "mid", "high"], ["hearts", "spades"])
COLOURS = ("red", "orange", "yellow", "green", "cyan", "blue", "violet", "pink", "brown", "black", "grey", "white")
SOURCES = ("rulebook", "official", "inferred", "ruling", "placeholder")
CHAPTERS = ("setup", "cards", "course", "moves", "special", "scoring", "glossary")

Tree = dict[str, Any]


class Declarations:
    """Writes what a spec declares."""

    def __init__(self, luck: Random, rare: frozenset[str]) -> None:
        self.luck = luck
        self.world = World(luck, small=luck.random() < 0.75, rich=luck.random() < 0.1, rare=rare)
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
        made = self.tried(
            lambda: str(
                writer.expr(type, at, deep + 2 if self.world.rich else deep - self.world.small if deep > 1 else deep)
            )
        )
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
        world = self.world
        tree: Tree = {}
        attributes: Tree = {}
        each: Tree = {}
        tag = "ab"[number]
        enumeration = self.luck.choice(list(world.enumerations))
        style = self.luck.choice(("list", "each", "both"))
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
        # An attribute that is named like its enumeration stands before it here.
        bare = tuple((name, type) for name, type in bare if type.base in ("integer", "boolean") or type.name == name)
        at = Scope(sight=SEES_NOTHING, plain=True, bare=bare)
        made = self.tried(lambda: self.fresh().expr(INTEGER, at, 2).at(COND))
        # Kinds of decks that come later may have the name of a kind that is asked for something here.
        return [f"1 + ({made}) mod 2"] if made and not (deck and "." in made) else [1]

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
                people = ["players", "[first(players)]", "[p for p in players if p != last(players)]", "[]"]
                people += ["it.next", "it.rivals", "[p for p in players if distance(p, it) == 1]"] * (of == "player")
                people += ["it.team.members"] * (of == "player" and bool(world.teams)) + ["it.members"] * (of == "team")
                others: list[Tree] = [{}, {"all": "none"}, {"owner": "all"}, {"owner": "count"}]
                forms += [{**self.luck.choice(others if of else others[:2]), "to": self.luck.choice(people)}] * 3
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
