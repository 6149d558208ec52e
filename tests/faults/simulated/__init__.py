"""A whole evening in one thread: the real application in several simulated processes, over a simulated database, a
simulated network and a clock that does not wait. One seed is one course of events."""
