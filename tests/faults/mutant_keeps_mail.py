"""A server with one fault: it leaves the mail of a hung process to the next one. The tests of hung processes must catch
it."""

import sys
from unittest.mock import patch

from app.cli import main
from app.post.post import Post

if __name__ == "__main__":
    with patch.object(Post, "close_mail", lambda self, number: None):
        sys.exit(main(["serve"]))
