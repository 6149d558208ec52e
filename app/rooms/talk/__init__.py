"""What people say at a table and beside it: lines, phrases, reactions, watchers' talk, whom one hears, a voice link."""
