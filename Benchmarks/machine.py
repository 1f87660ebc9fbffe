"""What a figure was measured on."""

import os
import platform
import re
import subprocess

TOOLS = {
    "Swift": ["swift", "--version"], "GCC": ["c++", "-dumpfullversion"],
    "libmicrohttpd": ["pkg-config", "--modversion", "libmicrohttpd"], "simdjson": ["pkg-config", "--modversion", "simdjson"],
    "Go": ["go", "version"], "Node": ["node", "--version"], "wrk": ["dpkg-query", "-W", "wrk"]}


def version(command):
    try:
        return re.search(r"\d+(\.\d+)+", subprocess.run(command, capture_output=True, text=True, check=True).stdout)[0]
    except (OSError, subprocess.CalledProcessError, TypeError):
        return "missing"


def describe():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*:\s*(.+)", file.read())
    return {
        "processor": model[1] if model else platform.machine(), "cores": os.cpu_count(),
        "busy": round(os.getloadavg()[0], 1), "system": platform.freedesktop_os_release()["PRETTY_NAME"],
        "versions": {name: version(command) for name, command in TOOLS.items()}}
