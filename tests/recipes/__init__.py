"""Recipes of ``docs/recipes.md``, followed with dummies in a copy of the project."""
