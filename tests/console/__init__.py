"""Console: a person at a keyboard, with a browser of their own choice."""
