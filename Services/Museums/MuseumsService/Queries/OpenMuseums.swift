import Postgres
import Resilience
import ServiceRuntime
import Values

/// The museums that are open now, as far as their hours are known; computed once a minute.
struct OpenMuseums: Sendable {
    /// The maximum number of museums whose hours are read.
    static let maximumMuseums = 20_000
    /// Holds that many ids of the greatest length.
    private static let maximumBytes = 2 << 20

    private let store: FactStore
    private let now: @Sendable () -> Instant
    private let cache: ExpiringCache<Bool, [String]>

    init(store: FactStore, now: @escaping @Sendable () -> Instant = SystemClock.now) {
        self.store = store
        self.now = now
        cache = ExpiringCache(maximumCost: Self.maximumBytes, lifetime: .seconds(60), renewalTime: .seconds(60)) {
            _, ids in
            ids.reduce(100) { $0 + $1.utf8.count + 16 }
        }
    }

    /// Returns the ids of the museums that are open.
    func ids(deadline: ContinuousClock.Instant) async throws(PostgresError) -> [String] {
        let now = now()
        if let ids = cache.value(for: true) { return ids }
        CallWork.current?.add(cost: FacetCounting.cost)
        let ids = try await store.hours(Self.maximumMuseums, deadline: deadline).filter { hours in
            guard let rules = OpeningRules(hours.statement),
                let zone = MuseumZone.of(hours.country, stated: hours.zone),
                let plan = OpeningPlan(rules, zone: zone, country: hours.country)
            else { return false }
            return plan.isOpen(at: now)
        }.map(\.id)
        cache.insert(ids, for: true)
        return ids
    }
}
