"""Mille Bornes for two players, a single hand, with random moves in plain Python, as one would write it for this one
game.
"""

from __future__ import annotations

import random

KM = {"25": 25, "50": 50, "75": 75, "100": 100, "200": 200}
SAFETY = {"accident": "ace", "puncture": "proof", "empty": "tanker", "red": "priority", "limit": "priority"}
REMEDY = {"repair": "accident", "wheel": "puncture", "petrol": "empty"}
SAFETIES = frozenset(SAFETY.values())
DECK = [
    card
    for card, copies in {
        "25": 10,
        "50": 10,
        "75": 10,
        "100": 12,
        "200": 4,
        "go": 14,
        "accident": 2,
        "puncture": 2,
        "empty": 2,
        "red": 4,
        "limit": 3,
        "repair": 6,
        "wheel": 6,
        "petrol": 6,
        "end": 6,
        "ace": 1,
        "proof": 1,
        "tanker": 1,
        "priority": 1,
    }.items()
    for _ in range(copies)
]


class Side:
    """A player, who is a team of one."""

    def __init__(self) -> None:
        self.hand: list[str] = []
        self.battle: list[str] = []
        self.speed: list[str] = []
        self.road: list[str] = []
        self.safe: set[str] = set()
        self.km = 0
        self.coups = 0

    def attacked(self) -> bool:
        return bool(self.battle) and self.battle[-1] in SAFETY

    def breakdown(self) -> bool:
        return self.attacked() and self.battle[-1] != "red"

    def limited(self) -> bool:
        return bool(self.speed) and self.speed[-1] == "limit"

    def rolling(self) -> bool:
        return bool(self.battle and self.battle[-1] == "go") or ("priority" in self.safe and not self.breakdown())


class Hand:
    """One hand of the game."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.pile = DECK.copy()
        luck.shuffle(self.pile)
        self.discard: list[str] = []
        self.sides = [Side(), Side()]
        self.goal = 700
        self.caller = self.winner = -1
        self.crowned = False
        self.decisions = 0

    def draw(self, side: Side) -> None:
        if self.pile:
            side.hand.append(self.pile.pop())

    def expose(self, side: Side, safety: str) -> None:
        side.hand.remove(safety)
        side.safe.add(safety)
        if side.attacked() and SAFETY[side.battle[-1]] == safety:
            self.discard.append(side.battle.pop())
        if safety == "priority" and side.limited():
            self.discard.append(side.speed.pop())

    def legal(self, me: Side, you: Side) -> list[tuple[str, str]]:
        moves = []
        rolling, limited = me.rolling(), me.limited()
        kinds = list(dict.fromkeys(me.hand))
        for card in kinds:
            if card in KM:
                km = KM[card]
                fits = me.km + km <= self.goal and not (limited and km > 50)
                if rolling and fits and not (km == 200 and me.road.count("200") >= 2):
                    moves.append(("play", card))
            elif card == "go":
                if not rolling and not me.breakdown():
                    moves.append(("play", card))
            elif card in REMEDY:
                if me.attacked() and me.battle[-1] == REMEDY[card]:
                    moves.append(("play", card))
            elif card == "end":
                if limited:
                    moves.append(("play", card))
            elif card in SAFETY:
                open_ = not you.limited() if card == "limit" else you.rolling()
                if SAFETY[card] not in you.safe and open_:
                    moves.append(("play", card))
            else:
                moves.append(("play", card))
        moves += [("discard", card) for card in kinds]
        return moves

    def attack(self, me: int, card: str) -> int | None:
        mine, you, safety = self.sides[me], self.sides[1 - me], SAFETY[card]
        seen = safety in mine.safe or safety in you.safe or safety in self.discard
        if seen or safety not in you.hand:
            (you.speed if card == "limit" else you.battle).append(card)
            return None
        again = bool(self.pile)
        self.discard.append(card)
        self.expose(you, safety)
        you.coups += 1
        if again:
            self.draw(you)
        return 1 - me if again else None

    def advance(self, me: int, card: str) -> bool:
        """Whether the hand is over."""
        side = self.sides[me]
        side.road.append(card)
        side.km += KM[card]
        if side.km != self.goal:
            return False
        if self.caller < 0 and self.goal < 1000:
            self.decisions += 1
            if self.luck.random() < 0.5:
                self.caller, self.goal = me, 1000
                return False
        self.winner, self.crowned = me, not self.pile
        return True

    def turn(self, me: int) -> int | None:
        """Who has the next turn; None when the hand is over."""
        side, you, following = self.sides[me], self.sides[1 - me], 1 - me
        self.draw(side)
        what, card = self.luck.choice(self.legal(side, you))
        self.decisions += 1
        if what == "discard":
            side.hand.remove(card)
            self.discard.append(card)
        elif card in SAFETIES:
            again = bool(self.pile)
            self.expose(side, card)
            following = me if again else following
        else:
            side.hand.remove(card)
            if card in KM:
                if self.advance(me, card):
                    return None
            elif card in SAFETY:
                hit = self.attack(me, card)
                following = following if hit is None else hit
            else:
                (side.speed if card == "end" else side.battle).append(card)
        if not self.pile and not self.sides[following].hand:
            following = 1 - following
            if not self.sides[following].hand:
                return None
        return following

    def points(self, who: int) -> int:
        side, other = self.sides[who], self.sides[1 - who]
        total = side.km + 100 * len(side.safe) + (300 if len(side.safe) == 4 else 0) + 300 * side.coups
        if self.winner == who:
            total += 400 + (300 if self.crowned else 0) + (0 if "200" in side.road else 300)
            total += 200 if self.caller == who else 0
        elif self.caller == 1 - who and self.winner != self.caller:
            total += 200
        return total + (500 if side.km and not other.km else 0)


def play(seed: int) -> tuple[int, int, int]:
    """One game: the number of decisions, and the points of both."""
    luck = random.Random(seed)
    hand = Hand(luck)
    me: int | None = luck.randrange(2)
    for _ in range(6):
        for side in hand.sides:
            hand.draw(side)
    while me is not None:
        me = hand.turn(me)
    return hand.decisions, hand.points(0), hand.points(1)
