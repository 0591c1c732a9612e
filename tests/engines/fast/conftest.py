"""The games of other tests are compared too; nothing is cached on disk."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("CARDWRIGHT_CACHE", "")

pytest.importorskip("wasmtime")
