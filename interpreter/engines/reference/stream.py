"""The random numbers of a position.

**Numbers.** Chance has sources (`program.sources`): each zone from which cards are drawn, and each name of a `random`.
The numbers of a source follow from the seed of the position, from the key of the source, and from its cell n, which
counts shuffles in its upper half and the numbers drawn since in its lower half. The number is splitmix64 of seed + key:
with all arithmetic modulo 2**64,

    z = seed + key + (n + 1) * 0x9E3779B97F4A7C15
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    z = z ^ (z >> 31)

So what one source decides does not depend on how often others have decided. The moves that chance picks in playouts
have a source of their own: key 0, and the cell `DRAWN` of the header.

**A number below k** (0 < k < 2**32), all equally likely, by Lemire's method: x is the upper 32 bits of
the next number, p = x * k; while the lower 32 bits of p are less than 2**32 mod k, the next number is
taken; the result is p >> 32.
"""

from __future__ import annotations

from ..program.layout import DRAWN, SEED

MASK = 2**64 - 1

SHUFFLE = 1 << 32
"""What the cell of a zone counts for a shuffle."""


def mix(seed: int, count: int) -> int:
    """The number with this count in the stream of a seed: 64 bits."""
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(state: list[int], k: int, key: int = 0, cell: int = DRAWN) -> int:
    """A number from 0 to k - 1 from a source of chance of a position; by default from that of moves."""
    while True:
        product = (mix(state[SEED] + key, state[cell]) >> 32) * k
        state[cell] += 1
        low = product & 0xFFFFFFFF
        if low >= k or low >= 2**32 % k:
            return product >> 32


def shuffled(state: list[int], cell: int) -> None:
    """A zone is shuffled: its source begins anew, with other numbers."""
    state[cell] = (state[cell] // SHUFFLE + 1) * SHUFFLE
