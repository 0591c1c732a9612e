"""The games of other tests are compared too."""

from __future__ import annotations

import pytest

pytest.importorskip("wasmtime")
