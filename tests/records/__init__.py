"""Tests of records: proofs of true ones, and faults of false ones."""
