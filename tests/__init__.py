"""Proof that the rules, the rooms and the pages do what they say."""
