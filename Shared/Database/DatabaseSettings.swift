import ServiceRuntime

/// The settings of a service's database.
enum DatabaseSettings {
    static let url = Setting<String>(
        "database.url", default: nil, isSecret: true, summary: "PostgreSQL database of this service, as a URL")
    static let pool = Setting<Int>(
        "database.pool", default: 8, in: 1...200, summary: "Most connections to the database")
    static let queue = Setting<Int>(
        "database.queue", default: 1_024, in: 1...100_000,
        summary: "Most calls waiting for a connection, and as many that cost extra")
    static let timeout = Setting<Duration>(
        "database.timeout", default: .seconds(5), in: .milliseconds(10) ... .seconds(60),
        summary: "Time limit of a statement")
}
