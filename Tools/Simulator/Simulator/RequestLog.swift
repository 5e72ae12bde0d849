/// A request to a third party.
public struct LoggedRequest: Codable, Sendable {
    /// The number of the request, counted from 1 across all third parties.
    public var number: Int
    public var thirdParty: ThirdParty
    public var method: String
    /// The decoded path below the third party's address.
    public var path: String
    /// The raw query without the question mark.
    public var query: String
    /// The header fields, with names in lower case: at most 32, each truncated to 512 characters.
    public var headers: [String: String]
    /// The time at which the request was complete, in milliseconds since the simulator's start.
    public var milliseconds: Int64
    /// The fault that affected the request, if any.
    public var fault: Fault.Kind?
}

/// The traffic of a third party.
public struct Traffic: Codable, Sendable {
    /// The number of requests since the log was cleared.
    public var count = 0
    /// The number of requests in progress.
    public var active = 0
    /// The highest number of concurrent requests.
    public var peak = 0
}

/// The latest requests, and the traffic of each third party.
struct RequestLog {
    /// The maximum number of requests kept.
    static let maximum = 10_000
    private static let maximumHeaders = 32
    private static let maximumText = 512

    private(set) var traffic: [ThirdParty: Traffic] = [:]
    private var kept: [LoggedRequest] = []
    private var oldest = 0
    private var lastNumber = 0

    /// The kept requests in order of arrival.
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

    /// Clears the log; requests in progress are still counted.
    mutating func clear() {
        kept = []
        oldest = 0
        lastNumber = 0
        traffic = traffic.compactMapValues { $0.active > 0 ? Traffic(active: $0.active, peak: $0.active) : nil }
    }
}
