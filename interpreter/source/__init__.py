"""From files in YAML to one tree, checked against the schema, with variants and parts in it."""
