"""Tests of rooms: decisions, fold, views."""
