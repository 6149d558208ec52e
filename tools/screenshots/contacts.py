"""Contact sheets: all sizes and schemes of one page in one picture."""

from html import escape
from pathlib import Path

from playwright.sync_api import Browser

from tools.screenshots.camera import Camera

HEIGHT = 760
"""Height in pixels of a picture in sight on a sheet; whole pages are scaled alike."""

PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 12px; display: inline-grid; gap: 12px; background: #777; font: 20px sans-serif }}
b {{ color: #fff }}
div {{ display: flex; gap: 12px; align-items: flex-start }} img {{ zoom: {zoom} }}
</style><b>{title}</b>{rows}"""


def sheets(browser: Browser, camera: Camera) -> list[Path]:
    """Join the camera's pictures to ``sheet.png`` in their folder."""
    made = []
    page = browser.new_page(viewport={"width": 2400, "height": 900})
    for name in camera.taken:
        rows = "".join(
            f"<div>{''.join(_image(camera.picture(name, size, scheme)) for size in camera.sizes)}</div>"
            for scheme in camera.schemes
        )
        listed = camera.folder / name / "sheet.html"
        listed.write_text(PAGE.format(title=escape(name), rows=rows, zoom=HEIGHT / 1180))
        page.goto(listed.as_uri())
        sheet = listed.with_name(f"sheet{'-' + camera.vision if camera.vision else ''}.png")
        page.locator("body").screenshot(path=sheet)
        listed.unlink()
        made.append(sheet)
    page.close()
    return made


def _image(picture: Path) -> str:
    return f'<img src="{picture.name}" alt="">'
