"""Stands in for `rpds-py`, a compiled package: mappings, sets and lists that never change, made of Python's own.

It has what `jsonschema` and `referencing` ask for, and does it as the real one does: `tests/playground/rpds.yaml` holds
both to it. A changed copy is made in full, which for as few entries as they have is fast enough.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class HashTrieMap(Mapping[K, V]):
    """A mapping that never changes.

    >>> HashTrieMap({"a": 1}).insert("b", 2)["b"]
    2
    """

    __slots__ = ("_entries",)

    def __init__(self, value: Mapping[K, V] | Iterable[tuple[K, V]] = (), **more: V) -> None:
        self._entries: dict[Any, V] = dict(value, **more)

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap[Any, Any]:
        """The value as such a mapping; itself if it is one."""
        return value if isinstance(value, cls) else cls(value)

    @classmethod
    def fromkeys(cls, keys: Iterable[Any], value: Any = None) -> HashTrieMap[Any, Any]:
        """A mapping of each key to the same value."""
        return cls(dict.fromkeys(keys, value))

    def __getitem__(self, key: K) -> V:
        return self._entries[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return f"HashTrieMap({self._entries!r})"

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        """With one more entry, or another value for a key."""
        return HashTrieMap({**self._entries, key: value})

    def remove(self, key: K) -> HashTrieMap[K, V]:
        """Without a key. Raises KeyError if there is no such key."""
        self._entries[key]
        return self.discard(key)

    def discard(self, key: K) -> HashTrieMap[K, V]:
        """Without a key, if there is one."""
        return HashTrieMap({one: value for one, value in self._entries.items() if one != key})

    def update(self, *others: Any, **more: V) -> HashTrieMap[K, V]:
        """With the entries of others, of which later ones count."""
        entries = dict(self._entries)
        for other in others:
            entries.update(other)
        return HashTrieMap({**entries, **more})


class HashTrieSet(frozenset[K]):
    """A set that never changes."""

    __slots__ = ()

    def insert(self, value: K) -> HashTrieSet[K]:
        """With one more value."""
        return HashTrieSet(self | {value})

    def remove(self, value: K) -> HashTrieSet[K]:
        """Without a value. Raises KeyError if it is not there."""
        if value not in self:
            raise KeyError(value)
        return self.discard(value)

    def discard(self, value: K) -> HashTrieSet[K]:
        """Without a value, if it is there."""
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[K]) -> HashTrieSet[K]:
        """With the values of others."""
        return HashTrieSet(self.union(*others))


class List(tuple[V, ...]):
    """A list that never changes, which grows and shrinks in front. `List([1, 2])` and `List(1, 2)` are the same."""

    __slots__ = ()

    def __new__(cls, *given: Any) -> List[V]:
        """Make a list of one iterable, or of several values."""
        return super().__new__(cls, given[0] if len(given) == 1 else given)

    def push_front(self, value: V) -> List[V]:
        """With one more value in front."""
        return List((value, *self))

    def drop_first(self) -> List[V]:
        """Without the first value. Raises IndexError if there is none."""
        if not self:
            raise IndexError("empty list")
        return List(self[1:])

    @property
    def first(self) -> V:
        """The first value. Raises IndexError if there is none."""
        return self[0]

    @property
    def rest(self) -> List[V]:
        """All but the first value."""
        return List(self[1:])
