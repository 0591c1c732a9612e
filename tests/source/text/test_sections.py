"""What the reader of YAML knows of sections is what the language says of them."""

from __future__ import annotations

from cardwright.source.shape.schema import shape_of
from cardwright.source.text.yaml_errors import OF_NAMES


def test_things_of_these_sections_have_names_and_keys() -> None:
    sections = shape_of("spec").mapping
    assert sections is not None
    for name in OF_NAMES:
        things = sections.fixed[name].mapping
        assert things is not None
        assert things.rest is not None and things.rest.mapping is not None, name
        assert not things.fixed, name
