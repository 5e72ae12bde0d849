/// The attempts of one call that is hedged: sent a second time because the first attempt takes longer than usual.
///
/// The first conclusive answer wins, and the other attempt is cancelled. An attempt that ends without an answer leaves
/// the call to the other one.
public struct HedgeRace: Sendable {
    /// One of the two attempts.
    public enum Attempt: Sendable {
        case first
        case hedge
    }

    /// The consequence of an attempt's end.
    public enum Decision: Equatable, Sendable {
        /// The end decides the call; the attempt that is still in flight, if any, has to be cancelled.
        case settle(cancelling: Attempt?)
        /// The other attempt decides the call.
        case wait
    }

    @usableFromInline var first = false
    @usableFromInline var hedge = false
    /// True once the call has been sent a second time.
    public private(set) var wasHedged = false

    public init() {}

    /// True while the first attempt, or the retry that replaced it, is in flight.
    @inlinable
    public var hasFirst: Bool { first }
    /// True while the hedge is in flight.
    @inlinable
    public var hasHedge: Bool { hedge }

    /// Returns true if the call is to be hedged now.
    ///
    /// - Parameters:
    ///   - age: the time since the first attempt began, in nanoseconds.
    ///   - usual: the times of such calls; without an estimate no call is hedged.
    public func isDue(age: UInt64, usual: LatencyEstimate) -> Bool {
        first && !wasHedged && age > usual.nanoseconds
    }

    /// Records the start of the first attempt, or of a retry in its place.
    @inlinable
    public mutating func firstStarted() { first = true }

    /// Records the start of the hedge.
    public mutating func hedgeStarted() {
        hedge = true
        wasHedged = true
    }

    /// Records the end of an attempt.
    ///
    /// - Parameter isConclusive: false if the attempt brought no answer, or one that another replica may better.
    @inlinable
    public mutating func ended(_ attempt: Attempt, isConclusive: Bool) -> Decision {
        switch attempt {
        case .first:
            first = false
            guard hedge else { return .settle(cancelling: nil) }
            guard isConclusive else { return .wait }
            hedge = false
            return .settle(cancelling: .hedge)
        case .hedge:
            hedge = false
            guard first else { return .settle(cancelling: nil) }
            guard isConclusive else { return .wait }
            first = false
            return .settle(cancelling: .first)
        }
    }
}
