"""Studies for people: words, tables, plots, pages."""
