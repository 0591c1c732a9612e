"""Verbs that play many games, and what plays them: processes and clusters."""
