"""Who sits where: sitting down, bringing a device, leaving, and bots on seats."""
