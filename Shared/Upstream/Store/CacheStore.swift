/// What third parties gave, kept on disk over a restart: a bounded SQLite database of this process's own.
public final class CacheStore: Sendable {
    init() {}
}
