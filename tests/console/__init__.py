"""What a person at a keyboard meets, tried as they would: with a browser of their own choice."""
