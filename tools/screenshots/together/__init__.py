"""Evening of both games with everything that friends share."""
