"""Writing WebAssembly: terms and modules; nothing here knows of games."""
