"""Tests of records: what proves them, and what gives a false one away."""
