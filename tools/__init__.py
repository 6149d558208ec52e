"""Helpers for those who work on Signet; the server needs none of them."""
