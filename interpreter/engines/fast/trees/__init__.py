"""Looking ahead inside a compiled game, as code: the tree of `search`, what seats see and hear, and games behind it."""
