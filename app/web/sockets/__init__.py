"""Live connections: who is let in, what comes, what is sent."""
