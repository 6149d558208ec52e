"""Words on pages: languages, sentences, names, rules."""
