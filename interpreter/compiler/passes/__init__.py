"""Passes before code is emitted: analyses of a program, and transformations of its blocks."""
