"""Playing a history again inside the module, compared at each step with what a seat saw."""
