"""The rules of Adel verpflichtet, a module a part of the game."""
