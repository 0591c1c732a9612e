"""What is declared, and what a name means at some point of the rules."""
