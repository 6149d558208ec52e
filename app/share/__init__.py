"""Reaching the table from outside: tunnels by ssh, and checks of public addresses."""
