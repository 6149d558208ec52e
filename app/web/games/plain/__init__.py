"""Plain presenter for a game that has none of its own: choices as buttons, effects as sentences made of their
names, the table as a list. So whatever is registered can be played in a browser at once."""
