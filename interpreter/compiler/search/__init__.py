"""Tree search inside a compiled game, as code: the tree, hashes of views and moves, the policy of playouts."""
