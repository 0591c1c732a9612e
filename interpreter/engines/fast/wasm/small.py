"""Numbers of 1, 2, 4 or 8 bytes in memory, as 64 bits: those that may be below 0 with their sign."""

from __future__ import annotations

from .instructions import Instructions, uleb
from .term import I64, Term, long

_LOADS = {1: (0x31, 0x30), 2: (0x33, 0x32), 4: (0x35, 0x34), 8: (0x29, 0x29)}
"""The instructions that load so many bytes, without and with a sign."""

_STORES = {1: 0x3C, 2: 0x3D, 4: 0x3E, 8: 0x37}


def load_number(at: Term, bytes: int, offset: int = 0, *, signed: bool = False) -> Term:
    """The number at this address."""
    return Term(at.raw + _LOADS[bytes][signed].to_bytes() + _aligned(bytes) + uleb(offset), I64)


def store_number(at: Term, bytes: int, value: Term | int, offset: int = 0) -> Instructions:
    """Store a number, which fits, at this address."""
    number = value if isinstance(value, Term) else long(value)
    return Instructions(at.raw + number.wide().raw + _STORES[bytes].to_bytes() + _aligned(bytes) + uleb(offset))


def _aligned(size: int) -> bytes:
    """How the address is a multiple of what is loaded there: as a power of 2."""
    return (size.bit_length() - 1).to_bytes()
