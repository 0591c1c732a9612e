"""The table as a page for browsers: one that opens from disk, or one to play on."""
