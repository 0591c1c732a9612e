"""Verbs for a single game: played, watched, recorded, replayed, looked at in one position."""
