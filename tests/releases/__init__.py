"""Data of earlier releases, read by this one."""
