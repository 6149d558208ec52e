"""Costs by rooms, seats, rounds, finished games and processes."""
