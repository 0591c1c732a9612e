"""Effects and results, as code, and the function that plays from one decision to the next."""
