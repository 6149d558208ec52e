"""The opponents for *Edel, Stein & Reich*."""
