"""Rules of Adel verpflichtet, one module per part of the game."""
