/// The reason why a peer gets no calls although it is connected.
public enum EjectionReason: String, CaseIterable, Sendable {
    /// The peer sends nothing, not even answers to pings.
    case silent
    /// Most of its calls take much longer than usual, and those of the other peers do not.
    case slow
    /// Most of its answers are unreadable or report a fault of its own, and those of the other peers do not.
    case failing
}

/// The numbers of a peer's recent calls.
public struct CallTally: Equatable, Sendable {
    public var calls = 0
    public var slow = 0
    public var failed = 0

    public init(calls: Int = 0, slow: Int = 0, failed: Int = 0) {
        self.calls = calls
        self.slow = slow
        self.failed = failed
    }

    static func + (left: CallTally, right: CallTally) -> CallTally {
        CallTally(
            calls: left.calls + right.calls, slow: left.slow + right.slow, failed: left.failed + right.failed)
    }
}

/// One of several peers that offer the same service: admitted, ejected, or on trial.
///
/// ``OutlierRule`` decides which peer to eject. An ejected one gets no calls for a while, which doubles with every
/// ejection that follows soon. Then it gets one call at a time, on trial: good answers readmit it, a bad one ejects it
/// again. A peer that is ejected as silent is tried as soon as it sends something. One with too few calls to
/// try it with is readmitted without a trial.
public struct PeerStanding: Sendable {
    @usableFromInline
    enum State: Equatable, Sendable {
        case admitted
        case ejected(until: Tick)
        /// The number of good answers so far.
        case onTrial(good: Int, isWaiting: Bool)
    }

    /// The number of good answers in a row that readmits a peer.
    private static let neededAnswers = 3
    /// Counts are kept for one to two times this long.
    private static let slotTime: UInt64 = 1_000_000_000
    /// The time after which an ejection no longer lengthens the next one.
    private static let memory: Duration = .seconds(60)
    /// The time after the end of an ejection in which calls decide about the peer.
    private static let trialTime: Duration = .seconds(10)

    @usableFromInline private(set) var state = State.admitted
    /// The reason of the current ejection; `nil` while admitted.
    public private(set) var reason: EjectionReason?
    /// True while the peer's connection is silent although it was pinged.
    public private(set) var isSilent = false
    /// True while calls of the peer wait for long, and it has answered none that were sent to it later.
    public var isStalled = false
    /// The number of answers in a row that could not be read.
    @usableFromInline private(set) var unreadableInRow = 0
    @usableFromInline var current = CallTally()
    private var earlier = CallTally()
    private var slotEnd: UInt64 = 0
    private var backoff = Backoff(first: .seconds(1), longest: .seconds(30), jitter: .half)
    private var readmittedAt: Tick?
    /// The end of the current ejection, or of the last one.
    private var ejectedUntil = Tick(nanoseconds: 0)

    public init() {}

    /// The recent calls.
    public var tally: CallTally { earlier + current }

    /// True if the peer is neither ejected nor on trial.
    @inlinable
    public var isAdmitted: Bool { state == .admitted }

    /// Returns true if the peer may be tried with one call now.
    public func mayBeTried(at now: Tick) -> Bool {
        switch state {
        case .admitted: false
        case .ejected(let until): !isSilent && now >= until
        case .onTrial(_, let isWaiting): !isSilent && !isWaiting
        }
    }

    // MARK: Calls

    /// Records the end of a call.
    @inlinable
    public mutating func callEnded(isSlow: Bool, isFailed: Bool) {
        unreadableInRow = 0
        current.calls &+= 1
        if isSlow { current.slow &+= 1 }
        if isFailed { current.failed &+= 1 }
    }

    /// Records an answer that cannot be read.
    public mutating func answerWasUnreadable(isSlow: Bool = false) {
        let count = unreadableInRow
        callEnded(isSlow: isSlow, isFailed: true)
        unreadableInRow = count + 1
    }

    /// Records that a call in flight has become slow; its end must not be recorded as slow again.
    public mutating func callBecameSlow() {
        current.calls += 1
        current.slow += 1
    }

    /// Forgets calls of the past; to be called several times a second while there are calls.
    public mutating func timePassed(at now: Tick) {
        guard now.nanoseconds >= slotEnd else { return }
        let isNext = now.nanoseconds - slotEnd < Self.slotTime
        earlier = isNext ? current : CallTally()
        current = CallTally()
        slotEnd = (now + .nanoseconds(Int64(Self.slotTime))).nanoseconds
    }

    // MARK: Ejection

    /// Ejects the peer.
    ///
    /// - Parameter random: 0…1, spreads the ends of ejections.
    public mutating func eject(_ reason: EjectionReason, at now: Tick, random: Double = 0) {
        if let readmittedAt, now >= readmittedAt + Self.memory { backoff.reset() }
        self.reason = reason
        ejectedUntil = now + backoff.failed(random: random)
        state = .ejected(until: ejectedUntil)
        forgetCalls()
    }

    private mutating func forgetCalls() {
        (current, earlier) = (CallTally(), CallTally())
        unreadableInRow = 0
        isStalled = false
    }

    /// Records the start of a call with which the peer is tried.
    public mutating func trialStarted() {
        switch state {
        case .admitted: break
        case .ejected: state = .onTrial(good: 0, isWaiting: true)
        case .onTrial(let good, _): state = .onTrial(good: good, isWaiting: true)
        }
    }

    /// Records the end of a call with which the peer was tried.
    ///
    /// - Parameter isGood: `nil` if the call proves nothing, because its caller gave up.
    /// - Returns: true if the peer is readmitted.
    public mutating func trialEnded(isGood: Bool?, at now: Tick, random: Double = 0) -> Bool {
        // A trial that a new ejection has overtaken proves nothing.
        guard case .onTrial(let good, true) = state else { return false }
        switch isGood {
        case nil: state = .onTrial(good: good, isWaiting: false)
        case true? where good + 1 < Self.neededAnswers: state = .onTrial(good: good + 1, isWaiting: false)
        case true?:
            readmit(at: now)
            return true
        case false?: eject(reason ?? .failing, at: now, random: random)
        }
        return false
    }

    /// Readmits a peer that is not silent 10 s after the end of its ejection: there have been too few calls to try it
    /// with.
    ///
    /// - Returns: true if the peer is readmitted.
    public mutating func lapse(at now: Tick) -> Bool {
        guard !isAdmitted, !isSilent, now >= ejectedUntil + Self.trialTime else { return false }
        readmit(at: now)
        return true
    }

    private mutating func readmit(at now: Tick) {
        state = .admitted
        reason = nil
        readmittedAt = now
        forgetCalls()
    }

    // MARK: Connection

    /// Records that the connection has been silent although it was pinged.
    public mutating func becameSilent() { isSilent = true }

    /// Records that the connection is no longer silent, or has ended; a peer ejected for this may be tried at once.
    public mutating func silenceEnded(at now: Tick) {
        isSilent = false
        if reason == .silent, case .ejected = state {
            ejectedUntil = now
            state = .ejected(until: now)
        }
    }
}
