"""What people who do not see, or do not point, need: names, order, focus, contrast, room on small screens."""
import pytest
from conftest import Page, Service, Watched
from test_playground import tapped
from test_session import floor, tap

# Everything that one can act on.
CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]"
SMALLEST = 24  # CSS pixels (WCAG 2.2, 2.5.8)

UNNAMED = f"""() => [...document.querySelectorAll('{CONTROLS}')].filter((control) => {{
  const name = control.getAttribute('aria-label') || control.textContent.trim() || control.title
    || [...(control.labels ?? [])].map((label) => label.textContent.trim()).join('')
    || document.getElementById(control.getAttribute('aria-labelledby'))?.textContent;
  return !name && control.tabIndex >= 0;
}}).map((control) => control.outerHTML.slice(0, 120))"""

REPEATED = "() => [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, i, all) => all.indexOf(id) !== i)"

HEADINGS = "() => [...document.querySelectorAll('h1, h2, h3, h4')].filter((h) => h.checkVisibility()).map((h) => Number(h.tagName[1]))"

# Text whose contrast with what is behind it is below WCAG's 4.5 (3 for large text), colours as they are computed.
FAINT = """() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    context.clearRect(0, 0, 1, 1); context.fillStyle = colour; context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((x, i) => x * a + under[i] * (1 - a));
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const colour = rgba(getComputedStyle(element).backgroundColor);
    return colour[3] === 1 ? colour.slice(0, 3) : over(colour, behind(element.parentElement));
  };
  const luminance = (colour) => colour.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
    .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
  const opacity = (element) => (element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1);
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element.checkVisibility() || element.closest('noscript, :disabled, option, .unseen, .skip')) continue;
    const style = getComputedStyle(element);
    const ground = behind(element);
    const colour = rgba(style.color);
    const ink = over([...colour.slice(0, 3), colour[3] * opacity(element)], ground);
    const [light, dark] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < least) faint.push(`${ratio.toFixed(2)} ${element.tagName}.${element.className}: ${node.textContent.trim().slice(0, 40)}`);
  }
  return faint;
}"""

SMALL = f"""(least) => [...document.querySelectorAll('button, select, input, summary, textarea')].filter((c) => c.checkVisibility() && c.type !== 'checkbox')
  .filter((c) => Math.min(c.getBoundingClientRect().width, c.getBoundingClientRect().height) < least).map((c) => c.outerHTML.slice(0, 100))"""


def shown(pages: Watched, service: Service, name: str) -> Page:
    """A page with something on it."""
    if name == "playground":
        page = pages.open("/")
        tapped(page, (0.3, 0.7), (0.5, 0.75))
        page.locator("#drift").evaluate("s => { s.value = 3; s.dispatchEvent(new Event('input')) }")
        page.locator("#report .warned").first.wait_for()
    elif name == "session":
        session = floor(service, name="Attic")
        for x, z in ((0, 0), (1, 0), (1, 1), (0, 0)):
            tap(service, session, x, z)
        service.ask("PATCH", f"{session}/anchors", {"updates": [{"id": "anchor-1", "position": [0.1, 0, 0]}]})
        page = pages.open(session.removeprefix("/v1"))
        page.get_by_role("button", name="Area of the path").click()
    else:
        page = pages.open("/docs")
        page.locator("#measure").get_by_text("Try it here").click()
        page.locator("#measure").get_by_role("button", name="Send").click()
        page.locator("#measure .outcome").wait_for()
    return page


NAMES = ["playground", "session", "docs"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pages", ["light", "dark"], indirect=True)
def test_page(pages: Watched, service: Service, name: str) -> None:
    page = shown(pages, service, name)
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.title().startswith("Span · ")
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate(REPEATED) == []
    headings = page.evaluate(HEADINGS)
    assert headings.count(1) == 1 and headings[0] == 1
    assert all(after - before <= 1 for before, after in zip(headings, headings[1:])), headings
    assert page.locator("img:not([alt])").count() == 0
    assert page.locator("[tabindex]").evaluate_all("all => all.filter((e) => e.tabIndex > 0).length") == 0
    for landmark in ("main", "header", "nav"):
        assert page.locator(landmark).count() >= 1
    assert page.evaluate(FAINT) == []
    assert page.evaluate(SMALL, SMALLEST) == []


@pytest.mark.parametrize("name", NAMES)
def test_focus(pages: Watched, service: Service, name: str) -> None:
    """The tabulator goes through the page from top to bottom, and one sees where it is."""
    page = shown(pages, service, name)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.locator("body").evaluate("body => { body.tabIndex = -1; body.focus() }")
    places = []
    for _ in range(40):
        page.keyboard.press("Tab")
        found = page.evaluate("""() => {
          const e = document.activeElement;
          if (e === document.body) return null;
          const all = [...document.querySelectorAll('*')];
          const style = getComputedStyle(e);
          return [all.indexOf(e), style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, e.outerHTML.slice(0, 90)];
        }""")
        if found is None:
            break
        places.append(found)
    assert len(places) >= 8
    assert [place for place in places if not place[1]] == []
    order = [index for index, *_ in places]
    assert order == sorted(order)
    # The first stop leads past the frame.
    assert "skip" in places[0][2]


@pytest.mark.parametrize("name", NAMES)
def test_room(pages: Watched, service: Service, name: str) -> None:
    """Nothing has to be scrolled sideways but what scrolls by itself."""
    page = shown(pages, service, name)
    for width in (1440, 820, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
