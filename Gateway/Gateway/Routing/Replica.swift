import NIOCore
import RPC
import Resilience

/// What routing needs of a connection to a replica.
protocol ReplicaLink: AnyObject {
    /// Calls that were sent and not answered yet.
    var inFlight: Int { get }
    /// False once the replica said goodbye or the connection is gone.
    var isUsable: Bool { get }
    /// Sends a call; nil if too many are in flight already.
    func send(_ call: LinkCall, at now: NIODeadline) -> LinkCallID?
    /// Tells the replica that nobody waits for the answer any more; the call is not told anything.
    func cancel(_ id: LinkCallID)
    func close()
}

/// One replica of a service, as one event loop sees it: a link that is kept up, and how far it is trusted.
final class Replica {
    /// Makes a link to an address: calls `done` once, and `onClose` once when a link that was made is gone.
    typealias Dial = (
        _ address: SocketAddress, _ done: @escaping (Result<any ReplicaLink, any Error>) -> Void,
        _ onClose: @escaping () -> Void
    ) -> Void

    let address: SocketAddress
    var breaker: CircuitBreaker
    private(set) var link: (any ReplicaLink)?
    private var life: LinkLife
    private var random: FastRandom
    private let maximumInFlight: Int
    private let loop: any EventLoop
    private let dial: Dial
    private let onRefusal: () -> Void
    private let links: LinkCounts.Links

    /// Makes a replica that is not dialled yet.
    /// - Parameters:
    ///   - maximumInFlight: the most calls at a time.
    ///   - onRefusal: called when the replica cannot be reached: perhaps it lives elsewhere by now.
    ///   - links: where links are counted.
    init(
        address: SocketAddress, loop: any EventLoop, maximumInFlight: Int, breaker: CircuitBreaker.Policy,
        seed: UInt64, dial: @escaping Dial, onRefusal: @escaping () -> Void, links: LinkCounts.Links
    ) {
        self.address = address
        self.loop = loop
        self.maximumInFlight = maximumInFlight
        self.breaker = CircuitBreaker(policy: breaker)
        self.dial = dial
        self.onRefusal = onRefusal
        self.links = links
        random = FastRandom(seed: seed)
        life = LinkLife()
    }

    /// Whether calls could be sent if the replica were idle.
    var isUp: Bool { link?.isUsable ?? false }

    /// The calls in flight there; nil if no further call may be sent now.
    func load(at now: NIODeadline) -> Int? {
        guard let link, link.isUsable, breaker.admits(at: Tick(now)) else { return nil }
        let inFlight = link.inFlight
        return inFlight < maximumInFlight ? inFlight : nil
    }

    /// Whether it could take calls but for those that it has already.
    func isFull(at now: NIODeadline) -> Bool {
        guard let link, link.isUsable, breaker.admits(at: Tick(now)) else { return false }
        return link.inFlight >= maximumInFlight
    }

    /// Begins to keep the link up.
    func start() { perform(life.due()) }

    /// The address is no replica's any more.
    func retire() { perform(life.retired()) }

    /// A call that was sent here is over.
    func callEnded(_ verdict: CircuitBreaker.Verdict, at now: NIODeadline) {
        breaker.callEnded(verdict, at: Tick(now))
        if life.state == .leaving { perform(.closeWhenIdle) }
    }

    private func perform(_ action: LinkLife.Action) {
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

    /// Waits and links keep this alive until they end, also when its address is gone by then: ``LinkLife`` sees to that.
    ///
    /// A weak reference would do too, but it makes every other reference of every call slower.
    private func dialNow() { dial(address, { self.dialled($0) }, { self.linkClosed() }) }

    private func dialled(_ result: Result<any ReplicaLink, any Error>) {
        switch result {
        case .success(let link):
            self.link = link
            links.change(by: 1)
            perform(life.connected(at: loop.now))
        case .failure:
            onRefusal()
            perform(life.refused(using: &random))
        }
    }

    private func linkClosed() {
        link = nil
        links.change(by: -1)
        perform(life.lost(at: loop.now, using: &random))
    }
}

extension LinkConnection: ReplicaLink {}
