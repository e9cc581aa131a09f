"""What templates are given to write with."""

from showground.surfaces.web.templates_engine import marked


def test_words_between_backticks_are_code_and_nothing_else_is_markup() -> None:
    assert marked("Run `a < b`, not `<i>`") == "Run <code>a &lt; b</code>, not <code>&lt;i&gt;</code>"
    assert marked("<b>one ` alone</b>") == "&lt;b&gt;one ` alone&lt;/b&gt;"
    assert marked("``") == "``"
