import ServiceRuntime

/// What the service measures, beyond what every service does for its calls and `Upstream` for its own.
struct AggregatorMetrics: Sendable {
    /// Who knew an address.
    enum AddressOutcome: String, CaseIterable { case told, offline }
    /// How parts of briefings stood.
    enum PartOutcome: String, CaseIterable { case ok, stale, unavailable, timedOut = "timed-out" }
    /// What the news that were chosen are about.
    enum ScopeOutcome: String, CaseIterable { case city, country, none }

    let addresses: OutcomeCounters<AddressOutcome>
    let parts: OutcomeCounters<PartOutcome>
    let scopes: OutcomeCounters<ScopeOutcome>
    let feeds: OutcomeCounters<FeedOutcome>

    init(_ metrics: Metrics) {
        addresses = OutcomeCounters(
            "vokol_aggregator_addresses_total", help: "Addresses, by who knew them", in: metrics)
        parts = OutcomeCounters(
            "vokol_aggregator_briefing_parts_total", help: "Parts of briefings, by how they stood", in: metrics)
        scopes = OutcomeCounters(
            "vokol_aggregator_news_total", help: "Choices of news, by what they are about", in: metrics)
        feeds = OutcomeCounters(
            "vokol_aggregator_feeds_total", help: "Readings of feeds, by how they ended", in: metrics)
    }
}
