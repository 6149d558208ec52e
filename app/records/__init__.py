"""Records of rooms as files: read, checked and played again, without a server and without a database."""
