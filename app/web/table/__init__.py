"""Parts of a table's page beside the game itself."""
