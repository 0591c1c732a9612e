"""Course Folle for two with random moves in plain Python, as one would write it for this one game, with free edges.

A card is (colour or -1, vehicle, speed, full stages, its halves: 0, 1 or 2, booster or ""); halves are 1 for stages
and 2 for aerodromes. The halves of a card are at one edge only, which is ignored: with free edges any two of a kind
pair.
"""

from __future__ import annotations

import random

TRAIN, CAR, MOTORBIKE, BOAT, PLANE = range(5)
BOOSTERS = ("top", "fastest", "late", "masked", "speed", "exchange")
FULL, HALF = (1, 1, 2, 2, 0), (0, 1, 0, 1, 2)
VIOLET = 6
SPEEDS = (
    (10, 11, 12, 13, 14, 15, 16),
    (23, 24, 25, 26, 20, 21, 22),
    (36, 30, 31, 32, 33, 34, 35),
    (42, 43, 44, 45, 46, 40, 41),
    (55, 56, 50, 51, 52, 53, 54),
)
FIRST = (0, 1, 2, 3, 4, 5, 0)
Card = tuple[int, int, int, int, int, str]
PACKS: list[list[Card]] = [
    [(c, v, SPEEDS[v][c], FULL[v], HALF[v], BOOSTERS[(FIRST[c] + v) % 6]) for v in range(5)] for c in range(7)
]
STARTERS: list[Card] = [
    (-1, v, speed, FULL[v], HALF[v], "")
    for v, speed in ((0, 17), (0, 18), (1, 27), (1, 28), (2, 37), (3, 47), (4, 57), (4, 58))
]


class Race:
    """One game."""

    def __init__(self, seed: int, players: int = 2) -> None:
        self.luck = random.Random(seed)
        self.n = players
        self.character = self.luck.sample(range(7), players)
        self.hand = [PACKS[c].copy() for c in self.character]
        self.route: list[list[Card]] = [[] for _ in range(players)]
        self.rows = list(range(5))
        self.display = self.luck.sample(STARTERS, players + 1)
        self.marker = self.luck.randrange(players)
        self.active = [""] * players
        self.decisions = 0

    def pick(self, n: int) -> int:
        self.decisions += 1
        return int(self.luck.random() * n)

    def clockwise(self) -> list[int]:
        return [(self.marker + step) % self.n for step in range(self.n)]

    def round(self) -> None:
        seats = range(self.n)
        played = [self.hand[p].pop(self.pick(len(self.hand[p]))) for p in seats]
        disguised = [False] * self.n
        for p in self.clockwise():
            if self.active[p] == "masked" and self.rows.index(played[p][1]):
                disguised[p] = self.pick(2) == 0

        def keys(p: int) -> tuple[int, int, int, int]:
            row = 0 if disguised[p] else self.rows.index(played[p][1])
            return row, -(self.active[p] == "fastest"), 0 if disguised[p] else -played[p][2], (p - self.marker) % self.n

        def by_speed(p: int) -> tuple[int, int, int, int]:
            row, first, speed, place = keys(p)
            return speed, row, first, place

        by_row = sorted(seats, key=keys)
        order = sorted(seats, key=by_speed) if "speed" in self.active else by_row
        lowest = by_row[-1]
        for p in order:
            self.route[p].append(self.display.pop(self.pick(len(self.display))))
        for card in self.display:
            place = self.rows.index(card[1])
            self.rows.insert(place - 1 if place else 4, self.rows.pop(place))
        self.display += played
        self.active = [played[p][5] if p == lowest and self.hand[p] else "" for p in seats]
        for p in self.clockwise():
            self.reward(p)
        self.marker = (self.marker + 1) % self.n

    def reward(self, p: int) -> None:
        if self.active[p] == "top":
            self.active[p] = ""
            raised = self.pick(6)
            if raised:
                self.rows.remove(raised - 1)
                self.rows.insert(0, raised - 1)
        elif self.active[p] == "exchange":
            self.active[p] = ""
            hand = [i for i, card in enumerate(self.hand[p]) if card[1] != TRAIN]
            if hand:
                which = self.pick(1 + len(hand) * len(self.route[p]))
                if which:
                    i, j = hand[(which - 1) % len(hand)], (which - 1) // len(hand)
                    self.hand[p][i], self.route[p][j] = self.route[p][j], self.hand[p][i]

    def points(self, p: int) -> int:
        route, colour = self.route[p], self.character[p]
        halves = [card[4] for card in route]
        total = sum(card[3] for card in route) + halves.count(1) // 2 + 4 * (halves.count(2) // 2)
        total += sum(card[0] == colour for card in route)
        return total + (colour == VIOLET and sum(card[0] < 0 for card in route) >= 2)


def play(seed: int) -> int:
    """One game: the number of decisions."""
    race = Race(seed)
    while race.hand[0]:
        race.round()
    max(range(race.n), key=race.points)
    return race.decisions
