.PHONY: help build run test test-containers soak bench fuzz format lint settings clean

SWIFT ?= swift
# Debug builds, and thus all tests, check exclusive access to variables at run time; release builds do not:
# docs/decisions/0007-exclusivity-is-checked-in-tests.md
RELEASE = -c release -Xswiftc -enforce-exclusivity=unchecked
# Arguments of `vokol up`: make run ARGS="--port 9443 --directory /tmp/vokol"
ARGS ?=

help: ## Lists the targets.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

build: ## Builds the release executables into .build/release.
	@deploy/prepare run
	$(SWIFT) build $(RELEASE)

run: build ## Builds and runs everything on this machine until Ctrl-C.
	.build/release/vokol up $(ARGS)

test: ## Checks the format and the rules, and runs every test.
	@deploy/prepare test
	$(MAKE) --no-print-directory lint
	$(SWIFT) build --build-tests
	python3 Tests/Operations/check.py
	Tests/Kubernetes/run .build/debug
	$(SWIFT) test --skip-build --skip 'Simulated(University)?Tests'
	@# These tests wait for simulated third parties on the real clock: they run alone.
	$(SWIFT) test --skip-build --filter 'Simulated(University)?Tests'

test-containers: ## Builds the images and tests docker-compose.yml under faults (Docker or Podman).
	Tests/Containers/run

soak: build ## Races 2,000 clients 50 times and kills processes 20 times during bookings (SEED=N replays).
	$(SWIFT) build --build-tests
	VOKOL_TEST_PROGRAMS=$(CURDIR)/.build/release VOKOL_TEST_CLIENTS=$(or $(CLIENTS),2000) \
	VOKOL_TEST_ROUNDS=$(or $(ROUNDS),50) VOKOL_TEST_CRASHES=$(or $(CRASHES),20) $(if $(SEED),VOKOL_TEST_SEED=$(SEED)) \
	$(SWIFT) test --skip-build --filter 'BookingRace|BookingCrash'

lint: ## Checks the format of the sources.
	$(SWIFT) format lint --strict --recursive --configuration .swift-format Package.swift Gateway Services Shared Tools Tests

format: ## Formats the sources.
	$(SWIFT) format --in-place --recursive --configuration .swift-format Package.swift Gateway Services Shared Tools Tests

bench: build ## Compares with nginx, HAProxy and pgbench; writes docs/benchmarks.md.
	@deploy/prepare bench
	python3 Tests/Benchmarks/bench.py

fuzz: ## Fuzzes each parser for SECONDS (60 by default).
	Tests/Fuzz/run $(or $(SECONDS),60)

clean: ## Removes the build directory.
	rm -rf .build

settings: ## Generates docs/configuration.md from the programs.
	$(SWIFT) build
	@{ echo '# Settings'; echo; sed -n '/^<!-- intro/,/intro -->/p' docs/configuration.md; \
	for name in gateway auth museums aggregator schedule booking; do echo; echo "## vokol-$$name"; echo; \
	.build/debug/vokol-$$name settings --markdown; done; } > docs/configuration.md.new
	@mv docs/configuration.md.new docs/configuration.md
