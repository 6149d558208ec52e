"""Live rooms: hosts, the hall, their clocks and what they survive."""
