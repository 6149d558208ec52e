"""The rules of Edel, Stein & Reich, a module a part of the game."""
