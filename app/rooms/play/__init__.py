"""The games of a room: beginning, sealing, lifting, opening, time, rest."""
