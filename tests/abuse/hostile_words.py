"""Hostile texts of our own, after known kinds of attacks.

A text that is taken for code calls ``f`` or opens a dialog. A text that is taken for a link or a gadget requests
``/x`` or the host ``e.x``."""

SHORT = (
    # Gadgets of our own scripts:
    "<p data-region>", "<p data-region id=chat>", "<p data-live=//e.x>", "<p data-later=/x>", "<p data-command>",
    "<p data-clause=A1>", "<p data-copy=x>", "<p data-line=99>", "<p data-vt=a>",
    # Escapes from an attribute:
    '" onfocus="f()', "' onfocus='f()", '" autofocus onfocus=f()', '"><b>x', "'><b>x", "` onload=`f()",
    "x=y onclick=f()", '" style="x:y', "\\\"><svg/onload=f()>",
    # Markup:
    "<script>f(1)</script>", "<ScRiPt/src=//e.x>", "</script><script>f()", "<img src=x onerror=f()>",
    "<img/src/onerror=f()>", "<svg/onload=f()>", "<svg><script>f()", "<svg><animate onbegin=f", "<body onload=f()>",
    "<b onclick=f()>Otto</b>", "<video src onerror=f()>", "<input autofocus>", "<details open ontoggle=f",
    "</bdi><b>bold", "</p></div><h1>big", "</summary></details>", "</option></select><b>", "<!-- begins", "--> ends",
    "<![CDATA[ x ]]>", "]]><x>", "<?php echo 1 ?>", "<!DOCTYPE x>", "<textarea>", "</textarea><b>", "<title>x</title>",
    "</title><script>f()", "</style><style>*{}", "<style>@import'/x'", "<base href=//e.x>", "<iframe src=/x>",
    "<object data=/x>", "<embed src=/x>", "<form action=//e.x>", "<button formaction=/x>", "<a href=javascript:f()>",
    "<link href=/x rel=icon>", "<math><mtext><b>", "<template><b>x", "<noscript><b>", "<plaintext>", "<xmp>", "<x-y>",
    "<slot name=x>", "<p id=main>", "<p id=settings>", "<p popover id=menu>", "<p class=seal-button>",
    # Addresses:
    "javascript:f()", "JaVaScRiPt:alert(1)", "data:text/html,<b>", "//e.x", "http://e.x/", "www.e.x", "a@e.x",
    "[x](//e.x)", "![x](//e.x/x)",
    # Other encodings:
    "&lt;b&gt;", "&#60;b&#62;", "&#x3C;b>", "&amp;lt;", "&notanentity;", "&", "&#0;", "%3Cb%3E", "\\u003cb\\u003e",
    "\\x3cb\\x3e", "+ADw-b+AD4-", "\uff1cb\uff1e", "\u2039b\u203a", "\u02bcx\u02bc",
    # Templates and formats:
    "{{ 7*7 }}", "{% raw %}", "{# note #}", "{{ self.__init__ }}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "{{=1}}",
    "%(who)s", "%s%d%n", "%", "%%", "{0} {who}", "{who!r}", "{who}", "$& $1 $` $'", "\\1 \\g<0>",
    # Programs and databases:
    '\\"; f(); //', "');f();//", "-f()-", "`${f()}`", "' OR '1'='1", "'; DROP TABLE x;--", "$(id)", "; ls", "| cat",
    "../../etc/passwd", "%2e%2e%2f", "C:\\x", "__proto__", "constructor", "null", "undefined", "NaN", "true", "-1", "0",
    # Formulas:
    "=1+1", "+1+1", "-1+1", "@SUM(1)", "=HYPERLINK(1)", "=cmd|'/c x'!A1",
    # Letters that run right to left, stack or look like signs:
    "\u05d0\u05d1 abc", "\u0645\u0631\u062d\u0628\u0627", "abc \u05d0 123", "\u1eb9\u0301", "\u0e01\u0e49",
    "\U0001f98a\U0001f3f4",
    "\ufdfa" * 8, "\u1e9e\u0130\u0131", "W" * 24, "\u5b57" * 24,
)  # fmt: skip
"""Texts short enough for a name."""

