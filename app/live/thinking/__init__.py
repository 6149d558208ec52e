"""Where bots think that take long: a process beside this one, so that they hold nobody up here."""
