"""The kinds of attacks by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from tests.fuzz.fuzz_trial import KINDS, Kind, KindName


@cache
def kind_of(name: KindName) -> Kind:
    """The kind with this name, made when it is first needed."""
    made: Kind = getattr(import_module(f"tests.fuzz.fuzz_{name}"), name.capitalize())()
    return made


__all__ = ["KINDS", "kind_of"]
