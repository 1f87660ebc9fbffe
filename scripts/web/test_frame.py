"""What all pages do: keys, words for what goes wrong, a sign of work under way, and nothing from elsewhere."""
import json

from conftest import URL, Route, Service, Watched, late, until


def test_key(pages: Watched) -> None:
    """It goes into a header of each request, and nowhere else."""
    page = pages.open("/")
    sent: list[dict] = []
    page.on("request", lambda request: sent.append({"url": request.url, **request.headers}))
    page.get_by_text("Access key", exact=True).click()
    page.get_by_label("Key of this service").fill("span_secret")
    with page.expect_request("**/v1/measure") as aimed:
        page.keyboard.press("Enter")
    assert aimed.value.headers["authorization"] == "Bearer span_secret", "what was refused without is asked again"
    with page.expect_response("**/v1/measure"):
        page.get_by_role("button", name="Tap at the crosshair").click()
    page.locator("#taps tbody tr").first.wait_for()
    measured = [request for request in sent if request["url"].endswith("/v1/measure")]
    assert measured and measured[-1]["authorization"] == "Bearer span_secret"
    assert all("secret" not in request["url"] for request in sent)
    assert page.url == f"{URL}/"
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    command = page.locator("#curl").text_content()
    assert "secret" not in command and '-H "Authorization: Bearer $SPAN_KEY"' in command


def test_no_key(pages: Watched) -> None:
    page = pages.open("/")
    problem = {"type": "/problems/unauthenticated", "title": "Credentials are missing or wrong.", "status": 401, "detail": "No key was sent.", "instance": "1"}
    page.route("**/v1/measure", lambda route: route.fulfill(status=401, content_type="application/problem+json", body=json.dumps(problem)))
    page.get_by_role("button", name="Tap at the crosshair").click()
    notice = page.get_by_role("alert")
    notice.wait_for()
    assert notice.text_content().startswith("No key was sent. This service asks for a key: enter one under “Access key”")
    page.unroute("**/v1/measure")
    page.get_by_role("button", name="Tap at the crosshair").click()
    page.locator("#taps tbody tr").first.wait_for()
    assert notice.is_hidden(), "what works again takes the notice back"
    pages.forgive("401")


def test_key_that_is_none(pages: Watched) -> None:
    """What no header takes is told as what it is."""
    page = pages.open("/")
    page.get_by_text("Access key", exact=True).click()
    page.get_by_label("Key of this service").fill("spän_gehe€m")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Tap at the crosshair").click()
    notice = page.get_by_role("alert")
    notice.wait_for()
    assert notice.text_content() == "No key has the letter “ä”; check it under “Access key”."


def test_key_opens_a_session(pages: Watched, service: Service) -> None:
    """A viewer that was refused begins once it has a key, and sends it with the stream too."""
    session = service.session(name="Vault")
    page = pages.context.new_page()
    refused = {"type": "/problems/unauthenticated", "title": "Credentials are missing or wrong.", "status": 401, "detail": "No key was sent.", "instance": "1"}
    streams: list[str | None] = []

    def guard(route: Route) -> None:
        key = route.request.headers.get("authorization")
        if route.request.headers["accept"] == "text/event-stream":
            streams.append(key)
        if key == "Bearer open sesame":
            route.continue_()
        else:
            route.fulfill(status=401, content_type="application/problem+json", body=json.dumps(refused))

    page.route("**/v1/**", guard)
    page.goto(URL + session.removeprefix("/v1"))
    page.get_by_text("This service asks for a key").wait_for()
    page.get_by_text("not watching").wait_for()
    page.get_by_text("Access key", exact=True).click()
    page.get_by_label("Key of this service").fill("open sesame")
    page.keyboard.press("Enter")
    page.locator(".watch.live").wait_for()
    page.get_by_role("heading", name="Vault").wait_for()
    assert page.get_by_role("alert").is_hidden()
    assert streams == ["Bearer open sesame"]


def test_service_gone(pages: Watched) -> None:
    page = pages.open("/")
    page.route("**/v1/measure", lambda route: route.abort())
    page.get_by_role("button", name="Tap at the crosshair").click()
    page.get_by_text("The service cannot be reached").wait_for()
    pages.forgive("ERR_FAILED")


def test_progress(pages: Watched) -> None:
    """Shown for what takes longer than 300 ms, and only for that."""
    page = pages.open("/")
    until(page, "document.querySelector('#aim').textContent !== ''")
    page.evaluate("""() => {
      window.shown = 0;
      const sign = document.querySelector('.progress');
      new MutationObserver(() => (shown += !sign.hidden)).observe(sign, { attributeFilter: ['hidden'] });
    }""")
    page.get_by_role("button", name="Tap at the crosshair").click()
    page.locator("#taps tbody tr").first.wait_for()
    if page.evaluate("performance.getEntriesByType('resource').at(-1).duration") < 250:
        assert page.evaluate("shown") == 0
    page.route("**/v1/measure", late(0.6))
    page.get_by_role("button", name="Tap at the crosshair").click()
    page.locator("#taps tbody tr").nth(1).wait_for()
    assert page.evaluate("shown") == 1
    page.locator(".progress").wait_for(state="hidden")


def test_policy_holds(pages: Watched) -> None:
    """What the policy is against is stopped, and would be seen by these tests."""
    page = pages.open("/")
    page.evaluate("document.head.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = true'}))")
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.evaluate("fetch('http://127.0.0.2:9/').catch(() => 0)")
    until(page, "violations.length >= 3")
    assert {violation.split()[0] for violation in page.evaluate("violations")} == {"script-src-elem", "style-src-attr", "connect-src"}
    assert page.evaluate("window.ran") is None
    page.evaluate("violations.length = 0")
    pages.forgive("Content Security Policy")


def test_nothing_from_elsewhere(pages: Watched) -> None:
    asked: list[str] = []
    pages.context.on("request", lambda request: asked.append(request.url))
    for address in ("/", "/docs", "/sessions/none"):
        pages.open(address).wait_for_load_state("networkidle")
    assert len(asked) > 30
    assert all(url.startswith((URL, "data:")) for url in asked)
    pages.forgive("404")
