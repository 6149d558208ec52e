"""Texts that people type: which characters they may hold, and how long they are."""
