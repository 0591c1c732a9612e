"""The games of other tests are compared too; compiled modules are kept for the run only."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "laws"), str(HERE.parent / "program")]
os.environ.setdefault("CARDWRIGHT_CACHE", "")

pytest.importorskip("wasmtime")
