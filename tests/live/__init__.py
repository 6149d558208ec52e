"""Tests of live rooms: hosts, manager, clocks, failures."""
