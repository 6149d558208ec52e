"""Tests behind proxies and in containers."""