LONG = (
    "<img src=/x onerror=alert(document.cookie)>",
    "<img srcset='/x 1x' src=/x loading=eager>",
    "<svg><set attributeName=href to=javascript:f() begin=0s onbegin=f()>",
    "<svg><use href='data:image/svg+xml,<svg id=a onload=f()>#a'></svg>",
    "<input autofocus onfocus=f()><select autofocus onfocus=f()></select>",
    "<details open ontoggle=f()><summary>x</summary></details>",
    "<video autoplay onerror=f()><source onerror=f() src=/x></video>",
    "<iframe srcdoc='<script>parent.f()</script>'></iframe>",
    "<iframe src=javascript:parent.f()></iframe>",
    "<meta http-equiv=refresh content='0;url=/x'>",
    "<meta http-equiv=content-security-policy content='script-src *'>",
    "<link rel=stylesheet href=/x><link rel=prefetch href=//e.x><style>@import url(/x);*{background:url(/x)}</style>",
    "<script type=module>f()</script><script async src=/x></script>",
    "<object data=/x type=text/html></object><embed src=/x>",
    "<form id=f1 action=/x method=post></form><button form=f1 autofocus>x</button>",
    "<div id=main data-region><script>f()</script></div>",
    "<script type=module src=/x></script>",
    "<template><div id=phase data-region data-game=x data-turn=yes></div></template>",
    "<form data-command action=/x><input name=do value=leave><button autofocus>x</button></form>",
    "<section id=chat data-region></section><section id=prompt data-region></section>",
    "<noscript><p title='</noscript><img src=/x onerror=f()>'></noscript>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--><img src=/x onerror=f()>'>",
    "<svg></p><style><a id='</style><img src=/x onerror=f()>'>",
    "'\"></title></textarea></script></style>--></option><svg/onload=f()>/*`*/javascript:f()//",
    "\"'`><\x7b\x7b7*7\x7d\x7d${7*7}<%= f() %>#{f()}{{constructor.constructor('f()')()}}",
    "=HYPERLINK(\"http://e.x/?\"&A1,\"look\")",
    "{\"level\": \"error\", \"event\": \"all is lost\"}",
    "level=error event=\"request failed\" route=/x",
    "https://e.x/?a=<b>&c=\"d\" https://xn--e1aybc.example/ http://127.0.0.1:1/x",
    "\u05d0" * 20 + " (Ada): " + "\u05d1" * 20,
    "A" * 500,
    "\U0001f98a" * 490,
    # Line breaks become spaces.
    "\r\nSet-Cookie: dev=x\r\n\r\n<script>f()</script>",
    "line\x85line\u2028line\u2029line",
)  # fmt: skip
"""Texts for fields with more room."""

REFUSED = (
    "nul\0here", "\x1b[2J\x1b[31mred", "\x1b]0;title\x07", "back\x08space", "\x7f",
    "\u202eadA", "\u202dAda\u202c", "\u2066Ada", "Ada\u2069", "Ada\u202c", "\u2067\u202bAda\u2069\u202c",
    "\U000e0041da", "\U0001f3f4\U000e0041", "A\ufff9d\ufffaa\ufffb", "\u3164", "\u200b\u200d\ufeff", "\u2800 \u00ad",
    "e" + "\u0301" * 30, "e\u0334\u0335\u0336", "\u0645" + "\u064b" * 20, "\ufdd0", "\uffff",
    "\U0001ffff", "\U000e0fff",
)  # fmt: skip
"""Texts that are neither a name nor a message.

They control, hide, reverse or stack letters, or have no letter at all."""

LONE = ("half \ud83d", "\udc00")
"""Halves of surrogate pairs, which JSON can write and UTF-8 cannot."""

TWINS = ("\u0410da", "ADA", "\uff21da", "A d a", "\u00c1da", "\u1d2cda", "Ad\u0430", "\U0001d400da", "\u24b6da")
"""Names that look like Ada."""


def split(words: tuple[str, ...], size: int) -> list[tuple[str, ...]]:
    """Return the texts in parts of equal size.

    The last part is filled up with the first texts."""
    return [(words + words)[at : at + size] for at in range(0, len(words), size)]


def make_plain(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return harmless texts of the same number and lengths."""
    return tuple(f"w{place}" for place, _ in enumerate(words))
