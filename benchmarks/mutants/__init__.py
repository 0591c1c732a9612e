"""Mutants: what becomes of single mistakes in the specs, variants and parts that are shipped."""
