"""The table as a picture: SVG, drawn from the same description as the terminal and the page, with no browser."""
