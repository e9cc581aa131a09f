#!/usr/bin/env python3
"""Builds the example directory "Nordic Climate Tools" on a running site, only by means that every operator has.

It runs `showground` commands, signs in as staff, and fills in forms of the staff pages as a browser would. It needs
only Python 3.11. Copy the folder, change the files beside this script, and run it against your own site:

    python3 docs/example-directory/build.py http://localhost:8000 --command .venv/bin/showground
"""

import argparse
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener
from uuid import uuid4

HERE = Path(__file__).parent
PICTURES = {"logo": "logo.svg", "icon": "icon.svg", "share_picture": "share.svg"}
SECONDS = 60.0


class Refused(Exception):
    """The site did not accept what was sent."""


@dataclass
class Form:
    """A form of a page: where it is sent, its values as they are, and the fields that it has."""

    action: str
    id: str = ""
    values: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    fields: set[str] = field(default_factory=set[str])


class FormReader(HTMLParser):
    """Finds the forms of a page with what a browser would send, except for buttons. Also notes error messages."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.errors: list[str] = []
        self._open: list[Form] = []
        self._select = self._textarea = ""
        self._error_tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "form":
            form = Form(given.get("action", ""), given.get("id", ""))
            self.forms.append(form)
            self._open.append(form)
        elif tag in ("input", "textarea", "select"):
            self._add_field(tag, name, given)
        elif tag == "option" and self._select and "selected" in given:
            self._set(self._select, given.get("value", ""))
        if given.get("id", "").startswith("error-") or "field-error" in given.get("class", "").split():
            self._error_tag = tag
            self.errors.append("")

    def _add_field(self, tag: str, name: str, given: dict[str, str]) -> None:
        form = next((form for form in self.forms if form.id and form.id == given.get("form")), None)
        form = form or (self._open[-1] if self._open else None)
        if form is None or not name or "disabled" in given:
            return
        form.fields.add(name)
        kind = given.get("type", "text")
        if tag == "select":
            self._select = name
        elif tag == "textarea":
            self._textarea = name
            form.values.append((name, ""))
        elif (kind in ("checkbox", "radio") and "checked" in given) or kind not in ("checkbox", "radio", "file"):
            form.values.append((name, given.get("value", "")))

    def _set(self, name: str, value: str) -> None:
        if self._open:
            self._open[-1].values.append((name, value))

    def handle_data(self, data: str) -> None:
        if self._textarea and self._open:
            values = self._open[-1].values
            values[-1] = (values[-1][0], values[-1][1] + data)
        if self._error_tag:
            self.errors[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._open:
            self._open.pop()
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""
        if tag == self._error_tag:
            self._error_tag = ""


class Browser:
    """Opens pages and sends their forms, with cookies. The site refuses forms from elsewhere, judging by `Origin`."""

    def __init__(self, site: str) -> None:
        self.site = site.rstrip("/")
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def read(self, address: str, data: bytes | None = None, content_type: str = "") -> str:
        url = address if address.startswith("http") else self.site + address
        headers = {"Origin": self.site, "Accept": "text/html"} | ({"Content-Type": content_type} if data else {})
        try:
            request = Request(url, data, headers)  # noqa: S310 - the operator's own site
            with self._opener.open(request, timeout=SECONDS) as answer:
                return answer.read().decode()
        except HTTPError as refused:
            reader = FormReader()
            reader.feed(refused.read().decode(errors="replace"))
            said = "; ".join(" ".join(error.split()) for error in reader.errors)
            raise Refused(f"{urlsplit(url).path} answered {refused.code}: {said or refused.reason}") from refused
        except (OSError, HTTPException, ValueError) as problem:  # the last for what is no address
            reason = problem.reason if isinstance(problem, URLError) else problem
            hint = "Start the site with `showground serve`, or correct the address."
            raise Refused(f"{self.site} can't be reached ({reason}). {hint}") from problem

    def find_form(self, page: str, action: str = "", having: str = "") -> Form:
        """The form of a page that is sent to this address, or that has this field."""
        reader = FormReader()
        reader.feed(self.read(page))
        sent_to = (form for form in reader.forms if form.action == action or (not action and having in form.fields))
        form = next(sent_to, None)
        if form is None:
            raise Refused(f"{page} has no form for {action or having}. Is the person signed in as staff?")
        return form

    def fill_in(self, page: str, values: dict[str, Any], *, action: str = "", button: str = "") -> None:
        """Change these values of a form, leave the others as they are, and send it. A list selects several boxes."""
        form = self.find_form(page, action, having=next(iter(values), ""))
        unknown = sorted(values.keys() - form.fields)
        if unknown:
            raise Refused(f"The form of {page} has no field {', '.join(unknown)}.")
        sent = [(name, value) for name, value in form.values if name not in values]
        for name, value in values.items():
            if isinstance(value, list):
                sent += [(name, str(each)) for each in value]
            elif value is not False:
                sent.append((name, "true" if value is True else str(value)))
        sent += [("do", button)] if button else []
        self.read(form.action or page, urlencode(sent).encode(), "application/x-www-form-urlencoded")

    def upload(self, address: str, name: str, file: Path) -> None:
        boundary = uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{file.name}"\r\n'
        body = f"{head}Content-Type: application/octet-stream\r\n\r\n".encode() + file.read_bytes()
        body += f"\r\n--{boundary}--\r\n".encode()
        self.read(address, body, f"multipart/form-data; boundary={boundary}")

    def press(self, address: str, **values: str) -> None:
        """Send a form that has only a button."""
        self.read(address, urlencode(values).encode(), "application/x-www-form-urlencoded")


@dataclass
class Commands:
    """The command `showground`, with the settings that are in this script's environment."""

    command: Sequence[str]

    def run(self, *arguments: str) -> str:
        try:
            done = subprocess.run([*self.command, *arguments], capture_output=True, text=True, check=False)  # noqa: S603
        except OSError as problem:
            raise Refused(f"{shlex.join(self.command)} can't be run ({problem}). Correct --command.") from problem
        if done.returncode:
            raise Refused(f"showground {' '.join(arguments)}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout.strip()


def build(site: str, commands: Commands) -> None:
    directory = tomllib.loads((HERE / "directory.toml").read_text(encoding="utf-8"))
    browser = Browser(site)
    browser.read("/healthz")  # before anything is changed
    say("Removing the demo, and starting with our own categories")
    commands.run("demo", "--remove")
    commands.run("categories", "start", "empty")
    commands.run("import", "categories", str(HERE / "categories.csv"))
    owner = directory["owner"]
    if owner["email"] not in commands.run("staff", "list"):  # the script may have been stopped before
        commands.run("account", "create", owner["email"], "--name", owner["name"], "--staff")
    link = commands.run("sign-in-link", owner["email"])
    browser.press(urlsplit(link).path)

    say("Brand: pictures, name, colours, links, sender")
    for kind, name in PICTURES.items():
        browser.upload(f"/admin/brand/pictures/{kind}", "picture", HERE / name)
    browser.fill_in("/admin/brand", directory["brand"], action="/admin/brand", button="publish")

    say("Pages and email texts")
    for page in directory["page"]:
        body = (HERE / "pages" / f"{page['slug']}.md").read_text(encoding="utf-8")
        where = "/admin/texts/new" if page.pop("new", False) else f"/admin/texts/{page.pop('slug')}"
        browser.fill_in(where, {"body": body, **page}, button="save")
    for name, words in directory["email"].items():
        browser.fill_in(f"/admin/emails/{name}", words, button="save")

    say("Shop: the seller, taxes, products and a coupon")
    browser.fill_in("/admin/seller", directory["seller"])
    on_sale: list[str] = []
    for product in directory["product"]:
        code = product["code"]
        if product.pop("new", False):
            browser.fill_in("/admin/products/new", product)
        else:
            del product["code"]
            browser.fill_in(f"/admin/products/of/{code}", product)
        on_sale.append(code)
    browser.fill_in("/admin/products", {"on_sale": on_sale}, action="/admin/products/on-sale")
    for coupon in directory["coupon"]:
        browser.fill_in("/admin/coupons/new", coupon)

    say("Interview questions, free plan and a test email")
    for question in directory["interview"]["questions"]:
        browser.press("/admin/questions", question=question)
    browser.fill_in("/admin/settings", directory["free_plan"])
    browser.press("/admin/setup/test-email")
    say(f"Done: {site}. Sign in as {owner['email']}; /admin/setup says what is left to do.")


def say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", help="address of the running site, such as http://localhost:8000")
    parser.add_argument("--command", default="showground", help="how to run showground")
    arguments = parser.parse_args()
    try:
        build(arguments.site, Commands(shlex.split(arguments.command)))
    except Refused as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
