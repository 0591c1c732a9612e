"""What was decided in a history that has been told, step by step; worked out only when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....engines.reference.script import Played

Told = Callable[[int], Sequence[Played]]
"""The first so many of some steps."""


class Decided:
    """Some steps after the other; `many` in all."""

    __slots__ = ("_parts", "many")

    def __init__(self, parts: Sequence[tuple[int, Told]] = (), many: int = 0) -> None:
        self._parts, self.many = list(parts), many

    def add(self, many: int, told: Told) -> None:
        """So many steps more."""
        if many:
            self._parts.append((many, told))
            self.many += many

    def copy(self) -> Decided:
        """The same, to go on otherwise."""
        return Decided(self._parts, self.many)

    def shorter(self) -> Decided:
        """Without the last step, which was added by itself."""
        assert self._parts[-1][0] == 1
        return Decided(self._parts[:-1], self.many - 1)

    def all(self) -> list[Played]:
        """Each step: the move (None at the beginning), and what chance decided."""
        return [one for many, told in self._parts for one in told(many)]

    def first(self) -> Played:
        """The first step."""
        return self._parts[0][1](1)[0]
