"""The opponents for *Adel verpflichtet*."""
