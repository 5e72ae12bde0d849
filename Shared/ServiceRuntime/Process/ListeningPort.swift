import Synchronization

/// The ports that a process listens on, including those assigned by the system.
public final class ListeningPort: Sendable {
    private let state = Mutex<[String: Int]>([:])

    public init() {}

    /// Records that the port for `purpose` is open.
    public func opened(_ purpose: String, port: Int) { state.withLock { $0[purpose] = port } }

    /// The ports opened so far, by purpose.
    public var ports: [(purpose: String, port: Int)] {
        state.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }
}
