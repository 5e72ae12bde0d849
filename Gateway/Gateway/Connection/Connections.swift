import NIOCore
import Synchronization

/// The connection ledger of one port, shared by all event loops.
///
/// At a limit, the place of the longest idle connection passes to a newcomer. The ledger decides at once, under its
/// lock, which connection that is; but only the connection's own event loop knows whether it is in use by now, and must
/// not wait for another loop, nor may another loop wait for it. Therefore:
///
/// 1. The newcomer is admitted at once, and the other connection gets a ``YieldRequest`` on its loop.
/// 2. There it closes, or it declines because a call is in flight or an event stream is open. The ledger then asks
///    another one in its place. So a connection in use is never closed, however old the ledger's knowledge is. A
///    handshake ends in the same way, for another handshake.
/// 3. Until the answer, at most ``ConnectionTally/excess(_:)`` connections more than the limit are open. If as many are
///    asked already, the newcomer is refused.
///
/// A connection that was asked is no longer in the order of idle ones, so that none is asked twice. Everything the
/// ledger hears of a connection after its handshake comes from that connection's loop, in order. If it ends by itself
/// before the request arrives, the request finds no handler, and its end has freed the place already.
///
/// The order of idle connections costs calls nothing: a connection notes that it was used, and the loop passes these
/// notes on with its ticks (``record(_:)``), under one lock for all. The order is exact to a tick.
final class Connections: Sendable {
    private struct State {
        var ledger: ConnectionLedger
        var channels: [ObjectIdentifier: any Channel] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The news that a connection was used since the tick before.
    struct Use: Sendable {
        /// The connection's channel.
        var id: ObjectIdentifier
        /// True if it still is in use.
        var isBusy: Bool
    }

    private let state: Mutex<State>

    init(_ limits: ConnectionLedger.Limits) { state = Mutex(State(ledger: ConnectionLedger(limits))) }

    /// Brings new limits into force; open connections stay.
    func follow(_ limits: ConnectionLedger.Limits) { state.withLock { $0.ledger.limits = limits } }

    /// Counts or refuses a connection; see ``ConnectionLedger/opened(_:from:)``.
    func opened(_ channel: any Channel, from client: AddressKeys?) -> ConnectionLedger.Refusal? {
        settle { state in
            let admission = state.ledger.opened(ObjectIdentifier(channel), from: client)
            if case .admitted = admission { state.channels[ObjectIdentifier(channel)] = channel }
            return admission
        }
    }

    /// Assigns a connection to its client, or refuses it; see ``ConnectionLedger/assigned(_:to:)``.
    func assigned(_ channel: any Channel, to client: AddressKeys) -> ConnectionLedger.Refusal? {
        settle { $0.ledger.assigned(ObjectIdentifier(channel), to: client) }
    }

    func handshakeEnded(_ channel: any Channel) {
        state.withLock { $0.ledger.handshakeEnded(ObjectIdentifier(channel)) }
    }

    /// Records which connections were used.
    func record(_ uses: [Use]) {
        state.withLock { state in
            for use in uses { state.ledger.used(use.id, isBusy: use.isBusy) }
        }
    }

    /// Records that a connection did not yield because it is in use, and asks another one.
    func declined(_ channel: any Channel) {
        ask(
            state.withLock { state in
                state.ledger.declined(ObjectIdentifier(channel)).flatMap { state.channels[$0] }
            })
    }

    func closed(_ channel: any Channel) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.channels[ObjectIdentifier(channel)] = nil
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

    /// Admits or refuses, and asks the connections that must close.
    private func settle(
        _ decide: (inout State) -> ConnectionLedger.Admission
    ) -> ConnectionLedger.Refusal? {
        let (refusal, others) = state.withLock { state -> (ConnectionLedger.Refusal?, [any Channel]) in
            switch decide(&state) {
            case .admitted(let closing): (nil, closing.compactMap { state.channels[$0] })
            case .refused(let refusal): (refusal, [])
            }
        }
        for other in others { ask(other) }
        return refusal
    }

    /// Asks outside the lock, since a channel of this loop answers at once.
    private func ask(_ channel: (any Channel)?) {
        channel?.pipeline.fireUserInboundEventTriggered(YieldRequest(connections: self))
    }
}

/// The request to a connection to close in favour of a new one; an event in its pipeline.
///
/// A connection in use must answer with ``Connections/declined(_:)``.
struct YieldRequest: Sendable {
    let connections: Connections
}
