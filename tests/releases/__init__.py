"""What earlier releases left behind, taken up by this one."""
