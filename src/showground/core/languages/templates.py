"""Translated texts in templates, such as `{{ _("Sign in") }}` or `{% trans %}Hello {{ name }}{% endtrans %}`."""

from typing import Any, cast

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from showground.core.calls.input_text import safe_to_show
from showground.core.languages import formats
from showground.core.languages.current import current_language
from showground.core.languages.texts import Text, translated


def add_languages(templates: Environment) -> None:
    """Let templates of this environment mark their texts.

    Jinja's own functions would put values into a text without `finalize`, which makes them safe to show.
    """
    templates.add_extension("jinja2.ext.i18n")
    cast("Any", templates).newstyle_gettext = True
    cast("dict[str, Any]", templates.globals).update(gettext=_gettext, ngettext=_ngettext)
    cast("dict[str, Any]", templates.globals).update(current_language=current_language)
    cast("dict[str, Any]", templates.filters).update(
        translated=translated, day=formats.day, day_and_month=formats.day_and_month, moment=formats.moment
    )


@pass_context
def _gettext(context: Context, message: str, **values: object) -> str:
    return _fill(context, current_language().texts.gettext(message), values)


@pass_context
def _ngettext(context: Context, one: str, many: str, n: int, **values: object) -> str:
    return _fill(context, current_language().texts.ngettext(one, many, n), {"num": n, **values})


def show(value: Any) -> Any:
    """The `finalize` of templates: every value that they show passes through it."""
    return safe_to_show(translated(value) if isinstance(value, Text) else value)


def _fill(context: Context, text: str, values: dict[str, object]) -> str:
    """A text of ours may contain markup; values are escaped in it."""
    if context.eval_ctx.autoescape:
        text = Markup(text)  # noqa: S704 - only from templates and catalogues  # nosec B704
    return text % {name: show(value) for name, value in values.items()}
