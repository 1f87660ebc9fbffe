"""What sessions cost: durable taps beside bare SQLite (programs/rows.c), previews beside /v1/measure, memory, replay."""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import bodies
import report
import support

# Durable taps against SQLite alone and against one commit for each; previews against /v1/measure;
# the 99th percentile of a big session against its median; bytes for an idle session; seconds to replay 10 000 events.
LEAST_OF_SQLITE = 0.5
LEAST_OF_SINGLE = 5
LEAST_PREVIEW = 0.8
MOST_TAIL = 3
MOST_IDLE_BYTES = 4096
MOST_REPLAY = 0.1
SESSIONS = 1024
CONNECTIONS = 64

TAPS = """
local ids = {%s}
local body = %s
local undoes = %s
local turn, isDone = 0, false
init = function() math.randomseed(os.time()) end
request = function()
  isDone = undoes and not isDone
  if undoes and not isDone then return wrk.format("POST", "/v1/sessions/" .. ids[turn] .. "/undo", {}, "") end
  turn = turn %% #ids + 1
  local x, z = math.random() * 5 - 2.5, math.random() * 5 - 2.5
  return wrk.format("POST", "/v1/sessions/" .. ids[turn] .. "/taps", {["Content-Type"] = "application/json"},
    string.format(body, x, z))
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %%d %%d %%d %%d\\n", summary.requests, e.connect + e.read + e.write + e.timeout + e.status,
    latency:percentile(50), latency:percentile(99)))
end
"""
CAMERA = ('{"camera":{"pose":[1,0,0,0,0,0,-1,0,0,1,0,0,%%f,1.5,%%f,1],"intrinsics":{"fx":1450,"fy":1450,"cx":960,'
          '"cy":720,"width":1920,"height":1440}},"screenPoint":[955.5,722.25],"snap":false%s}')


def plane(index, height=0.0):
    return {"id": f"plane-{index}", "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, height, 0, 1],
            "polygon": [[-4, -4], [4, -4], [4, 4], [-4, 4]]}


def serving(store, more=()):
    return support.span(threads=2, more=more, store=store)


def call(server, method, path, body=None):
    return support.ask(server, method, path, None if body is None else bodies.text(body))


def begun(server, count, planes):
    """The ids of so many new sessions that know the planes."""
    ids = [call(server, "POST", "/v1/sessions")["id"] for _ in range(count)]
    for session in ids:
        call(server, "PATCH", f"/v1/sessions/{session}/planes", {"upsert": planes})
    return ids


def taps(server, ids, seconds, preview=False, connections=CONNECTIONS, undoes=False):
    """(taps a second, median and 99th percentile of the latency in µs, CPU µs a tap). With `undoes` each is taken back, so that
    sessions stay as large as they are; that counts as a tap."""
    body = CAMERA % (',"preview":true' if preview else "")
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(TAPS % (",".join(f'"{i}"' for i in ids), "[[" + body + "]]", str(undoes).lower()))
        script.flush()
        before = server.cpu
        out = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script.name,
                              f"http://127.0.0.1:{server.port}/"], check=True, capture_output=True, text=True).stdout
    line = next(line for line in out.splitlines() if line.startswith("RESULT"))
    count, bad, median, tail = map(int, line.split()[1:])
    if bad or not count:
        sys.exit(f"of {count} taps {bad} went wrong\n{out}")
    return count / seconds, median, tail, (server.cpu - before) / count * 1e6


def rows(program, folder, batch, seconds, sizes, order="arrival"):
    path = os.path.join(folder, f"rows-{random.random()}.db")
    out = subprocess.run([program, path, str(batch), str(seconds), *map(str, sizes), order], check=True, capture_output=True,
                         text=True).stdout
    return float(out)


def durable(folder, options):
    """Durable taps a second of the service, of SQLite in batches, and of SQLite with a commit for each."""
    program = support.compiled("rows", folder, ["sqlite3"])
    results = {"service": [], "batches": [], "bySession": [], "single": []}
    # Room for all sessions: what is measured is writing them, not reading them anew.
    with serving(os.path.join(folder, "durable.db"), ["--session-cache", str(4 << 30)]) as server:
        ids = begun(server, SESSIONS, [plane(0)])
        call(server, "POST", f"/v1/sessions/{ids[0]}/taps", json.loads((CAMERA % "") % (0.1, 0.2)))
        event = call(server, "GET", f"/v1/sessions/{ids[0]}/events?after=2")["items"][0]["data"]
        sizes = [len(bodies.text(value)) for value in (event, call(server, "GET", f"/v1/sessions/{ids[0]}"))]
        for _ in range(options.rounds):
            results["service"].append(taps(server, ids, options.seconds))
            results["batches"].append(rows(program, folder, CONNECTIONS, options.seconds, sizes))
            results["bySession"].append(rows(program, folder, CONNECTIONS, options.seconds, sizes, "session"))
            results["single"].append(rows(program, folder, 1, options.seconds, sizes))
    return results, sizes


