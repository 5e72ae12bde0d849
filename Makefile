.PHONY: help build run test test-containers soak bench fuzz format lint settings clean

SWIFT ?= swift
# Debug builds, and so all tests, check at run time that no two accesses to a variable overlap; release builds need not:
# docs/decisions/0007-exclusivity-is-checked-in-tests.md
RELEASE = -c release -Xswiftc -enforce-exclusivity=unchecked
# What `make run` hands on: make run ARGS="--port 9443 --directory /tmp/vokol"
ARGS ?=

help: ## Says what there is to make.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

build: ## Builds the release executables into .build/release.
	@deploy/prepare run
	$(SWIFT) build $(RELEASE)

run: build ## Builds, then runs everything on this machine until Ctrl-C.
	.build/release/vokol up $(ARGS)

test: ## Checks format and rules, then runs every test.
	@deploy/prepare test
	$(MAKE) --no-print-directory lint
	$(SWIFT) build --build-tests
	python3 Tests/Operations/check.py
	Tests/Kubernetes/run .build/debug
	$(SWIFT) test --skip-build --skip 'Simulated(University)?Tests'
	@# What waits for simulated third parties by the real clock has the machine to itself.
	$(SWIFT) test --skip-build --filter 'Simulated(University)?Tests'

test-containers: ## Builds the images and breaks what docker-compose.yml runs (Docker or Podman).
	Tests/Containers/run

soak: build ## Races 2,000 clients 50 times and kills processes 20 times while people book (SEED=N to replay).
	$(SWIFT) build --build-tests
	VOKOL_TEST_PROGRAMS=$(CURDIR)/.build/release VOKOL_TEST_CLIENTS=$(or $(CLIENTS),2000) \
	VOKOL_TEST_ROUNDS=$(or $(ROUNDS),50) VOKOL_TEST_CRASHES=$(or $(CRASHES),20) $(if $(SEED),VOKOL_TEST_SEED=$(SEED)) \
	$(SWIFT) test --skip-build --filter 'BookingRace|BookingCrash'

lint: ## Checks the format of the sources.
	$(SWIFT) format lint --strict --recursive --configuration .swift-format Package.swift Gateway Services Shared Tools Tests

format: ## Formats the sources.
	$(SWIFT) format --in-place --recursive --configuration .swift-format Package.swift Gateway Services Shared Tools Tests

bench: build ## Measures against nginx, HAProxy and pgbench; writes docs/benchmarks.md.
	@deploy/prepare bench
	python3 Tests/Benchmarks/bench.py

fuzz: ## Fuzzes the parsers, SECONDS each (default 60).
	Tests/Fuzz/run $(or $(SECONDS),60)

clean: ## Removes what was built.
	rm -rf .build

settings: ## Writes docs/configuration.md anew from the programs.
	$(SWIFT) build
	@{ echo '# Settings'; echo; sed -n '/^<!-- intro/,/intro -->/p' docs/configuration.md; \
	for name in gateway auth museums aggregator schedule booking; do echo; echo "## vokol-$$name"; echo; \
	.build/debug/vokol-$$name settings --markdown; done; } > docs/configuration.md.new
	@mv docs/configuration.md.new docs/configuration.md
