"""Who plays this game sensibly."""
