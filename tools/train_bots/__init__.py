"""Training of the bots' weights: thousands of games, and a fit to them."""
