"""One browser for all tests of pages that run in one process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A page of a browser; the tests that ask for it are skipped where there is none."""
    from tests.table.page import browser

    if browser.CHROMIUM is None:
        pytest.skip("there is no Chromium; Debian has it in the package `chromium`")
    with browser.browser(tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture
def page(opened: Any) -> Any:
    """That page, empty and without a complaint: what is left of a test that failed is nothing to the next."""
    opened.leave()
    opened.complaints.clear()
    return opened
