"""Samples of a release: what its server leaves behind, to be taken up by every later one."""
