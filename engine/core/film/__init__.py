"""Films: animations from one picture of a table to the next."""
