import Logging
import Resilience
import ServiceLifecycle
import ServiceRuntime

/// The metrics of the exchange with the store of limits.
struct LimitStoreMetrics: Sendable {
    let up: Gauge
    let gateways: Gauge
    let failures: Counter
    let shortages: Counter
    let reports: Counter
    let time: Histogram

    init(_ metrics: Metrics) {
        up = metrics.gauge("vokol_limit_store_up", help: "1 while the store of limits answers, otherwise 0")
        gateways = metrics.gauge("vokol_limit_store_gateways", help: "Gateways among which the limits are divided")
        failures = metrics.counter(
            "vokol_limit_store_failures_total", help: "Failed exchanges with the store of limits")
        shortages = metrics.counter(
            "vokol_limit_store_shortages_total",
            help: "Calls refused because the gateway was ahead of the store of limits by its share")
        reports = metrics.counter("vokol_limit_store_reports_total", help: "Buckets reported to the store of limits")
        time = metrics.histogram("vokol_limit_store_seconds", help: "Time of an exchange with the store of limits")
    }
}

/// Reports admitted calls to the store of limits, and takes the debts of other gateways from it.
actor LimitSync: Service {
    /// The maximum number of buckets in one exchange.
    static let maximumReports = 256
    /// The time between two exchanges.
    static let interval: Duration = .milliseconds(10)
    /// The time after which this gateway reports itself although it has admitted nothing, in nanoseconds.
    static let heartbeat: UInt64 = 1_000_000_000
    /// The time after an absence of the store in which all gateways have come back, in nanoseconds.
    ///
    /// It exceeds the longest pause between two attempts, a connection and an exchange.
    static let settling: UInt64 = 2_000_000_000

    nonisolated let leases: LimitLeases
    private let store: any LimitStore
    private let metrics: LimitStoreMetrics
    private let logger: Logger
    /// A monotonic clock in nanoseconds, that of the rate limits.
    private let now: @Sendable () -> UInt64
    private let random: @Sendable () -> Double
    private var count: GatewayCount
    private var backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))
    private var isAnswering: Bool?
    /// The time from which the store knows the calls of all gateways.
    private var settledAt: UInt64 = 0
    private var lastExchange: UInt64 = 0
    private var nextStripe = 0

    init(
        _ leases: LimitLeases, store: any LimitStore, metrics: LimitStoreMetrics, logger: Logger,
        now: @escaping @Sendable () -> UInt64, random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        // Six collaborators, each given once, in `GatewayParts`.
        self.leases = leases
        self.store = store
        self.metrics = metrics
        self.logger = logger
        self.now = now
        self.random = random
        count = GatewayCount(assumed: leases.gateways, now: now())
        metrics.gateways.set(Int64(leases.gateways))
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: await self.step())
            }
        }
        await store.close()
    }

    /// Does one exchange, if there is something to report; returns the time until the next one.
    func step() async -> Duration {
        let began = now()
        let (narrow, wide) = collect(at: began)
        guard isAnswering != true || !narrow.isEmpty || !wide.isEmpty || began >= lastExchange + Self.heartbeat else {
            return Self.interval
        }
        lastExchange = began
        do throws(LimitStoreFault) {
            let reply = try await store.exchange((narrow + wide).map(\.report))
            let ended = now()
            guard reply.debts.count == narrow.count + wide.count else {
                throw LimitStoreFault("the reply is not a list of debts")
            }
            if isAnswering == false { settledAt = ended + Self.settling }
            let (frees, times) = (ended >= settledAt, (sent: began, now: ended))
            leases.tables.narrow.confirm(narrow, debts: reply.debts.prefix(narrow.count), frees: frees, at: times)
            leases.tables.wide.confirm(wide, debts: reply.debts.dropFirst(narrow.count), frees: frees, at: times)
            metrics.time.observe(nanoseconds: Int64(clamping: ended - min(began, ended)))
            metrics.reports.add(UInt64(reply.debts.count))
            answered(reply.gateways, at: ended)
            return narrow.count + wide.count >= Self.maximumReports ? .zero : Self.interval
        } catch {
            leases.tables.narrow.restore(narrow)
            leases.tables.wide.restore(wide)
            failed(error)
            return backoff.failed(random: random())
        }
    }

    private func collect(at time: UInt64) -> (narrow: [LeaseTable.Entry], wide: [LeaseTable.Entry]) {
        var entries: (narrow: [LeaseTable.Entry], wide: [LeaseTable.Entry]) = ([], [])
        let (tables, gateways) = (leases.tables, leases.gateways)
        // Begins at another stripe each time, so that a flood in one does not starve the others.
        nextStripe = (nextStripe + 1) % tables.narrow.stripeCount
        for number in nextStripe..<(nextStripe + tables.narrow.stripeCount) {
            let room = { Self.maximumReports - entries.narrow.count - entries.wide.count }
            entries.narrow += tables.narrow.send(from: number, maximum: room(), gateways: gateways, now: time)
            entries.wide += tables.wide.send(from: number, maximum: room(), gateways: gateways, now: time)
        }
        return entries
    }

    private func answered(_ gateways: Int, at time: UInt64) {
        backoff.reset()
        count.reported(gateways, now: time)
        leases.follow(gateways: count.current, isAnswering: true)
        metrics.gateways.set(Int64(leases.gateways))
        metrics.up.set(1)
        if isAnswering != true {
            logger.notice("limit store answers", metadata: ["gateways": .stringConvertible(gateways)])
        }
        isAnswering = true
    }

    private func failed(_ fault: LimitStoreFault) {
        count.missed(now: now())
        leases.follow(gateways: nil, isAnswering: false)
        metrics.up.set(0)
        metrics.failures.add()
        if isAnswering != false {
            logger.warning(
                "limit store does not answer; each gateway admits its share",
                metadata: ["gateways": .stringConvertible(leases.gateways), "cause": .string(fault.description)])
        }
        isAnswering = false
    }
}
