"""Programs that somebody might have written instead of using Span: the plain part of POST /v1/measure, one process each."""

import os
import shutil
import subprocess
import sys

import support

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = os.path.join(support.ROOT, ".venv/bin/python")
# How each is called in tables, and what it runs on.
NAMES = {"cpp": "C++, libmicrohttpd, simdjson", "go": "Go, net/http", "node": "Node, http", "fastapi": "FastAPI, numpy"}


def start(name, folder):
    """A running peer; what is to be compiled goes to the folder."""
    home = os.path.join(HERE, name)
    if name == "cpp":
        program = os.path.join(folder, "peer-cpp")
        subprocess.run([os.path.join(home, "build"), program], check=True)
        return support.Process([program, "PORT"])
    if name == "go":
        need("go")
        program = os.path.join(folder, "peer-go")
        subprocess.run(["go", "build", "-o", program, "."], cwd=home, check=True)
        # One thread that runs Go, as the others have one; without this it takes more processor time for each request.
        return support.Process([program, "PORT"], {"GOMAXPROCS": "1"})
    if name == "node":
        need("node")
        return support.Process(["node", os.path.join(home, "main.js"), "PORT"])
    need(PYTHON)
    return support.Process([PYTHON, os.path.join(home, "main.py"), "PORT"])


def need(tool):
    if not shutil.which(tool):
        sys.exit(f"{tool} is missing: make bench-setup")
