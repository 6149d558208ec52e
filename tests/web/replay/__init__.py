"""Looking back."""
