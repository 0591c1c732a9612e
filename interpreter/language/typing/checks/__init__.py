"""What can only be seen of the whole game."""
