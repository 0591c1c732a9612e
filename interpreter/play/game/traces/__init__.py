"""Traces: the record of a game is written, read strictly, and replayed."""
