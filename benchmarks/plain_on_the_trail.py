"""On the Trail with random moves in plain Python, as one would write it for this one game, with the default options.

Cards are names, and the cards of a hand are chosen by name, so two of a kind are one choice, as in the spec. Only the
ranking at the end is left out.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

R, Y, G, N = "red", "yellow", "green", "none"
CARDS = [R] * 3 + [Y] * 4 + [G] * 5 + [N]
TRAIL = [
    ((G, Y, G, R, Y, G), "nsnasa"),
    ((Y, G, R, G, Y, G), "snansa"),
    ((G, R, Y, G, G, Y), "nnsasa"),
    ((Y, G, G, Y, R, G), "snsnna"),
    ((R, G, Y, G, Y, G), "nsansa"),
]
SETBACKS = ["fine"] * 4 + ["cramps"] * 3 + ["sprain", "exhaustion", "blisters", "wall", G, Y, R]
BOOSTS: dict[str, tuple[tuple[str, ...], str]] = {
    "pace": ((G, G), "3"),
    "intervals": ((G, Y), "3"),
    "flat": ((Y, R), "3"),
    "high": ((G, Y, R), "5"),
    "cool": ((G,), "cure"),
    "pit": ((Y,), "cure"),
    "break": ((R,), "cure"),
    "help": ((G, G), "draw"),
    "best": ((Y, Y), "draw"),
    "eyes": ((), ""),
}
Move = tuple[str, object, object, object]


class Runner:
    """A runner with their cards."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.deck = CARDS.copy()
        luck.shuffle(self.deck)
        self.hand: list[str] = []
        self.discard: list[str] = []
        self.setbacks: list[str] = []
        self.boosts: list[str] = []
        self.used: set[str] = set()
        self.at = self.ran = 0
        self.standing = "running"

    def draw(self, n: int) -> None:
        for _ in range(n):
            if not self.deck:
                self.deck, self.discard = self.discard, []
                self.luck.shuffle(self.deck)
            if not self.deck:
                return
            self.hand.append(self.deck.pop())

    def pay(self, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.hand.remove(card)
        self.discard += cards


class Race:
    """One game."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        trail = self.luck.sample(TRAIL, 5)
        self.legs = [leg for legs, _ in trail for leg in legs]
        self.stops = "?" + "".join(stops for _, stops in trail)
        self.finish = self.stops.rfind("a")
        self.setbacks = SETBACKS.copy()
        self.luck.shuffle(self.setbacks)
        self.spent: list[str] = []
        self.boosts = list(BOOSTS)
        self.luck.shuffle(self.boosts)
        self.runners = [Runner(self.luck), Runner(self.luck)]
        self.decisions = 0

    def wild(self, p: Runner, card: str) -> bool:
        if card == N:
            return True
        rival = self.runners[self.runners[0] is p]
        second = rival.standing != "retired" and p.at < rival.at
        return card == G and second and "eyes" in p.boosts and "exhaustion" not in p.setbacks

    def pays(self, p: Runner, cost: tuple[str, ...], paid: tuple[str, ...]) -> bool:
        lacking = sum(max(0, cost.count(k) - paid.count(k)) for k in (R, Y, G))
        return lacking == 0 or (lacking == 1 and any(self.wild(p, c) and cost.count(c) < paid.count(c) for c in paid))

    def moves(self, p: Runner) -> list[Move]:
        leg, kinds = self.legs[p.at], list(dict.fromkeys(p.hand))
        found: list[Move] = [("card", c, 0, 0) for c in kinds if c == leg or self.wild(p, c)]
        found += [("pair", k, 0, 0) for k in (R, Y, G) if k != leg and k not in p.setbacks and p.hand.count(k) > 1]
        if "exhaustion" not in p.setbacks:
            for boost in p.boosts:
                cost, what = BOOSTS[boost]
                if what and boost not in p.used:
                    reliefs: list[str | None] = [*dict.fromkeys(p.setbacks)] if what == "cure" else [None]
                    for paid in combinations_with_replacement(kinds, len(cost)):
                        if all(paid.count(k) <= p.hand.count(k) for k in paid) and self.pays(p, cost, paid):
                            found += [("boost", boost, paid, relief) for relief in reliefs]
        if p.ran:
            found.append(("stop", 0, 0, 0))
        return found

    def run(self, p: Runner, n: int) -> None:
        n = min(n, self.finish - p.at)
        p.at += n
        p.ran += n
        if p.at == self.finish:
            p.standing = "finisher"

    def play(self, p: Runner, move: Move) -> None:
        what, which, paid, relief = move
        if what == "boost":
            p.used.add(str(which))
            p.pay(paid)  # type: ignore[arg-type]
            effect = BOOSTS[str(which)][1]
            if effect == "cure":
                p.setbacks.remove(str(relief))
                self.spent.append(str(relief))
            elif effect == "draw":
                p.draw(3)
            else:
                self.run(p, int(effect))
        else:
            p.pay((str(which),) * (2 if what == "pair" else 1))
            self.run(p, 1)

    def pick(self, moves: list[Move]) -> Move:
        self.decisions += 1
        return self.luck.choice(moves)

    def turn(self, p: Runner) -> None:
        p.ran, p.used = 0, set()
        while True:
            moves = self.moves(p)
            if not moves:
                p.standing = "retired"
                return
            move = self.pick(moves)
            if move[0] == "stop":
                break
            self.play(p, move)
            if p.standing != "running":
                return
        keep = [] if "wall" in p.setbacks else list(dict.fromkeys(p.hand))
        kept = self.pick([("keep", c, 0, 0) for c in keep] + [("none", 0, 0, 0)])
        if kept[0] == "keep":
            p.hand.remove(str(kept[1]))
        p.discard += p.hand
        p.hand = [str(kept[1])] if kept[0] == "keep" else []
        self.stop(p)
        p.draw(max(0, 4 - p.setbacks.count("cramps") - 2 * p.setbacks.count("sprain")))

    def stop(self, p: Runner) -> None:
        if self.stops[p.at] == "s":
            if not self.setbacks:
                self.setbacks, self.spent = self.spent, []
                self.luck.shuffle(self.setbacks)
            if self.setbacks:
                p.setbacks.append(self.setbacks.pop())
        elif self.stops[p.at] == "a":
            boost: list[Move] = [("take", 0, 0, 0)] if self.boosts and "blisters" not in p.setbacks else []
            if self.pick([*boost, ("recover", 0, 0, 0)])[0] == "take":
                p.boosts.append(self.boosts.pop())
            else:
                self.spent += p.setbacks
                p.setbacks = []


def play(seed: int) -> int:
    """One game: the number of decisions."""
    race = Race(seed)
    for p in race.runners:
        p.draw(4)
    starter = race.luck.randrange(2)
    while True:
        for p in (race.runners[starter], race.runners[1 - starter]):
            if p.standing == "running":
                race.turn(p)
        if all(p.standing != "running" for p in race.runners) or any(p.standing == "finisher" for p in race.runners):
            return race.decisions
