"""Terminal side of the program: arguments, addresses, data folder, demo table."""
