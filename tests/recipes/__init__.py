"""The recipes of ``docs/recipes.md``, followed step by step with dummies in a copy of the project."""
