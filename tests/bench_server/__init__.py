"""The program that measures the server: what it counts is what was played."""
