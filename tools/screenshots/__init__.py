"""Pictures of every page and phase of all games, taken from real games: ``make screenshots``."""
