/// A fault of a third party, active for a number of requests or until cleared.
public struct Fault: Codable, Sendable {
    /// The kinds of faults.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        // Faults of the transmission.
        /// Waits for `milliseconds` before sending the answer.
        case delayHeaders = "delay-headers"
        /// Waits for `milliseconds` between head and body.
        case delayBody = "delay-body"
        /// Sends the answer at `bytesPerSecond`.
        case drip
        /// Reads the request and never answers it.
        case hang
        /// Sends the head and `bytes` of the body, then nothing more.
        case stall
        /// Closes the connection after `bytes`; 0 closes it at once.
        case close
        /// Resets the connection after `bytes`.
        case reset
        /// Sends a chunked body that never ends.
        case endlessChunks = "endless-chunks"
        /// Sends a `Content-Length` larger than the body, then closes the connection.
        case longLength = "long-length"
        /// Sends a `Content-Length` smaller than the body.
        case shortLength = "short-length"
        /// Sends a chunked body of `bytes`, 50 MB by default.
        case huge

        // Statuses.
        /// Answers with `status` and the third party's own error document.
        case status
        /// Answers with the `statuses` in turn (200 means a normal answer); then the fault ends.
        case sequence
        /// Alternates between `status` for `failures` requests and normal answers for `successes` requests.
        case flapping
        /// Answers 429 with a `Retry-After` of `seconds` in the form `retryAfter`.
        case limited
        /// Answers 401.
        case unauthorized
        /// Answers 403 with an HTML page.
        case forbidden
        /// Answers 404 without a body.
        case notFound = "not-found"
        /// Answers 204.
        case noContent = "no-content"
        /// Adds `ETag` and `Last-Modified` to answers, and answers 304 to conditional requests.
        case conditional
        /// Redirects to the requested address itself.
        case redirectLoop = "redirect-loop"
        /// Redirects to `location`, on another host.
        case redirectElsewhere = "redirect-elsewhere"
        /// Answers 429 after `limit` requests within `seconds`, counted by key or by `User-Agent`.
        case quota

        // Bodies.
        case malformed, truncated
        /// Turns numbers into strings and strings into numbers.
        case wrongTypes = "wrong-types"
        case nulls
        /// Omits every second member.
        case missingKeys = "missing-keys"
        case unknownKeys = "unknown-keys"
        /// Puts a byte order mark before the body.
        case byteOrderMark = "bom"
        /// Replaces numbers by the word `nan`.
        case notANumber = "nan"
        /// Nests 100,000 levels deep.
        case deepNesting = "deep-nesting"
        case gzip
        case brokenGzip = "broken-gzip"
        /// Encodes the body in windows-1251 but declares UTF-8.
        case wrongCharset = "wrong-charset"
        /// Answers 200 with an HTML page.
        case html

        // Feeds.
        /// Uses entities that XML does not define.
        case badEntities = "bad-entities"
        /// Declares entities that expand exponentially.
        case entityBomb = "dtd-bomb"
        /// Gives the same guid to all items.
        case duplicateGuids = "duplicate-guids"
        /// Writes dates in all common formats and in meaningless ones.
        case oddDates = "odd-dates"

        public init(from decoder: any Decoder) throws { self = try decoder.knownName() }
    }

    /// The form of `Retry-After`.
    public enum RetryAfter: String, CaseIterable, Codable, Sendable {
        case seconds, date, none

        public init(from decoder: any Decoder) throws { self = try decoder.knownName() }
    }

    public var thirdParty: ThirdParty
    public var fault: Kind
    /// The prefix of the affected paths below the third party's address; by default, all are affected.
    public var path: String?
    /// The number of affected requests; by default, the fault stays until it is cleared.
    public var count: Int?
    public var milliseconds: Int?
    public var bytes: Int?
    public var bytesPerSecond: Int?
    public var status: Int?
    public var statuses: [Int]?
    public var failures: Int?
    public var successes: Int?
    public var retryAfter: RetryAfter?
    public var seconds: Int?
    public var location: String?
    public var limit: Int?

    public init(_ fault: Kind, of thirdParty: ThirdParty, path: String? = nil, count: Int? = nil) {
        self.fault = fault
        self.thirdParty = thirdParty
        self.path = path
        self.count = count
    }

    /// Returns a copy with further members set.
    public func with(_ change: (inout Fault) -> Void) -> Fault {
        var fault = self
        change(&fault)
        return fault
    }
}
