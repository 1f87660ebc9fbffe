"""Kernel and codec alone, without sockets, beside C and simdjson in the same process."""

import os
import statistics
import subprocess

import bodies
import report
import support

KERNEL = {
    "plane": "a ray with one of 1 000 planes", "planeInC": "the same in C", "outline8": "a point in an outline of 8",
    "outline100": "a point in an outline of 100", "covariance": "the covariance of a tap"}


def words(*arguments):
    """Lines of span-inside, split."""
    out = subprocess.run([support.inside_binary(), *arguments], check=True, capture_output=True, text=True).stdout
    return [line.split() for line in out.splitlines()]


def files(texts, folder):
    paths = [os.path.join(folder, f"text-{number}") for number, _ in enumerate(texts)]
    for path, text in zip(paths, texts):
        with open(path, "wb") as file:
            file.write(text)
    return paths


def parsed(texts, folder):
    """For each text the µs that simdjson's parse takes."""
    return [float(line[0]) / 1e3 for line in words("parse", *files(texts, folder))]


def run(folder, options):
    texts = {"the body of one tap": bodies.measure(), "1 000 planes of 16 vertices": bodies.scan(1000)}
    kernel, codec = [], []
    for _ in range(options.rounds):
        kernel.append({name: float(figure) for name, figure in words("kernel")})
        codec.append(words("codec", *files(texts.values(), folder)))
    rows = [[title, report.spread([k[name] for k in kernel])] for name, title in KERNEL.items()]
    tables = [report.Table("Kernel, ns", ["", "median (least … most)"], rows)]
    rows, figures = [], {name: statistics.median(k[name] for k in kernel) for name in KERNEL}
    for place, (name, text) in enumerate(texts.items()):
        ours = [len(text) / float(c[place][2]) * 1e3 for c in codec]
        parse = [len(text) / float(c[place][3]) * 1e3 for c in codec]
        rows.append([f"{name} ({len(text)} B) read, MB/s", report.spread(ours, 0),
                     report.spread(parse, 0), f"{report.ratio(ours, parse):.2f}"])
        figures[f"decode {name}, MB/s"] = statistics.median(ours)
        figures[f"parse {name}, MB/s"] = statistics.median(parse)
    numbers = [float(c[-1][1]) for c in codec]
    rows.append(["a number written, ns", report.spread(numbers), "–", "–"])
    figures["number"] = statistics.median(numbers)
    tables.append(report.Table("Codec", ["", "Span", "simdjson's parse alone", "ratio"], rows))
    return report.Findings(tables, [], figures)
