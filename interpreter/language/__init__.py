"""From a tree to a game whose names and types are settled."""
