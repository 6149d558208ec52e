"""Proof of the parts that every game is made of."""
