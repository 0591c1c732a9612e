"""Effects, actions and reactions, lowered to the statements of the IR."""
