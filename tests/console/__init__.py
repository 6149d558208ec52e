"""What a person at a keyboard meets, tried as they would: in real shells, with a browser of their own choice."""
