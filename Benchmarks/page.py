#!/usr/bin/env python3
"""Writes what was measured into docs/performance.md, between its markers, and draws docs/performance/*.svg.

    .venv/bin/python Benchmarks/page.py RESULTS     (the file of Benchmarks/run)
"""

import json
import pathlib
import statistics
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as pyplot  # noqa: E402

import peers  # noqa: E402

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
PAGE, PLOTS = DOCS / "performance.md", DOCS / "performance"
BEGIN, END = "<!-- figures: by make bench -->", "<!-- end of figures -->"
OURS, OTHERS = "#1f6feb", "#9a9a9a"
STYLE = {"svg.fonttype": "none", "svg.hashsalt": "span", "font.family": "sans-serif", "font.size": 10,
         "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3, "legend.frameon": False}


def plot(name, width, height, draw):
    figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    draw(axes)
    figure.savefig(PLOTS / f"{name}.svg", metadata={"Date": None})
    pyplot.close(figure)


def bars(axes, values, label):
    """Horizontal, the first on top and in our colour."""
    axes.barh(list(values), list(values.values()), color=[OURS] + [OTHERS] * (len(values) - 1))
    axes.bar_label(axes.containers[0], fmt="{:,.0f}", padding=3)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.15)
    axes.set_xlabel(label)


def peer_plot(service):
    costs = {"Span, with ±": service["measure"]["cpu"]} | {title: service[name]["cpu"] for name, title in peers.NAMES.items()}
    rates = {name: 1e6 / statistics.median(cpu) for name, cpu in costs.items()}
    plot("peers", 7, 2.4, lambda axes: bars(axes, rates, "requests for a second of processor time"))


def latency_plot(latency):
    """A line from the median to the 99.9 % of each."""
    cases = {name: [statistics.median(values) for values in zip(*case["quantiles"])]
             for name, case in latency.items() if name != "stall"}

    def draw(axes):
        for place, (name, (median, most, nearly_all, _)) in enumerate(cases.items()):
            color = OURS if name.startswith("Span") else OTHERS
            axes.plot([median, nearly_all], [place, place], color=color, linewidth=3, alpha=0.4)
            for quantile, marker in ((median, "o"), (most, "|"), (nearly_all, ">")):
                axes.plot(quantile, place, marker, color=color, markersize=9)
        axes.set_yticks(range(len(cases)), list(cases))
        axes.invert_yaxis()
        axes.set_xscale("log")
        axes.set_xlabel("latency at 70 % of the peak, µs:  ● 50 %   | 99 %   ▶ 99.9 %")

    plot("latency", 7, 3, draw)


def sweep_plot(sweep):
    def draw(axes):
        for case in (case for case in sweep.values() if "costs" in case):
            axes.loglog(case["counts"], case["costs"], "o-", markersize=4,
                        label=f"{case['title']} (exponent {case['exponent']:.2f})")
        axes.set_xlabel("how many there are")
        axes.set_ylabel("processor time of a request, µs")
        axes.legend(fontsize=8)

    plot("sweep", 7, 4.5, draw)


PICTURES = {
    "service": ("peers", peer_plot, "Requests for a second of processor time, Span and its peers"),
    "latency": ("latency", latency_plot, "Latencies at 70 % of the peak"),
    "sweep": ("sweep", sweep_plot, "The cost of a request over what is in it"),
}


def main():
    results = json.loads(pathlib.Path(sys.argv[1]).read_text())
    PLOTS.mkdir(exist_ok=True)
    pictures = []
    with matplotlib.rc_context(STYLE):
        for part, (name, draw, words) in PICTURES.items():
            if part in results["figures"]:
                draw(results["figures"][part])
                pictures.append(f"![{words}](performance/{name}.svg)\n")
    machine = results["machine"]
    made = (f"Made by `{results['command']}`: {results['rounds']} rounds of {results['seconds']} s on {machine['processor']}, "
            f"{machine['cores']} cores, {machine['system']}, load average {machine['busy']} before it began; "
            + ", ".join(f"{name} {number}" for name, number in machine["versions"].items()) + ".\n")
    if machine["busy"] > 0.5:
        made += "\n**The machine had other things to do: the figures are too high, and more so for large programs.**\n"
    page = PAGE.read_text()
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(before + BEGIN + "\n" + "\n".join([made, *pictures, *results["tables"]]) + END + after)


if __name__ == "__main__":
    main()
