"""Plays games on trial, to find what only play can find: errors, games without an end, rules that never apply."""
