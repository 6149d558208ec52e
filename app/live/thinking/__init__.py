"""Process for slow bots, so that they delay nothing here."""
