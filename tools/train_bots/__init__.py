"""What makes the weights of bots: games played by the thousand, and what fits them best."""
