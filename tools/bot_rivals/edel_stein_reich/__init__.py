"""Opponents for *Edel, Stein & Reich*."""
