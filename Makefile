.PHONY: help build web run check test test-web web-matrix web-shots test-clients test-containers test-monitoring \
	test-zones soak bench bench-search bench-news bench-web bench-swift functions fuzz attacks verify format lint \
	settings contracts clean

SWIFT ?= swift
# Debug builds, and therefore all tests, check exclusive access to variables at run time. Release builds do not:
# docs/decisions/0007-exclusivity-is-checked-in-tests.md
# A section for each function lets the linker leave out the unused ones, which takes a megabyte less in each process.
# Packed relocations take another one; only this linker of the toolchain packs them. Functions that run lie next to each
# other, which takes three: docs/decisions/0038-functions-placed-by-use.md
RELEASE = -c release -Xswiftc -enforce-exclusivity=unchecked \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections \
	-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --symbol-ordering-file=deploy/link/functions.txt -Xlinker --no-warn-symbol-ordering
# The arguments of `make run`: make run ARGS="--port 9443 --directory /tmp/vokol"
ARGS ?=
# The programs that `vokol up` and `vokol load` start, and vokol itself. Package.swift declares only the targets in
# VOKOL_TARGETS.
PROGRAMS = vokol,vokol-gateway,vokol-auth,vokol-museums,vokol-booking,vokol-aggregator,vokol-schedule,vokol-simulator,vokol-load
# Tests that need no process, no socket and no package: they build and run in seconds.
PURE_TESTS = ValuesTests,WireTests,ResilienceTests,ContractsTests,ContractGeneratorTests,TidyTests
# How many tests of a process run at a time.
WIDTH = --experimental-maximum-parallelization-width 24
SOURCES = Package.swift Clients/Swift Gateway Services Shared Tools Tests

help: ## Lists the targets.
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

build: ## Builds the release executables, the web client (.build/web) and the map of time zones (.build/zones).
	@deploy/prepare run
	Clients/Web/build
	deploy/zones/build
	VOKOL_TARGETS=$(PROGRAMS) $(SWIFT) build $(RELEASE)

web: ## Builds the web client into .build/web.
	@deploy/prepare run
	Clients/Web/build

run: build ## Builds and runs everything on this machine until Ctrl-C.
	.build/release/vokol up $(ARGS)

check: lint ## Checks format and rules, and runs the pure tests; under a minute. For use before a commit.
	@# A directory of its own, so that it neither waits for another build nor changes the full test bundle.
	VOKOL_TARGETS=$(PURE_TESTS) $(SWIFT) test --scratch-path .build-check

test: ## Checks the format, the operations page, manifests and examples, then runs every test.
	@deploy/prepare test
	$(MAKE) --no-print-directory lint
	$(SWIFT) build --build-tests
	python3 Tests/Operations/check.py
	Tests/Monitoring/run files rules otlp
	Tests/Kubernetes/run .build/debug
	Tests/Clients/run examples
	@# All at once they would share two cores so thinly that those that wait for something give up.
	$(SWIFT) test --skip-build --skip '^EndToEndTests|Simulated(University)?Tests' $(WIDTH)
	@# Tests of real processes, and tests that wait on the real clock, run alone.
	$(SWIFT) test --skip-build --filter '^EndToEndTests'
	$(SWIFT) test --skip-build --filter 'Simulated(University)?Tests'
	Clients/Web/build
	Tests/Web/run
	@# Quick: `make test-web` tells every story in Firefox, too.
	Tests/Browser/run stories matrix budget webkit --quick

test-web: ## Checks the web client and tests it in Chromium, Firefox and WebKit.
	@deploy/prepare test
	VOKOL_TARGETS=$(PROGRAMS) $(SWIFT) build
	@$(MAKE) --no-print-directory web
	Tests/Web/run
	Tests/Browser/run

web-matrix: ## Checks each screen in all languages, sizes and themes; takes a quarter of an hour.
	@deploy/prepare test
	VOKOL_TARGETS=$(PROGRAMS) $(SWIFT) build
	@$(MAKE) --no-print-directory web
	Tests/Browser/run matrix --all

web-shots: ## Takes a picture of every screen into OUTPUT (.build/web-shots).
	@deploy/prepare test
	VOKOL_TARGETS=$(PROGRAMS) $(SWIFT) build
	@$(MAKE) --no-print-directory web
	Tests/Browser/run shots $(if $(OUTPUT),--output $(OUTPUT))

