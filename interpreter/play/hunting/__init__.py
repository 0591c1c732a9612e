"""Plays games at random to hunt: for a position with a property, or for one that breaks a law."""
