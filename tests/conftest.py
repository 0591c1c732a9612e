"""Tests start without anything cached: compiled modules, and what is known of files, are found anew in each run."""

from __future__ import annotations

import os

os.environ.setdefault("CARDWRIGHT_CACHE", "")
