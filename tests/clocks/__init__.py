"""Tests of all clocks under a simulated time: nothing early, twice or lost."""
