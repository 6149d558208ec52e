"""Tests of the rules, the rooms and the pages."""
