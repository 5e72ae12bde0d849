import NIOCore
import RPC
import Resilience
import Values

/// A connection to a replica, as seen by routing.
protocol ReplicaLink: AnyObject {
    /// The number of unanswered calls.
    var inFlight: Int { get }
    /// False once the replica drains or the connection is gone.
    var isUsable: Bool { get }
    /// Sends a call; returns `nil` if too many are in flight already.
    func send(_ call: LinkCall, at now: NIODeadline) -> LinkCallID?
    /// Cancels a call at the replica, without notifying the call itself.
    func cancel(_ id: LinkCallID)
    /// Passes the extra cost of a call to `charge`, if the replica still reports it after the call's end here.
    func awaitCost(of id: LinkCallID, _ charge: @escaping LateCharge)
    /// Passes every unanswered call to `body`, which must neither send nor cancel.
    func forEachCall(_ body: (LinkCall) -> Void)
    /// Called with signs of the replica's health.
    var onSignal: ((LinkSignal) -> Void)? { get set }
    func close()
}

/// One replica of a service, as seen by one event loop: a link that is kept up, and a circuit breaker.
final class Replica {
    /// A function that connects to an address.
    ///
    /// It calls `done` once, and `onClose` once after an established link is gone.
    typealias Dial = (
        _ address: SocketAddress, _ done: @escaping (Result<any ReplicaLink, any Error>) -> Void,
        _ onClose: @escaping () -> Void
    ) -> Void

    /// A change that may concern calls to other replicas.
    enum Event {
        /// The replica can be called.
        case linked
        /// The replica has become silent.
        case silent
        /// The replica has sent an answer that cannot be read, so that its call is not known.
        case unreadable
        /// The link is gone; so is its silence.
        case unlinked
    }

    let address: SocketAddress
    var breaker: CircuitBreaker
    /// The replica's standing among the others of its service.
    var standing = PeerStanding()
    /// The start of the last call that was answered in time.
    var lastTimelyStart = NIODeadline.uptimeNanoseconds(0)
    /// True while the end of an ejection is awaited.
    var isAwaitingLapse = false
    private(set) var link: (any ReplicaLink)?
    private var life: DialState
    private var random: SplitMix64
    private let maximumInFlight: Int
    private let loop: any EventLoop
    private let dial: Dial
    private let onRefusal: () -> Void
    private let onEvent: (Replica, Event) -> Void
    private let links: LinkCounts.Links

    /// Creates a replica without a link.
    ///
    /// - Parameters:
    ///   - maximumInFlight: the maximum number of calls in flight.
    ///   - onRefusal: called when the replica cannot be reached, since it may have moved.
    ///   - onEvent: called after a change of the link.
    ///   - links: the counter of links.
    init(
        address: SocketAddress, loop: any EventLoop, maximumInFlight: Int, breaker: CircuitBreaker.Policy,
        seed: UInt64, dial: @escaping Dial, onRefusal: @escaping () -> Void,
        onEvent: @escaping (Replica, Event) -> Void, links: LinkCounts.Links
    ) {
        // Dependencies, one by one: called once per address, never per call.
        self.address = address
        self.loop = loop
        self.maximumInFlight = maximumInFlight
        self.breaker = CircuitBreaker(policy: breaker)
        self.dial = dial
        self.onRefusal = onRefusal
        self.onEvent = onEvent
        self.links = links
        random = SplitMix64(seed: seed)
        life = DialState()
    }

    /// True if the link is usable, regardless of load.
    var isUp: Bool { link?.isUsable ?? false }

    /// The conditions under which an ejected replica is called.
    enum Trial {
        /// It is not called.
        case none
        /// It gets one call now and then, so that it can be readmitted.
        case due
        /// It is called unless it is silent, since no other replica can be.
        case always
    }

    /// Returns the number of calls in flight, or `nil` if no further call may be sent now.
    func load(at now: NIODeadline, trial: Trial = .none) -> Int? {
        guard let link, link.isUsable, breaker.admits(at: Tick(now)) else { return nil }
        guard standing.isAdmitted || mayBeCalled(as: trial, at: now) else { return nil }
        let inFlight = link.inFlight
        return inFlight < maximumInFlight ? inFlight : nil
    }

    private func mayBeCalled(as trial: Trial, at now: NIODeadline) -> Bool {
        switch trial {
        case .none: false
        case .due: standing.mayBeTried(at: Tick(now))
        case .always: !standing.isSilent
        }
    }

    /// Returns true if the replica could take another call but for the number of calls in flight.
    func isFull(at now: NIODeadline) -> Bool {
        guard let link, link.isUsable, breaker.admits(at: Tick(now)) else { return false }
        return link.inFlight >= maximumInFlight
    }

    /// Connects, and keeps the link up from then on.
    func start() { perform(life.due()) }

    /// Retires the replica: its address is no longer in use.
    func retire() { perform(life.retired()) }

    /// Reports the end of a call that was sent to this replica.
    func callEnded(_ verdict: CircuitBreaker.Verdict, at now: NIODeadline) {
        breaker.callEnded(verdict, at: Tick(now))
        if life.phase == .draining { perform(.closeWhenIdle) }
    }

    private func perform(_ action: DialState.Action) {
        switch action {
        case .nothing: break
        case .dial: dialNow()
        case .dialLater(let delay):
            loop.assumeIsolated().scheduleTask(in: delay) { self.perform(self.life.due()) }
        case .closeWhenIdle:
            if link?.inFlight == 0 { link?.close() }
        case .close: link?.close()
        }
    }

    /// Dials.
    ///
    /// Pending delays and links keep the replica alive, even after its address is retired; ``DialState`` bounds
    /// that time.
    ///
    /// Weak references would avoid that, but slow down every other reference on every call.
    private func dialNow() { dial(address, { self.dialled($0) }, { self.linkClosed() }) }

    private func dialled(_ result: Result<any ReplicaLink, any Error>) {
        switch result {
        case .success(let link):
            self.link = link
            links.change(by: 1)
            // What the breaker knows is about the process before.
            breaker.reset()
            link.onSignal = { self.received($0) }
            perform(life.connected(at: loop.now))
            if life.phase != .ended { onEvent(self, .linked) }
        case .failure:
            onRefusal()
            perform(life.refused(using: &random))
        }
    }

    private func linkClosed() {
        link = nil
        links.change(by: -1)
        standing.silenceEnded(at: Tick(loop.now))
        perform(life.lost(at: loop.now, using: &random))
        onEvent(self, .unlinked)
    }

    private func received(_ signal: LinkSignal) {
        switch signal {
        case .silent:
            standing.becameSilent()
            onEvent(self, .silent)
        case .audible: standing.silenceEnded(at: Tick(loop.now))
        case .brokenLine:
            standing.answerWasUnreadable()
            onEvent(self, .unreadable)
        }
    }
}

extension LinkConnection: ReplicaLink {}
