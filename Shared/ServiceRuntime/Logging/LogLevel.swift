public import Logging
import Synchronization

/// The lowest level that a process logs, which a reload may change.
public final class LogLevel: Sendable {
    private let index: Atomic<Int>

    public init(_ level: Logger.Level) { index = Atomic(Self.levels.firstIndex(of: level) ?? 0) }

    /// The level in force.
    public var current: Logger.Level {
        get { Self.levels[index.load(ordering: .relaxed)] }
        set { index.store(Self.levels.firstIndex(of: newValue) ?? 0, ordering: .relaxed) }
    }

    private static let levels = Logger.Level.allCases
}
