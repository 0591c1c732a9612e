"""Running a compiled game: the cache of modules, calls through wasmtime, the table it is played at."""
