"""How people get on with each other at a table: hosts, places, locks, votes, time given."""
