"""Interface that every game implements; knows no game."""
