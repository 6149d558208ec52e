"""A third game, as small as a game can be: it follows the recipe in ``docs/recipes.md`` and is in no box."""
