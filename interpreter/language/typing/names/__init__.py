"""What is declared, and what a name means at a place."""
