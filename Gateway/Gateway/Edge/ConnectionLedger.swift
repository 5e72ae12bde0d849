import Synchronization

/// How many connections there are, in all, from each address, and in their handshakes.
struct ConnectionLedger: Sendable {
    /// Which limit a connection met.
    enum Refusal: Equatable, Sendable {
        case total, address, handshakes
    }

    private let maximum: Int
    private let maximumPerAddress: Int
    private let maximumHandshakes: Int
    private var perAddress: [LimitKey: Int] = [:]
    private(set) var open = 0
    private(set) var handshakes = 0

    init(maximum: Int, maximumPerAddress: Int, maximumHandshakes: Int) {
        self.maximum = maximum
        self.maximumPerAddress = maximumPerAddress
        self.maximumHandshakes = maximumHandshakes
    }

    /// A connection asks to be let in; counted unless refused, its handshake too.
    /// - Parameter address: `nil` for one of a load balancer, whose client ``assigned(to:)`` will tell.
    mutating func opened(from address: LimitKey?) -> Refusal? {
        guard open < maximum else { return .total }
        guard handshakes < maximumHandshakes else { return .handshakes }
        if let address, !assigned(to: address) { return .address }
        open += 1
        handshakes += 1
        return nil
    }

    /// A connection that was let in turned out to be this client's.
    /// - Returns: whether it may have it.
    mutating func assigned(to address: LimitKey) -> Bool {
        let count = perAddress[address, default: 0]
        guard count < maximumPerAddress else { return false }
        perAddress[address] = count + 1
        return true
    }

    /// A client's connection is gone that it was assigned.
    mutating func unassigned(from address: LimitKey) {
        let count = perAddress[address, default: 1] - 1
        perAddress[address] = count > 0 ? count : nil
    }

    /// The handshake of a connection ended, well or not: once for each that was let in.
    mutating func handshakeEnded() { handshakes -= 1 }

    /// A connection that was let in is gone.
    /// - Returns: whether it was the last.
    mutating func closed(from address: LimitKey?) -> Bool {
        open -= 1
        if let address { unassigned(from: address) }
        return open == 0
    }
}

/// The ledger of all event loops.
final class Connections: Sendable {
    private struct State {
        var ledger: ConnectionLedger
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ ledger: ConnectionLedger) { state = Mutex(State(ledger: ledger)) }

    /// A connection asks to be let in; see ``ConnectionLedger/opened(from:)``.
    func opened(from address: LimitKey?) -> ConnectionLedger.Refusal? {
        state.withLock { $0.ledger.opened(from: address) }
    }

    func assigned(to address: LimitKey) -> Bool { state.withLock { $0.ledger.assigned(to: address) } }

    func unassigned(from address: LimitKey) { state.withLock { $0.ledger.unassigned(from: address) } }

    func handshakeEnded() { state.withLock { $0.ledger.handshakeEnded() } }

    func closed(from address: LimitKey?) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.ledger.closed(from: address) else { return [] }
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
