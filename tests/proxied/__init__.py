"""Clocks of every mode under a simulated clock: nothing early, nothing twice, nothing lost."""
