"""What is measured in the course of games, move by move."""
