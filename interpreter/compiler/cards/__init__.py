"""Cards and zones: moving, drawing and knowing cards, as code."""
