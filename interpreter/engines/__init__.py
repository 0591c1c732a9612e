"""From a game to positions: what the language means, and the same at speed."""
