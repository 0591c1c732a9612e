"""Legal moves, as code: listing them, counting them as sets, and the one with a certain number."""
