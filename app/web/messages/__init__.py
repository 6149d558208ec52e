"""Messages from outside and the answers to them."""
