#!/usr/bin/env python3
"""Walks through the session of docs/api-guide.md at $SPAN_URL, and holds what the page shows against what is answered.

The shell blocks of the chapter are run as they stand there, in one shell. The blocks between them are excerpts, with `…` for what was left out: every
member with a text, a small number or a truth value in them has to stand in some answer.
"""
import os
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).parent.parent / "docs/api-guide.md"
CHAPTER = "Sessions: tap by tap"
# Of the moment.
CHANGING = {"at", "id", "session"}

text = PAGE.read_text().split(f"## {CHAPTER}\n")[1].split("\n## ")[0]
blocks = re.findall(r"```(\w*)\n(.*?)```", text, re.DOTALL)
commands = "echo\n".join(block for kind, block in blocks if kind == "sh")
commands = commands.replace("http://127.0.0.1:8080", os.environ["SPAN_URL"])
answers = subprocess.run(["bash", "-u", "-c", commands], capture_output=True, text=True, timeout=50)
if answers.stderr:
    sys.exit(f"the shell said: {answers.stderr}")

shown = [
    (name, value)
    for kind, block in blocks if kind != "sh"
    for name, value in re.findall(r'"(\w+)": ?("[^"…]*"|true|false|null|-?\d+(?:\.\d+)?)(?=[,}\s])', block)
    if name not in CHANGING
]


def stands(name, value):
    """Numbers may have been rounded."""
    if value[0] in '"tfn':
        return f'"{name}":{value}' in answers.stdout
    digits = len(value.partition(".")[2])
    return any(abs(float(number) - float(value)) <= 0.5 * 10**-digits for number in re.findall(rf'"{name}":(-?[\d.]+(?:e-?\d+)?)', answers.stdout))


missing = [f"{name}: {value}" for name, value in shown if not stands(name, value)]
for line in missing:
    print(f"docs/api-guide.md shows what no answer has: {line}", file=sys.stderr)
print(f"{len(shown) - len(missing)} of {len(shown)} values of the guide are as the service answers them")
sys.exit(1 if missing or len(shown) < 50 else 0)
