"""Base classes and types of a room's commands, events and subjects."""
