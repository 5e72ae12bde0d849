/// A request that a third party was asked.
public struct LoggedRequest: Codable, Sendable {
    /// Counts from 1 over all third parties, in the order in which requests came.
    public var number: Int
    public var thirdParty: ThirdParty
    public var method: String
    /// Below the third party's own address, decoded.
    public var path: String
    /// As it came, without the question mark.
    public var query: String
    /// Names in lower case; at most 32, each cut at 512 characters.
    public var headers: [String: String]
    /// Milliseconds since the simulator started, when the request was complete.
    public var milliseconds: Int64
    /// What went wrong with it on purpose.
    public var fault: Fault.Kind?
}

/// What was asked of a third party.
public struct Traffic: Codable, Sendable {
    /// Requests since the log was cleared.
    public var count = 0
    /// Requests that are being answered now.
    public var active = 0
    /// The most that were being answered at once.
    public var peak = 0
}

/// The latest requests, and numbers of all.
struct RequestLog {
    /// How many requests are kept.
    static let maximum = 10_000
    private static let maximumHeaders = 32
    private static let maximumText = 512

    private(set) var traffic: [ThirdParty: Traffic] = [:]
    private var kept: [LoggedRequest] = []
    private var oldest = 0
    private var lastNumber = 0

    /// In the order in which they came.
    var requests: [LoggedRequest] { Array(kept[oldest...] + kept[..<oldest]) }

    mutating func begin(_ party: ThirdParty, _ request: Request, milliseconds: Int64, fault: Fault.Kind?) {
        var numbers = traffic[party] ?? Traffic()
        numbers.count += 1
        numbers.active += 1
        numbers.peak = max(numbers.peak, numbers.active)
        traffic[party] = numbers
        lastNumber += 1
        let headers = request.headers.prefix(Self.maximumHeaders).map { name, value in
            (name.lowercased(), String(value.prefix(Self.maximumText)))
        }
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let entry = LoggedRequest(
            number: lastNumber, thirdParty: party, method: request.method,
            path: String(request.path.prefix(Self.maximumText)),
            query: parts.count > 1 ? String(parts[1].prefix(Self.maximumText)) : "",
            headers: Dictionary(headers) { first, _ in first }, milliseconds: milliseconds, fault: fault)
        if kept.count < Self.maximum {
            kept.append(entry)
        } else {
            kept[oldest] = entry
            oldest = (oldest + 1) % Self.maximum
        }
    }

    mutating func end(_ party: ThirdParty) { traffic[party]?.active -= 1 }

    /// Forgets everything but what is being answered.
    mutating func clear() {
        kept = []
        oldest = 0
        lastNumber = 0
        traffic = traffic.compactMapValues { $0.active > 0 ? Traffic(active: $0.active, peak: $0.active) : nil }
    }
}
