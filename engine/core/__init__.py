"""The protocol that every game speaks; knows no game."""
