"""Adel verpflichtet, clause by clause."""
