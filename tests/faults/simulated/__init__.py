"""Whole evening in one thread: the real application in simulated processes.

The database, the network and the clock are simulated, too. One seed is one course of events."""
