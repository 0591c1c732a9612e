"""The games of other tests are compared too; compiled modules are kept for the run only."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("CARDWRIGHT_CACHE", "")

pytest.importorskip("wasmtime")
