"""Faces of cards as SVG, which pages, pictures and printed sheets place."""
