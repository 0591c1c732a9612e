"""A progress bar on standard error, for people who wait for many games."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from .workers import Chunk


def with_progress(chunks: Iterable[Chunk], total: int) -> Iterator[Chunk]:
    """Pass the chunks on, with a progress bar over all games if standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from chunks
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("games", total=total)
        for chunk in chunks:
            progress.advance(bar, len(chunk.seeds))
            yield chunk
