"""Verbs for the files of an author: checked, corrected, laid out, tested."""
