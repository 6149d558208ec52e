"""Tests of abuse: hostile text is refused, or stays text."""
