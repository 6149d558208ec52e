"""Every address that answers a request: thin, each finds what is asked for and lets others decide and draw."""
