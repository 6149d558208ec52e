"""Plain presenter for a game without its own.

Choices are buttons, effects are sentences made of their names, and the table is a list. So every registered game can
be played in a browser at once."""
