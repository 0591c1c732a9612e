"""Statistics that know nothing of games: intervals, distributions, sequential tests."""
