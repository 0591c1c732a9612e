"""What all parts of a compiled game share: its memory, known ranges, the builders of modules and functions."""
