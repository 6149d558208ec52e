"""Video that keeps phones awake: players get the requested ranges, uncompressed."""

import pytest

from tests.web.tables import Web


@pytest.mark.parametrize(("name", "kind"), [("still.mp4", "video/mp4"), ("still.webm", "video/webm")])
def test_a_film_comes_whole_or_in_parts_and_never_packed(web: Web, name: str, kind: str) -> None:
    path = f"/static/media/{name}"
    whole = web.client.get(path, headers={"accept-encoding": "gzip"})
    assert (whole.status_code, whole.headers["content-type"]) == (200, kind)
    assert "content-encoding" not in whole.headers
    assert len(whole.content) < 5_000
    # Safari asks for two bytes before it plays anything
    part = web.client.get(path, headers={"range": "bytes=0-1", "accept-encoding": "gzip"})
    assert (part.status_code, part.headers["content-range"]) == (206, f"bytes 0-1/{len(whole.content)}")
    assert part.content == whole.content[:2]
