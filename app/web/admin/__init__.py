"""What the operator is told."""
