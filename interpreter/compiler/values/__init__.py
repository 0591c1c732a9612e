"""Values and lists: expressions, builtins and comprehensions as code."""
