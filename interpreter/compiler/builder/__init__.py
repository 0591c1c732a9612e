"""What all code generation shares: maps of the memory, zones in memory, builders of modules and functions."""
