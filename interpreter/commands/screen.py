"""How wide the screen is that a table is shown on."""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size

USUAL = 80
"""The width of what is written to a file or a pipe, in cells."""

LEAST = 40
"""Tables do not become narrower than this."""


def screen_width() -> int:
    """The width in cells: that of the terminal, or what COLUMNS says; 80 where there is neither."""
    on_screen = sys.stdout is not None and sys.stdout.isatty()
    wide = get_terminal_size((USUAL, 24))[0] if on_screen or os.environ.get("COLUMNS") else USUAL
    return max(LEAST, wide)


def breaking_width() -> int | None:
    """The width in which sentences and tables are broken; None for a file or a pipe, where they are as they come."""
    on_screen = sys.stdout is not None and sys.stdout.isatty()
    return screen_width() if on_screen or os.environ.get("COLUMNS") else None
