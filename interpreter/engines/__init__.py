"""From a game to a program, and its positions by the engine that defines the language."""
