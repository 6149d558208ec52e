"""Traps that other sites of this kind fell into, each as a test of ours."""
