"""Phases, turns and rounds, lowered to loops, scopes and decisions."""
