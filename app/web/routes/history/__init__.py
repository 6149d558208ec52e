"""Routes of past games: replays and mirrors."""
