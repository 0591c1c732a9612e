"""The language server: what an editor shows while rules are written."""
