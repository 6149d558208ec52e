"""Samples of a release: the data of its server, which every later one must read."""
