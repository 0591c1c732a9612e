"""Determinisations: other positions that one seat cannot tell from the true one, with the history that led there."""
