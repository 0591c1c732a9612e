"""Programs compiled to WebAssembly, at the speed of code that is written for one game."""
