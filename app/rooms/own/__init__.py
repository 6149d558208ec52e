"""What is a player's own: the devices that hold the seat, and orders for who plays in their place."""
