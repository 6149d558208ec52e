"""The server: rooms, their journal, their life in this process, and their pages."""
