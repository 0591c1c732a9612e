"""Records of our own do what those of the standard library do, from the first call of each method on."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import KW_ONLY, FrozenInstanceError, field, replace
from typing import Any

import pytest

from cardwright.diagnostics.record import dataclass as ours

FROZEN = {"frozen": True, "slots": True}
SLOTS = {"slots": True}


def plain(make: Any, how: dict[str, bool]) -> Any:
    class Plain:
        kind: str
        count: int = 1
        seen: list[int] = field(default_factory=list, compare=False, repr=False)
        inner: dict[str, int] = field(default_factory=dict, init=False, compare=False)

    return make(**how)(Plain)


def by_keyword(make: Any, how: dict[str, bool]) -> Any:
    class Keyed:
        kind: str
        _: KW_ONLY
        count: int
        name: str = "ace"

        def __post_init__(self) -> None:
            if self.count < 0:
                raise ValueError("negative")

    return make(**how)(Keyed)


def derived(make: Any, how: dict[str, bool]) -> Any:
    class Base:
        """A base."""

        kind: str
        count: int = 2

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return True

    body = {"__annotations__": {"name": "str"}, "name": "n", "__module__": __name__}
    return make(**how)(type("Derived", (make(**how)(Base),), body))


def empty(make: Any, how: dict[str, bool]) -> Any:
    class Empty:
        """Without fields."""

    return make(**how)(Empty)


def attempt(what: Callable[[], Any]) -> str:
    """What comes of something, in words."""
    try:
        return repr(what())
    except Exception as error:
        return type(error).__name__


def renamed(one: Any) -> Any:
    one.kind = "b"
    return one


def bared(one: Any) -> bool:
    del one.kind
    return hasattr(one, "kind")


CALLS: tuple[Callable[[Any], Any], ...] = (
    lambda c: c(),
    lambda c: c("a"),
    lambda c: c("a", 3),
    lambda c: c("a", count=3),
    lambda c: c("a", count=-1),
    lambda c: c("a", other=3),
    lambda c: c("a", 1, [2], {}),
)

DEEDS: tuple[Callable[[Any, Any], Any], ...] = (
    lambda c, one: one == c("a", count=4),
    lambda c, one: one == c("a", count=5),
    lambda c, one: one == "a",
    lambda c, one: hash(one) == hash(c("a", count=4)),
    lambda c, one: {one: 1}[one],
    lambda c, one: replace(one, kind="b"),
    lambda c, one: renamed(one),
    lambda c, one: bared(one),
    lambda c, one: copy.copy(one),
    lambda c, one: copy.deepcopy(one) == one,
    lambda c, one: dataclasses.asdict(one),
    lambda c, one: [part.name for part in dataclasses.fields(c)],
    lambda c, one: (c.__match_args__, c.__slots__, c.__qualname__, hasattr(one, "__dict__")),
    lambda c, one: c.__init__.__name__ + c.__eq__.__name__,
)


def called(call: Callable[[Any], Any], kind: Any, make: Any, how: dict[str, bool]) -> str:
    """What comes of a call of a new class."""
    return attempt(lambda: call(kind(make, how)))


def done(deed: Callable[[Any, Any], Any], made: Any) -> str:
    """What comes of a deed with a new record."""
    return attempt(lambda: deed(made, made(kind="a", count=4)))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "how",
    [FROZEN, SLOTS, {**FROZEN, "kw_only": True}, {"frozen": True}, {}, {"frozen": True, "eq": False}],
    ids=["frozen", "slots", "keywords", "frozen without slots", "plain", "each equal to itself"],
)
@pytest.mark.parametrize("kind", [plain, by_keyword, derived, empty])
def test_as_the_standard_library(kind: Any, how: dict[str, bool]) -> None:
    """Each call and each deed, on a class of its own, so that each is once the first use of a method."""
    for call in CALLS:
        assert called(call, kind, ours, how) == called(call, kind, dataclasses.dataclass, how)
    for deed in DEEDS:
        told = []
        for make in (ours, dataclasses.dataclass):
            made = kind(make, how)
            told.append([done(deed, made) for _ in range(2)])
        assert told[0] == told[1]


@ours(frozen=True, slots=True)
class Kept:
    """Something that is pickled, with a field that no argument sets."""

    name: str
    known: dict[str, int] = field(default_factory=dict, init=False)


@ours(frozen=True, slots=True)
class One:
    """A record with a single field."""

    items: tuple[int, ...]


def test_pickled() -> None:
    one = Kept("a")
    one.known["x"] = 1
    again = pickle.loads(pickle.dumps([one, One((1, 2))]))
    assert again == [one, One((1, 2))] and again[0].known == {"x": 1}
    with pytest.raises(FrozenInstanceError):
        again[0].name = "b"