verify: ## Runs the long campaigns: fuzzing, attacks, alerts, races, browsers, clients, zones, images. Takes hours.
	$(MAKE) --no-print-directory fuzz SECONDS=$(or $(SECONDS),1800)
	$(MAKE) --no-print-directory attacks
	$(MAKE) --no-print-directory test-monitoring
	$(MAKE) --no-print-directory soak
	$(MAKE) --no-print-directory test-web
	$(MAKE) --no-print-directory web-matrix
	$(MAKE) --no-print-directory test-clients
	$(MAKE) --no-print-directory test-zones
	$(MAKE) --no-print-directory test-containers

test-monitoring: build ## Causes faults and watches the alerts with Prometheus and Alertmanager; takes minutes.
	@deploy/prepare test
	Tests/Monitoring/run --programs .build/release

test-clients: build ## Calls Vokol with clients generated from docs/openapi.json, and with Schemathesis.
	@deploy/prepare test
	Tests/Clients/run --programs .build/release

test-containers: ## Builds the images and breaks what docker-compose.yml runs (Docker or Podman).
	Tests/Containers/run

test-zones: ## Compares the map of time zones with timezonefinder at 10,000 points on land.
	@deploy/prepare test
	deploy/zones/build
	VOKOL_TARGETS=vokol-aggregator $(SWIFT) build
	Tests/Zones/run

soak: build ## Races 2,000 clients 50 times and kills processes 20 times during bookings (SEED=N to replay).
	$(SWIFT) build --build-tests
	VOKOL_TEST_PROGRAMS=$(CURDIR)/.build/release VOKOL_TEST_CLIENTS=$(or $(CLIENTS),2000) \
	VOKOL_TEST_ROUNDS=$(or $(ROUNDS),50) VOKOL_TEST_CRASHES=$(or $(CRASHES),20) $(if $(SEED),VOKOL_TEST_SEED=$(SEED)) \
	$(SWIFT) test --skip-build --filter 'BookingRace|BookingCrash'

lint: ## Checks the format of the sources.
	$(SWIFT) format lint --strict --parallel --recursive --configuration .swift-format $(SOURCES)

format: ## Formats the sources.
	$(SWIFT) format --in-place --parallel --recursive --configuration .swift-format $(SOURCES)

bench: ## Measures against nginx, HAProxy and pgbench, and a build in BEFORE=DIR; writes docs/benchmarks.md.
	@deploy/prepare bench
	VOKOL_TARGETS=$(PROGRAMS),vokol-bench-stub $(SWIFT) build $(RELEASE)
	python3 Tests/Benchmarks/bench.py $(if $(BEFORE),--before $(BEFORE))

bench-search: build ## Measures how well museums are found, beside other engines; needs the files of DATA=DIR.
	Tests/Benchmarks/search_quality --beside --generated 500000 --report $(if $(DATA),--data $(DATA))

bench-news: ## Measures how well news about a place is recognized; MISTAKES=1 lists the mistakes that may be seen.
	$(SWIFT) build --build-tests
	$(if $(MISTAKES),MISTAKES=1) $(SWIFT) test --skip-build --filter HeadlineTests

bench-web: build ## Measures how long people wait for the web client on a slow phone.
	@deploy/prepare test
	Tests/Browser/run bench --programs .build/release --report

bench-swift: ## Measures how long an app with the Swift client takes to build, and what the client adds to its size.
	@deploy/prepare test
	Tests/Benchmarks/swift_client

functions: ## Records which functions the programs run, so that the linker places these next to each other.
	@deploy/prepare bench
	VOKOL_TARGETS=$(PROGRAMS) $(SWIFT) build $(RELEASE)
	deploy/link/record

fuzz: ## Fuzzes each parser for SECONDS (60 by default).
	Tests/Fuzz/run $(or $(SECONDS),60)

attacks: ## Attacks a gateway, breaks its services, and replaces it under load; PARTS="floods upgrade" runs some.
	@deploy/prepare test
	VOKOL_TARGETS=$(PROGRAMS) $(SWIFT) build $(RELEASE)
	Tests/Attacks/run $(PARTS)

clean: ## Removes what was built.
	rm -rf .build .build-check

settings: ## Generates docs/configuration.md from the programs.
	VOKOL_TARGETS=$(PROGRAMS) $(SWIFT) build
	@{ echo '# Settings'; echo; sed -n '/^<!-- intro/,/intro -->/p' docs/configuration.md; \
	for name in gateway auth museums aggregator schedule booking; do echo; echo "## vokol-$$name"; echo; \
	.build/debug/vokol-$$name settings --markdown; done; } > docs/configuration.md.new
	@mv docs/configuration.md.new docs/configuration.md

contracts: ## Generates initializers and descriptions from the declarations of the contracts.
	VOKOL_TARGETS=contract-generator $(SWIFT) run --scratch-path .build-check contract-generator
