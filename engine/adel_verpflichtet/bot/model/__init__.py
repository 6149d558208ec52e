"""Fast model of one round, and of a table's value to each seat."""
