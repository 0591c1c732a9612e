"""Records that are cheap to define: `dataclasses.dataclass`, but each method is written when it is first used.

A command loads three hundred classes of records, and uses few of their methods. `dataclasses` compiles six methods for
each of them at once. Here a class gets stand-ins, and the first call of one puts the real method in its place. What the
classes can do is the same: fields, `replace`, `match`, comparison, hash, pickling. The fields of what is `frozen` are
set through their slots, which takes half as long.

A class takes 39 µs so, and 305 µs by `dataclasses`: of processor time, `validate` of a small game takes 125 ms less
without a cache (0.25 s instead of 0.37), `list` 10 ms. A class that only has slots would take 12 µs.

A class that is derived from one of these has to be made here, too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        cls: type | None = None,
        /,
        *,
        frozen: bool = False,
        slots: bool = False,
        kw_only: bool = False,
        eq: bool = True,
        order: bool = False,
    ) -> Any:
        """Make a class of records, as `dataclasses.dataclass` does with the same arguments.

        >>> @dataclass(frozen=True, slots=True)
        ... class Card:
        ...     kind: str
        >>> Card("ace")
        Card(kind='ace')
        """
        if order:
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, kw_only=kw_only, eq=eq, order=True)
        maker = _maker(frozen, slots, kw_only, eq)
        return maker if cls is None else maker(cls)


def _maker(frozen: bool, slots: bool, kw_only: bool, eq: bool) -> Callable[[type], type]:
    def make(cls: type) -> type:
        own = set(vars(cls))
        if not cls.__doc__:
            cls.__doc__ = cls.__name__  # else a signature is worked out for it
        made: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        methods: dict[str, Any] = {
            "__init__": _lazy_method(made, "__init__", lambda: _init(made, frozen)),
            "__repr__": _repr,
        }
        if eq:
            methods["__eq__"] = _lazy_method(made, "__eq__", lambda: _eq(made))
            methods["__hash__"] = _lazy_method(made, "__hash__", lambda: _hash(made)) if frozen else None
        if frozen:
            methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
        if frozen and slots:
            methods |= {
                "__getstate__": _lazy_method(made, "__getstate__", lambda: _getstate(made)),
                "__setstate__": _lazy_method(made, "__setstate__", lambda: _setstate(made)),
            }
        if "__eq__" in own and vars(made)["__hash__"] is None:
            own.discard("__hash__")  # it was not written: Python sets it beside `__eq__`
        for name, method in methods.items():
            if name not in own:
                setattr(made, name, method)
        return made

    return make


def _lazy_method(cls: type, name: str, write: Callable[[], Any]) -> Callable[..., Any]:
    """A method that writes the real one when it is first called."""

    def method(self: Any, *args: Any, **options: Any) -> Any:
        real = write()
        setattr(cls, name, real)
        return real(self, *args, **options)

    method.__name__ = name
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    return method


# The methods ----------------------------------------------------------------------------------


def _repr(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


DEFAULT_FACTORY = object()
"""Stands for a value that is made anew for each record, where none is given."""


def _init(cls: Any, frozen: bool) -> Any:
    """`__init__`, with a parameter for each field that has one."""
    known: dict[str, Any] = {"__made": DEFAULT_FACTORY}
    places: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for one in dataclasses.fields(cls):
        name, value, default = one.name, one.name, ""
        if one.default is not dataclasses.MISSING:
            known[f"__default_{name}"] = one.default
            value, default = (name if one.init else f"__default_{name}"), f"=__default_{name}"
        elif one.default_factory is not dataclasses.MISSING:
            known[f"__make_{name}"] = one.default_factory
            anew = f"__make_{name}()"
            value, default = (f"{anew} if {name} is __made else {name}" if one.init else anew), "=__made"
        elif not one.init:
            continue  # left to `__post_init__`
        if one.init:
            (named if one.kw_only else places).append(f"{name}{default}")
        body.append(_assignment(cls, name, value, known, frozen))
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    head = ", ".join(["self", *places, *(["*", *named] if named else [])])
    return _compiled_method(cls, "__init__", head, "; ".join(body) or "pass", known)


def _assignment(cls: Any, name: str, value: str, known: dict[str, Any], frozen: bool) -> str:
    if not frozen:
        return f"self.{name} = {value}"
    slot = getattr(cls, name, None)
    if not isinstance(slot, MemberDescriptorType):
        known["__set"] = object.__setattr__
        return f"__set(self, {name!r}, {value})"
    known[f"__set_{name}"] = slot.__set__
    return f"__set_{name}(self, {value})"


def _compared(cls: Any, owner: str) -> str:
    return "".join(f"{owner}.{one.name}, " for one in dataclasses.fields(cls) if one.compare)


def _eq(cls: Any) -> Any:
    same = f"({_compared(cls, 'self')}) == ({_compared(cls, 'other')})"
    body = f"return {same} if other.__class__ is self.__class__ else NotImplemented"
    return _compiled_method(cls, "__eq__", "self, other", body, {})


def _hash(cls: Any) -> Any:
    hashed = (one for one in dataclasses.fields(cls) if (one.compare if one.hash is None else one.hash))
    return _compiled_method(
        cls, "__hash__", "self", f"return hash(({''.join(f'self.{one.name}, ' for one in hashed)}))", {}
    )


def _getstate(cls: Any) -> Any:
    names = [one.name for one in dataclasses.fields(cls)]
    body = f"return ({''.join(f'self.{name}, ' for name in names)})"
    return _compiled_method(cls, "__getstate__", "self", body, {})


def _setstate(cls: Any) -> Any:
    names = [one.name for one in dataclasses.fields(cls)]
    known: dict[str, Any] = {}
    body = [f"{', '.join(names)}, = state", *(_assignment(cls, name, name, known, True) for name in names)]
    return _compiled_method(cls, "__setstate__", "self, state", "; ".join(body) if names else "pass", known)


def _compiled_method(cls: type, name: str, head: str, body: str, known: dict[str, Any]) -> Any:
    """A method of one line, compiled; `known` are the names in it."""
    exec(f"def {name}({head}): {body}", known)
    method = known[name]
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    return method
