"""Edel, Stein & Reich, clause by clause."""
