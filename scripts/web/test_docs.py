"""The API reference says what openapi.yaml says, and its examples run."""
import json

import yaml
from conftest import ROOT, Service, Watched

DESCRIPTION = yaml.safe_load((ROOT / "openapi.yaml").read_text())
OPERATIONS = [(path, method, operation) for path, item in DESCRIPTION["paths"].items() for method, operation in item.items() if method != "parameters"]


def comparable(node: object) -> object:
    """Numbers that a double cannot hold are text to the page."""
    if isinstance(node, dict):
        return {str(key): comparable(value) for key, value in node.items()}
    if isinstance(node, list):
        return [comparable(value) for value in node]
    return str(node) if isinstance(node, int) and abs(node) >= 1 << 53 else node


def test_reader(pages: Watched) -> None:
    """The page's reader of YAML against PyYAML."""
    page = pages.open("/docs")
    read = page.evaluate('async () => (await import("/web/yaml.js")).parseYAML(await (await fetch("/openapi.yaml")).text())')
    assert read == comparable(DESCRIPTION)


def test_everything_is_there(pages: Watched) -> None:
    page = pages.open("/docs")
    page.locator("#measure").wait_for()
    assert page.locator("#content > section.card").count() == len(OPERATIONS) > 30
    for path, method, operation in OPERATIONS:
        section = page.locator(f"#{operation['operationId']}")
        assert section.locator("h3").text_content() == f"{method.upper()} {path}"
        assert section.locator(".responses > tbody > tr > th").all_text_contents() == list(operation["responses"])
    assert page.locator("#contents a").count() == len(OPERATIONS)
    body = page.locator("#measure > .schema").first
    assert {"taps", "planes", "confidence", "unit"} <= set(body.locator("> li > .name, > li > details > summary > .name").all_text_contents())


def test_examples_run(pages: Watched, service: Service) -> None:
    page = pages.open("/docs")
    for path in ("/v1/measure", "/v1/raycast", "/v1/snap", "/v1/triangulate", "/v1/combine", "/v1/sessions"):
        operation = DESCRIPTION["paths"][path]["post"]
        section = page.locator(f"#{operation['operationId']}")
        section.get_by_text("Try it here").click()
        examples = operation["requestBody"]["content"]["application/json"]["examples"]
        for name in examples:
            if len(examples) > 1:
                section.get_by_label("Example").select_option(name)
            with page.expect_response(f"**{path}") as answered:
                section.get_by_role("button", name="Send").click()
            assert answered.value.status in (200, 201), answered.value.text()
        section.locator("pre code").filter(has_text="{").wait_for()
        shown = json.loads(section.locator("pre code").text_content())
        sent = json.loads(section.get_by_label("Body").input_value())
        if path != "/v1/sessions":
            assert shown == service.ask("POST", path, sent)
        section.get_by_text("Try it here").click()


def test_address_is_filled_in(pages: Watched, service: Service) -> None:
    session = service.session(name="Attic")
    page = pages.open("/docs#readSession")
    section = page.locator("section", has=page.get_by_role("heading", name="GET /v1/sessions/{sid}", exact=True))
    section.get_by_text("Try it here").click()
    section.get_by_label("sid (path)").fill(session.split("/")[-1])
    section.get_by_role("button", name="Send").click()
    section.get_by_text('"name": "Attic"').wait_for()
    section.get_by_label("sid (path)").fill("a/b?c")
    section.get_by_role("button", name="Send").click()
    section.get_by_text("404 ·").wait_for()
    pages.forgive("404")
