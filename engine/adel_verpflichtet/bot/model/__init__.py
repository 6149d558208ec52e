"""What one round may come to, worked out quickly, and what a table is worth to each seat."""
