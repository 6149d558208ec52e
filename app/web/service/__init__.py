"""Services shared by all routes: access, commands, and answers to refusals."""
