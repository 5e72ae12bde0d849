import Values

/// The caller that requests a code, as far as limits tell callers apart.
struct CodeRequester: Sendable {
    var place: NetworkPlace
    /// True for a device that has had a session of the recipient's account (``DeviceTokenSeal``).
    var isKnownDevice = false
    /// True for a caller who is signed in.
    var isSignedIn = false
}

/// The limits on codes of one kind.
///
/// They are tight for one recipient and one network, and loose for a recipient as a whole, so that strangers who
/// request codes for somebody else's address lock out their own network only. Devices that are known to the recipient's
/// account are counted by themselves, so that no number of strangers keeps an owner out.
struct CodeLimits: Sendable {
    /// The limits on codes to one recipient that one network requests, or that the recipient's known devices request.
    var perOrigin: [Quota]
    /// The limit on codes to one recipient that all networks together request.
    var perRecipient: Quota
    /// The limit on codes that one place requests.
    var perPlace: Quota
    /// The ratio of the limit of a network (IPv4 /24, IPv6 /48) to that of one place in it.
    var networkFactor = 4
    /// The limit on codes to numbers that differ in the last four digits only; `nil` for recipients without numbers.
    var perBlock: Quota?

    /// The longest window of any limit.
    var memory: Duration {
        (perOrigin + [perRecipient, perPlace] + (perBlock.map { [$0] } ?? [])).map(\.window).max() ?? .zero
    }

    /// Returns the limits on a code, in the order in which they are locked.
    func limits(to recipient: String, from requester: CodeRequester) -> [CodeLimit] {
        if requester.isKnownDevice { return [CodeLimit(subject: .knownDevices(recipient), quotas: perOrigin)] }
        let place = requester.place
        let perNetwork = Quota(limit: perPlace.limit * networkFactor, window: perPlace.window)
        let all = [
            CodeLimit(subject: .recipient(recipient), quotas: [perRecipient]),
            CodeLimit(subject: .recipientFrom(recipient, place), quotas: perOrigin),
            CodeLimit(subject: .place(place), quotas: [perPlace]),
            CodeLimit(subject: .network(place), quotas: [perNetwork]),
        ]
        return all + (perBlock.map { [CodeLimit(subject: .numberBlock(recipient), quotas: [$0])] } ?? [])
    }
}

/// A limit on the codes sent to, or requested by, one subject.
struct CodeLimit: Sendable {
    /// The codes that count; known devices count in a subject of their own only.
    enum Subject: Sendable {
        /// Codes to an address or number.
        case recipient(String)
        /// Codes to an address or number that the network around a place requested.
        case recipientFrom(String, NetworkPlace)
        /// Codes to an address or number that known devices of its account requested.
        case knownDevices(String)
        case place(NetworkPlace)
        /// Codes that the network around a place requested.
        case network(NetworkPlace)
        /// Codes to the numbers that differ from this one in the last four digits only.
        ///
        /// Attackers who run up a bill request many numbers of one block.
        case numberBlock(String)
    }

    var subject: Subject
    var quotas: [Quota]

    /// The longest window of the limit.
    var memory: Duration { quotas.map(\.window).max() ?? .zero }
    /// The maximum number of earlier times that the limit needs to know.
    var depth: Int { quotas.map(\.limit).max() ?? 0 }

    /// Returns the wait until the next code, from the times of earlier ones, latest first; `nil` for no wait.
    func wait(after times: [Instant], now: Instant) -> Duration? {
        quotas.compactMap { $0.wait(after: times, now: now) }.max()
    }
}
