"""What the bots of a game have beyond choosing: levels and orders."""
