"""Tests of replays and history."""
