"""The version of the code that is compiled. It stands alone, since a cached module is found without the compiler."""

VERSION = 169
"""Bump on any codegen change; invalidates cached modules."""
