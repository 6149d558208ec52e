"""Opponents that the bots of *Adel verpflichtet* are measured against in the arena: one of fixed habits, and some that
know or learn how often others play what."""