def big_session(folder, options):
    """Taps and undos on a session with 500 planes and 200 anchors: (median, 99th percentile) of the latency in µs."""
    with serving(os.path.join(folder, "big.db")) as server:
        session = begun(server, 1, [plane(i, i * 0.002 - 1.001) for i in range(500)])[0]
        for i in range(200):
            call(server, "POST", f"/v1/sessions/{session}/anchors", {"position": [i * 0.1 - 10, -1, 5]})
        return [taps(server, [session], 1, connections=4, undoes=True)[1:3] for _ in range(options.rounds)]


def previews(options):
    """Previews a second with planes resident, and stateless measurements a second of a tap with one plane."""
    tap = json.loads((CAMERA % "") % (0.3, 0.4))
    body = {"snap": tap.pop("snap"), "taps": [tap], "planes": [plane(0)]}
    load = support.Load("POST", "/v1/measure", bodies.text(body))
    rounds = []
    with serving("memory:") as server:
        ids = begun(server, 64, [plane(0)])
        for _ in range(options.rounds):
            preview = taps(server, ids, options.seconds, preview=True)[0]
            rounds.append(preview / load.run(server, options.seconds, CONNECTIONS)[0])
    return rounds


def idle(folder, count=20_000):
    """Bytes of memory for a session that is not in the cache."""
    with serving(os.path.join(folder, "idle.db"), ["--session-cache", "1048576"]) as server:
        begun(server, 200, [plane(0)])
        before = server.resident
        for _ in range(count):
            call(server, "POST", "/v1/sessions")
        return max(0.0, server.resident - before) * 1048576 / count


def replay(folder):
    """Seconds to fold a log of 10 000 events: planes, taps, updates and undo in turns."""
    path = os.path.join(folder, "replay.db")
    with serving(path, ["--session-snapshot", "1000000"]) as server:
        session = begun(server, 1, [plane(0)])[0]
        base = f"/v1/sessions/{session}"
        version, anchors, generator = 2, [], random.Random(7)
        while version < 10_000:
            turn = version % 10
            if turn < 4:
                x, z = generator.uniform(-2.5, 2.5), generator.uniform(-2.5, 2.5)
                answer = call(server, "POST", base + "/taps", json.loads((CAMERA % "") % (x, z)))
                version, anchors = answer["version"], (anchors + [answer["anchor"]["id"]])[-50:]
            elif turn < 8:
                moves = [{"id": a, "position": [generator.uniform(-2, 2), 0, generator.uniform(-2, 2)]}
                         for a in dict.fromkeys(anchors[-5:])]
                version = call(server, "PATCH", base + "/anchors", {"updates": moves})["version"]
            elif turn < 9:
                version = call(server, "PATCH", base + "/planes", {"upsert": [plane(version % 20)]})["version"]
            else:
                version = call(server, "POST", base + ("/undo" if version % 20 < 10 else "/reset"))["version"]
    times = []
    for _ in range(5):
        with serving(path) as server:
            began = time.perf_counter()
            call(server, "GET", base)
            first = time.perf_counter()
            call(server, "GET", base)
            times.append((first - began) - (time.perf_counter() - first))
    return statistics.median(times)


def run(_, options):
    support.require("wrk", "wrk")
    # SQLite's syncs are to be those of a disk, wherever temporary files are kept.
    with tempfile.TemporaryDirectory(dir=support.ROOT) as folder:
        results, sizes = durable(folder, options)
        big = big_session(folder, options)
        previewed = previews(options)
        bytes_idle, seconds = idle(folder), replay(folder)
    service, batches, single = ([r[0] for r in results["service"]], results["batches"], results["single"])
    rows = [
        [f"durable taps a second, {CONNECTIONS} connections, {SESSIONS} sessions", report.spread(service, 0)],
        ["SQLite alone, the same rows in the same tables, in batches of as many", report.spread(batches, 0)],
        ["the same with events kept by session and number", report.spread(results["bySession"], 0)],
        ["SQLite alone, a commit for each", report.spread(single, 0)],
        ["CPU of a durable tap, µs", report.spread([r[3] for r in results["service"]])],
        ["a tap with 500 planes and 200 anchors, µs, 50 %", report.spread([b[0] for b in big], 0)],
        ["the same, 99 %", report.spread([b[1] for b in big], 0)],
    ]
    return report.Findings([report.Table("Sessions", ["", "median (least … most)"], rows)], [
        report.Target("durable taps, of SQLite in batches", report.ratio(service, batches), LEAST_OF_SQLITE, least=True),
        report.Target("durable taps, of SQLite with a commit for each", report.ratio(service, single), LEAST_OF_SINGLE, least=True),
        report.Target("previews a second, of stateless measurements", statistics.median(previewed), LEAST_PREVIEW, least=True),
        report.Target("99 % of latencies with 500 planes and 200 anchors, of the median",
                      statistics.median(b[1] / b[0] for b in big), MOST_TAIL),
        report.Target("memory of an idle session", bytes_idle, MOST_IDLE_BYTES, " B"),
        report.Target("replay of 10 000 events", seconds, MOST_REPLAY, " s"),
    ], {"service": results["service"], "batches": batches, "bySession": results["bySession"], "single": single, "big": big, "previews": previewed,
        "idle": bytes_idle, "replay": seconds, "event": sizes})
