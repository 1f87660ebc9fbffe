# Span: build, run and check. `make help` lists the targets.
#
# One release configuration serves the binary and the tests, so nothing is compiled twice:
# tests reach into modules (`@testable`), which the binary is therefore built for as well.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build run test optimize lint contract client reports web durability hostile replicas instructions instructions-accept bench bench-quick bench-setup bench-build soak fuzz sanitize clean

# Where the usual installers put Swift, behind whatever the caller's PATH names.
export PATH := $(PATH):/opt/swift/usr/bin:/usr/share/swift/usr/bin:$(HOME)/.local/share/swiftly/bin

# More flags for every compilation, e.g. SWIFT_FLAGS='-Xswiftc -warnings-as-errors'.
SWIFT_FLAGS ?=
CONFIGURATION := -c release -Xswiftc -enable-testing $(SWIFT_FLAGS)

# How long `make fuzz` spends on each target.
FUZZ_SECONDS ?= 600

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 28

setup: ## install what is missing for building (apt; asks for sudo only when not root)
	@scripts/setup.sh build

build: setup ## compile the service
	swift build --product spand $(CONFIGURATION)

optimize: setup ## build the service as the image has it, its machine code laid out by what requests run (LLVM BOLT)
	@scripts/setup.sh optimize python
	@scripts/layout/optimize.sh .build/optimized/spand

run: build ## build, then start the service here (SPAN_LISTEN=127.0.0.1:8080)
	@scripts/run.sh

test: build ## build, then run all tests
	swift test --disable-xctest --disable-testable-imports $(CONFIGURATION)

lint: ## check formatting, the API description, YAML, what deploys and watches, and the shell scripts
	@scripts/lint.sh

contract: build ## try the running service against openapi.yaml with generated requests
	@scripts/setup.sh python
	@scripts/with-service.sh scripts/contract.sh

client: build ## generate a Python client from openapi.yaml and measure with it (needs Java)
	@scripts/setup.sh python java
	@scripts/with-service.sh scripts/generated-client.sh

reports: build ## hold reports in all formats against the service's JSON, with other people's readers
	@scripts/with-service.sh scripts/reports/run

web: build ## try the pages in a browser
	@scripts/with-service.sh scripts/web/run

durability: build ## kill the service while it writes, watch its syncs, fill its disk, lock its store, restore it
	@scripts/durability/sync.py
	@scripts/durability/full.py
	@scripts/durability/crash.py
	@scripts/durability/backup.py

hostile: build ## crowds, ten thousand idle clients, a thousand slow ones, and an honest one beside them (slowhttptest)
	@scripts/setup.sh hostile
	@scripts/hostile/crowd.py
	@scripts/hostile/idle.py
	@scripts/hostile/slow.py

replicas: build ## several services on one PostgreSQL server: kill, stop, restart, move sessions there
	@scripts/setup.sh postgresql balancer
	@scripts/with-postgresql.sh scripts/replicas/move.py
	@scripts/with-postgresql.sh scripts/replicas/failover.py

instructions: bench-build ## count the instructions of fixed requests, compare with the thresholds (valgrind)
	@scripts/setup.sh valgrind
	@Benchmarks/instructions/run

instructions-accept: bench-build ## make the counts of this tree the thresholds
	@scripts/setup.sh valgrind
	@Benchmarks/instructions/run --accept

bench-setup: ## install what benchmarks need beside the service: wrk, Go, Node, FastAPI, matplotlib
	@scripts/setup.sh benchmarks
	@scripts/python-tools.sh benchmarks

bench-build: build
	SPAN_BENCHMARKS=1 swift build --product span-inside $(CONFIGURATION)

bench: bench-build optimize ## measure everything beside baselines and peers, write docs/performance.md (after `make bench-setup`)
	@Benchmarks/run --page

bench-quick: bench-build optimize ## the same in a few minutes, with more noise, and without the page
	@Benchmarks/run --quick

soak: optimize ## watch memory and descriptors for ten minutes under load (needs wrk)
	@Benchmarks/soak

fuzz: setup ## look for inputs that break the parsers, ten minutes for each (FUZZ_SECONDS=600)
	@scripts/fuzz.sh $(FUZZ_SECONDS)

sanitize: setup ## run the tests, and the service under load, with thread and address sanitizer (needs wrk)
	@scripts/sanitize.sh thread
	@scripts/sanitize.sh address

clean: ## remove everything that was built
	rm -rf .build .venv
