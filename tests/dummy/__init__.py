"""Smallest possible third game, built by the recipe in ``docs/recipes.md``.

Not shipped."""
