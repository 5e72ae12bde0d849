/// Decides which of several peers to eject, by comparing them with each other.
///
/// A fault that all peers have in common, such as a slow database, ejects none. Peers are ejected as slow or failing up
/// to half of them. Silence is no comparison, so it may eject any number, but never the last admitted peer.
public struct OutlierRule: Equatable, Sendable {
    /// The minimum number of a peer's slow or failed calls: few, since a peer that does not answer soon has few calls,
    /// while the others get the rest.
    public var minimumCalls = 3
    /// The number of unreadable answers in a row that eject a peer, however many good ones came before.
    ///
    /// A caller may cause errors, but no unreadable answers.
    public var unreadableInRow = 3
    /// The minimum number of calls of the other admitted peers.
    public var othersCalls = 5
    /// The minimum share of a peer's calls that are slow or failed, in percent.
    public var percent = 50
    /// The maximum such share of the calls of the other admitted peers, in percent.
    public var othersPercent = 20

    public init() {}

    /// Returns true if a peer has to be compared with the others.
    public func isSuspicious(_ peer: PeerStanding) -> Bool {
        guard peer.isAdmitted else { return false }
        let tally = peer.tally
        return peer.isSilent || peer.isStalled || tally.slow >= minimumCalls || tally.failed >= minimumCalls
    }

    /// Returns the peer to eject next; `nil` if there is none.
    ///
    /// - Parameter peers: all connected peers, those ejected included.
    /// - Returns: the position in `peers`, and the reason.
    public func outlier(among peers: [PeerStanding]) -> (index: Int, reason: EjectionReason)? {
        let admitted = peers.indices.filter { peers[$0].isAdmitted }
        guard admitted.count > 1 else { return nil }
        if let index = admitted.first(where: { peers[$0].isSilent }) { return (index, .silent) }
        guard peers.count - admitted.count < peers.count / 2 else { return nil }
        for reason in [EjectionReason.slow, .failing] {
            if let index = admitted.first(where: { isOutlier($0, reason, among: peers, admitted) }) {
                return (index, reason)
            }
        }
        return nil
    }

    private func isOutlier(
        _ index: Int, _ reason: EjectionReason, among peers: [PeerStanding], _ admitted: [Int]
    ) -> Bool {
        func bad(_ tally: CallTally) -> Int { reason == .slow ? tally.slow : tally.failed }
        let own = peers[index].tally
        let isBad =
            switch reason {
            // Answers of before say nothing about a peer that has stalled since.
            case .slow where peers[index].isStalled: true
            case .failing where peers[index].unreadableInRow >= unreadableInRow: true
            default: bad(own) >= minimumCalls && bad(own) * 100 >= own.calls * percent
            }
        guard isBad else { return false }
        let others = admitted.filter { $0 != index }.reduce(CallTally()) { $0 + peers[$1].tally }
        return others.calls >= othersCalls && bad(others) * 100 <= others.calls * othersPercent
    }
}
