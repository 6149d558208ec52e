"""Opponents that the bots are measured against in the arena, by game: one of fixed habits, and some that know or learn
how often others play what."""
