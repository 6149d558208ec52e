"""What the page of a table says beside the game itself."""
