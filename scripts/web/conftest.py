"""A browser, pages that are watched for faults, and the service as a program sees it."""
import json
import os
import pathlib
import time
import urllib.request

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Route, sync_playwright

URL = os.environ["SPAN_URL"]
ROOT = pathlib.Path(__file__).parents[2]
PATIENCE = 5000  # ms; nothing here should take a tenth of it
VIOLATIONS = "window.violations = []; addEventListener('securitypolicyviolation', e => violations.push(e.violatedDirective + ' ' + e.blockedURI))"


class Service:
    """Asks over HTTP, without the page."""

    def ask(self, method: str, path: str, body: object = None) -> dict:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            content = answer.read()
        return json.loads(content) if content else {}

    def session(self, **settings: object) -> str:
        return "/v1/sessions/" + self.ask("POST", "/v1/sessions", settings)["id"]


class Watched:
    """Pages of one browser; whatever goes wrong in them is kept."""

    def __init__(self, context: BrowserContext):
        self.context = context
        self.faults: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.add_init_script(VIOLATIONS)

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda fault: self.faults.append(f"{path}: {fault}"))
        page.goto(URL + path)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        # Also what the browser only warns of; what a test provokes it takes back itself.
        if message.type in ("error", "warning", "warn"):
            self.faults.append(f"{message.type}: {message.text}")

    def forgive(self, words: str) -> None:
        """What a test provoked."""
        assert any(words in fault for fault in self.faults), self.faults
        self.faults = [fault for fault in self.faults if words not in fault]

    def violations(self) -> list[str]:
        return [violation for page in self.context.pages for violation in page.evaluate("violations")]


def until(page: Page, condition: str, argument: object = None) -> None:
    """Waits for what a script says; asked from outside, as the policy of the pages lets nothing be evaluated inside."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(condition, argument):
        assert time.monotonic() < deadline, f"never true: {condition}"
        page.wait_for_timeout(20)


def late(seconds: float):
    """Lets requests through after a while."""
    def pass_on(route: Route) -> None:
        time.sleep(seconds)
        route.continue_()
    return pass_on


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture(params=["light"])
def pages(browser, request):
    """Where nothing may go wrong that a test does not provoke."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=request.param)
    watched = Watched(context)
    yield watched
    violations = watched.violations()
    context.close()
    assert watched.faults == []
    assert violations == []
