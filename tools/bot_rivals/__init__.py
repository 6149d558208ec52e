"""Opponents that the bots are measured against in the arena, by game.

One has fixed habits, others know or learn how often others play what."""
