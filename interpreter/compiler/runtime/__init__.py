"""The run time of a compiled game: calls through wasmtime, its machine, playouts, replays and trees."""
