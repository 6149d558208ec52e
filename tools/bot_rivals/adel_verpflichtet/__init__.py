"""Opponents for *Adel verpflichtet*."""
