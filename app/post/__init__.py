"""How the processes of one machine hand each other connections."""
