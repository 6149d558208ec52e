"""Secrets: what one seat does or holds in secret reaches no other before it is revealed."""
