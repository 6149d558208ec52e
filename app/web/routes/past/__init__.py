"""The routes that look back at games: replays and mirrors."""
