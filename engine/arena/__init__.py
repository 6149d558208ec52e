"""Matches and ladders: which of several players is the stronger, bots of ours and those of a programmer."""
