"""Expressions with their types."""
