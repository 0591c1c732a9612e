"""From files to a game whose names and types are settled."""
