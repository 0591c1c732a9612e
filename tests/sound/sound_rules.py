"""Random rules of a spec: functions, score sheets, actions, what waits for events, rules on cards, phases."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from cardwright.language.ir.types import BOOLEAN, INTEGER, PLAYER, TEAM, Type, card, kind, list_of, symbol
from tests.sound.sound_declarations import Declarations, Tree
from tests.sound.sound_world import SEES_ALL, SEES_OPEN, SEES_OWN, Head, Scope

IN_TURN = Scope(me="player", turn=True)
TURN_END = Scope(turn=True)


class Rules(Declarations):
    """Writes the rules of a spec."""

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
            made = self.tried(partial(self.chosen, how, at))
            if made is None:
                continue
            source, item = made
            type = item if not how else item.maybe() if how == "optional " else list_of(item)
            choose[choice] = f"{how}{source}"
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
        item = self.rules._chosen_type(lists=not how)
        return self.rules._chosen_from(item, at.seeing(SEES_OWN)), item

    def waiting(self, events: list[Head]) -> None:
        """Triggers and reactions."""
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
            more: Tree = {
                "with": "react1",
                "when": self.conditions(at, fresh=False),
                "do": self.effect(at, fresh=False),
            }
            if self.chance(0.3):
                made = self.tried(lambda: self.chosen("", at))
                if made is not None:
                    source, item = made
                    reaction["choose"] = {"picked": str(source)}
                    at = at.with_local("picked", item, SEES_ALL)
            elif self.chance(0.3):
                reaction["automatic"] = self.expression(BOOLEAN, Scope(turn=True, sight=SEES_OPEN), 2)
            if self.chance(0.5):
                reaction["when"] = self.conditions(at, fresh=False)
            if self.chance(0.8):
                reaction["do"] = self.effect(at, fresh=False)
            if self.chance(0.4) and "automatic" not in reaction:
                reaction["decline"] = self.people("Let it be")
            if self.chance(0.3):
                reaction["depth"] = self.luck.choice((0, 1))
            self.spec["reactions"] = {"react1": self.about(reaction, "react1")}
            if "automatic" not in reaction and self.chance(0.5):
                self.spec["reactions"]["react2"] = self.about(more, "react2")

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
            listed = self.tried(lambda: self.rules.list_expr(type, at, 1).at(1))
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
            made = self.expression(INTEGER, replace(quiet, me="", turn=False))
            phase["times"] = self.luck.choice((1, 2, made if isinstance(made, int) else f"({made}) mod 3"))
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
