"""What a part of the benchmark finds: tables for the eye, targets to be held, figures for programs."""

import dataclasses
import statistics


@dataclasses.dataclass
class Target:
    name: str
    figure: float
    limit: float
    unit: str = ""
    least: bool = False  # the limit is the least, not the most

    @property
    def verdict(self):
        return "ok" if (self.figure >= self.limit if self.least else self.figure <= self.limit) else "short"

    def cells(self):
        return [self.name, f"{'≥' if self.least else '≤'} {self.limit:g}{self.unit}", f"{self.figure:.2f}{self.unit}", self.verdict]


@dataclasses.dataclass
class Table:
    title: str
    columns: list
    rows: list

    def text(self):
        """In columns, the first to the left, the others to the right."""
        lines = [self.columns, *self.rows]
        widths = [max(len(str(line[place])) for line in lines) for place in range(len(self.columns))]
        return "\n".join([self.title] + ["  " + "  ".join(
            str(cell).ljust(width) if place == 0 else str(cell).rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths))) for line in lines]) + "\n"

    def markdown(self):
        lines = [self.columns, ["---"] + ["--:"] * (len(self.columns) - 1), *self.rows]
        return f"### {self.title}\n\n" + "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


@dataclasses.dataclass
class Findings:
    tables: list = dataclasses.field(default_factory=list)
    targets: list = dataclasses.field(default_factory=list)
    figures: dict = dataclasses.field(default_factory=dict)


def spread(values, digits=1):
    """The median, and from where to where the values go."""
    low, high = min(values), max(values)
    return f"{statistics.median(values):.{digits}f} ({low:.{digits}f} … {high:.{digits}f})"


def ratio(rounds, others):
    """The median of what one is of the other, each within its round."""
    return statistics.median(a / b for a, b in zip(rounds, others))
