"""Pictures of every page and phase of all games, from real games.

Run ``make screenshots``."""
