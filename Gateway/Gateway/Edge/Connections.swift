import NIOCore
import Synchronization

/// The connection ledger of one port, shared by all event loops.
final class Connections: Sendable {
    private struct State {
        var ledger: ConnectionLedger
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ limits: ConnectionLedger.Limits) { state = Mutex(State(ledger: ConnectionLedger(limits))) }

    /// Brings new limits into force; open connections stay.
    func follow(_ limits: ConnectionLedger.Limits) { state.withLock { $0.ledger.limits = limits } }

    /// Counts or refuses a connection; see ``ConnectionLedger/opened(_:from:)``.
    func opened(_ channel: any Channel, from client: AddressKeys?) -> ConnectionLedger.Refusal? {
        state.withLock { $0.ledger.opened(ObjectIdentifier(channel), from: client) }
    }

    /// Assigns a connection to its client, or refuses it; see ``ConnectionLedger/assigned(_:to:)``.
    func assigned(_ channel: any Channel, to client: AddressKeys) -> ConnectionLedger.Refusal? {
        state.withLock { $0.ledger.assigned(ObjectIdentifier(channel), to: client) }
    }

    func handshakeEnded(_ channel: any Channel) {
        state.withLock { $0.ledger.handshakeEnded(ObjectIdentifier(channel)) }
    }

    func closed(_ channel: any Channel) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.ledger.closed(ObjectIdentifier(channel)) else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    var open: Int { state.withLock { $0.ledger.open } }

    /// Returns once no connection is open.
    func allClosed() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.ledger.open > 0 { state.waiters.append(continuation) }
                return state.ledger.open == 0
            }
            if isEmpty { continuation.resume() }
        }
    }
}
