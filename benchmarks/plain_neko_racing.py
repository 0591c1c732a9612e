"""NekoNeko Racing for three with random moves in plain Python, as one would write it for this one game, on the short
circuit with one lap.

Simplified: with one lap no car goes round, so cars are compared by their columns alone.
"""

from __future__ import annotations

import random

CARS = (0, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1)
COLUMNS = 25
Card = tuple[int, int]


class Race:
    """One game; a card is its colour and its number."""

    def __init__(self, seed: int, players: int = 3) -> None:
        self.luck = random.Random(seed)
        self.seats = range(players)
        self.cards = [(colour, number) for colour in self.seats for number in range(1, 11)]
        colours = self.luck.sample(self.seats, players)
        self.trump = [3 + colour for colour in colours]
        self.lead = colours.index(0)
        self.column, self.lane = [0] * players, [0] * players
        self.hands: list[list[Card]] = [[] for _ in self.seats]
        self.boosts: list[list[Card]] = [[] for _ in self.seats]
        self.decisions = 0

    def round(self) -> bool:
        """Ten tricks; whether somebody is over the line."""
        self.luck.shuffle(self.cards)
        for p in self.seats:
            self.hands[p], self.boosts[p] = self.cards[p :: len(self.seats)], []
        for _ in range(10):
            if self.trick():
                return True
        n = len(self.seats)
        self.lead = min(self.seats, key=lambda p: (self.column[p], (p - self.lead - 1) % n))
        return False

    def trick(self) -> bool:
        led, n, played = -1, len(self.seats), {}
        for step in range(n):
            p = (self.lead + step) % n
            hand = self.hands[p]
            card = self.pick([c for c in hand if c[0] == led] or hand)
            hand.remove(card)
            led = card[0] if led < 0 else led
            if card[0] == led:
                played[p] = card
            else:
                self.boosts[p].append(card)

        def strength(p: int) -> tuple[bool, int]:
            trump = played[p][1] == self.trump[p]
            return trump, (p - self.lead) % n if trump else played[p][1]

        taker = max(played, key=strength)
        return self.drive(taker, CARS[played[taker][1]] + self.boosted(taker, led))

    def boosted(self, p: int, led: int) -> int:
        zone = self.boosts[p]
        if not zone:
            return 0
        self.decisions += 1
        which = self.luck.randrange(1 << len(zone))
        used = [c for i, c in enumerate(zone) if which >> i & 1]
        self.boosts[p] = [c for i, c in enumerate(zone) if not which >> i & 1]
        return sum(CARS[number] if colour == led else 1 for colour, number in used)

    def drive(self, p: int, steps: int) -> bool:
        start, line = self.column[p], COLUMNS + 1
        rivals = [(self.column[q], self.lane[q]) for q in self.seats if q != p and self.column[q] > 0]
        found: list[tuple[int, int]] = []
        for lane in range(3):
            for col in range(min(line, start + steps), min(line, start + steps + len(rivals)) + 1):
                between = [c for c, _ in rivals if start < c < col]
                shortest = col - start - len(set(between))
                if lane == 0:
                    fits = col == line and shortest <= steps
                else:
                    longest = col - start - len(between) + len(set(between))
                    fits = col < line and (col, lane) not in rivals and shortest <= steps <= longest
                if fits:
                    found.append((lane, col))
        self.decisions += 1
        self.lane[p], self.column[p] = self.luck.choice(found)
        self.lead = p
        return self.column[p] == line

    def pick(self, cards: list[Card]) -> Card:
        self.decisions += 1
        return self.luck.choice(cards)


def play(seed: int) -> int:
    """One game: the number of decisions."""
    race = Race(seed)
    while not race.round():
        pass
    return race.decisions
