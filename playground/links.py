"""Links to the playground that hold files, as `browser/links.js` makes and reads them."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path

DICTIONARIES = Path(__file__).parent / "dictionaries"


def link_of(files: Mapping[str, str]) -> str:
    """What stands behind the `#` of a link that holds these texts, by their names."""
    content = "\0".join(f"{name}\n{text}" for name, text in files.items()).encode()
    return min((_packed(content, path) for path in sorted(DICTIONARIES.iterdir())), key=len)


def _packed(content: bytes, dictionary: Path) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=dictionary.read_bytes())
    packed = packer.compress(content) + packer.flush()
    return f"{dictionary.stem}.{urlsafe_b64encode(packed).decode().rstrip('=')}"
