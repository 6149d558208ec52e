"""Mirror: one player's finished game by the game's own estimate."""
