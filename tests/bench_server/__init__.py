"""Tests of the server's benchmark: it counts exactly what was played."""
