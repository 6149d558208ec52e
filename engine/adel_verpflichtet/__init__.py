"""The game Adel verpflichtet; its rules are numbered in RULES.md."""
