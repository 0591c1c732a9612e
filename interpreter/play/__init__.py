"""Moves, views and traces; who plays; what must hold."""
