"""Routes of the web app.

Each is thin: it finds the room and the seat, and leaves decisions and rendering to others."""
