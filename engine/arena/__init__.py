"""Matches and ladders that compare players: our bots and a programmer's."""
