public import Contract
public import ServiceLifecycle
import Synchronization

/// The newest hints of a service, for the gateways that wait for them.
///
/// As a service, it answers all waiting calls when the process begins to stop, so that they do not delay it.
public final class HintLog: Service {
    private struct Shared {
        var state: HintLogState
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
        var isClosed = false
    }

    /// The longest wait of a gateway's call: long enough to be rare, short enough that a broken connection shows.
    private static let longestWait: Duration = .seconds(10)

    private let shared: Mutex<Shared>

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - epoch: a text that no other process has used, such as a random number.
    ///   - capacity: the least number of hints to keep: more than a busy second has.
    public init(epoch: String, capacity: Int = 1_024) {
        shared = Mutex(Shared(state: HintLogState(epoch: epoch, capacity: capacity)))
    }

    public func append(_ hint: Hint) { change { $0.append(hint) } }

    /// Records that hints may have been missed.
    public func reset() { change { $0.reset() } }

    /// Returns the hints after a position, as soon as there are any; an empty page at the deadline or when the process
    /// stops.
    public func page(after position: HintPosition, until deadline: ContinuousClock.Instant) async -> HintPage {
        if let page = current(after: position) { return page }
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await self.changed(since: position) }
            tasks.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
            await tasks.next()
            tasks.cancelAll()
        }
        return shared.withLock { $0.state.page(after: position) ?? $0.state.emptyPage }
    }

    /// Answers the call of a gateway that waits for hints, some time before its deadline at the latest.
    public func answer(_ position: HintPosition, deadline: ContinuousClock.Instant) async -> HintPage {
        await page(after: position, until: min(.now + Self.longestWait, deadline - .milliseconds(500)))
    }

    public func run() async throws {
        try? await gracefulShutdown()
        close()
    }

    /// Answers all waiting calls, and later ones at once.
    func close() {
        shared.withLock { $0.isClosed = true }
        change { _ in }
    }

    private func current(after position: HintPosition) -> HintPage? {
        shared.withLock { shared in
            shared.state.page(after: position) ?? (shared.isClosed ? shared.state.emptyPage : nil)
        }
    }

    private func change(_ body: (inout HintLogState) -> Void) {
        let waiting = shared.withLock { shared in
            body(&shared.state)
            defer { shared.waiting.removeAll() }
            return Array(shared.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the next change; returns at once if there was one since the position.
    private func changed(since position: HintPosition) async {
        let id = shared.withLock { shared in
            shared.lastWaiter += 1
            return shared.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = shared.withLock { shared in
                    if Task.isCancelled || shared.isClosed || shared.state.page(after: position) != nil { return true }
                    shared.waiting[id] = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            shared.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}
