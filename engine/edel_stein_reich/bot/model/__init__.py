"""Model of the bots: outcomes of a turn, and the value of a table to each seat."""
