"""The addresses by which somebody comes to a table where they do not sit yet."""
