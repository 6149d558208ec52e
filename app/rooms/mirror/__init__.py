"""The mirror: one player's finished game as the game's own estimate sees it."""
