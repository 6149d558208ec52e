"""Films: what turns one picture of a table into the next."""
