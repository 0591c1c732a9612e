"""The browser of the tests of tables, for the studio."""

from __future__ import annotations

from tests.table.serving.conftest import opened as opened
from tests.table.serving.conftest import page as page
