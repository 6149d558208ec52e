"""Tests of Adel verpflichtet by clauses."""
