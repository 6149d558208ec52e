"""One running room: its host, and all that stands between the host and those who are connected."""
