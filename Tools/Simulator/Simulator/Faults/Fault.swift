/// A fault of a third party, active for a number of requests or until cleared.
public struct Fault: Codable, Sendable {
    /// The kinds of faults.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        // Faults of the transmission.
        /// A pause of `milliseconds` before the answer.
        case delayHeaders = "delay-headers"
        /// A pause of `milliseconds` between head and body.
        case delayBody = "delay-body"
        /// The answer at `bytesPerSecond`.
        case drip
        /// The request is read and never answered.
        case hang
        /// The head and `bytes` of the body, then nothing.
        case stall
        /// The end of the connection after `bytes`; 0 ends it at once.
        case close
        /// A reset of the connection after `bytes`.
        case reset
        /// A chunked body that never ends.
        case endlessChunks = "endless-chunks"
        /// `Content-Length` is larger than the body, then the connection ends.
        case longLength = "long-length"
        /// `Content-Length` is smaller than the body.
        case shortLength = "short-length"
        /// A chunked body of `bytes`, 50 MB by default.
        case huge

        // Statuses.
        /// `status` with the third party's own error answer.
        case status
        /// The `statuses` in turn, with 200 for a normal answer, then the end of the fault.
        case sequence
        /// `status` for `failures` requests, normal answers for `successes`, repeated.
        case flapping
        /// 429 with a `Retry-After` of `seconds` in the form `retryAfter`.
        case limited
        /// 401.
        case unauthorized
        /// 403 with a page of HTML.
        case forbidden
        /// 404 without a body.
        case notFound = "not-found"
        /// 204.
        case noContent = "no-content"
        /// Normal answers with `ETag` and `Last-Modified`, and 304 to conditional requests.
        case conditional
        /// A redirect to itself.
        case redirectLoop = "redirect-loop"
        /// A redirect to `location`, another host.
        case redirectElsewhere = "redirect-elsewhere"
        /// 429 after `limit` requests within `seconds`, by key or by `User-Agent`.
        case quota

        // Bodies.
        case malformed, truncated
        /// Numbers become strings and strings numbers.
        case wrongTypes = "wrong-types"
        case nulls
        /// Every second member is missing.
        case missingKeys = "missing-keys"
        case unknownKeys = "unknown-keys"
        /// A byte order mark before the body.
        case byteOrderMark = "bom"
        /// Numbers are the word `nan`.
        case notANumber = "nan"
        /// 100,000 levels.
        case deepNesting = "deep-nesting"
        case gzip
        case brokenGzip = "broken-gzip"
        /// windows-1251, declared as UTF-8.
        case wrongCharset = "wrong-charset"
        /// A page of HTML with 200.
        case html

        // Feeds.
        /// Entities unknown to XML.
        case badEntities = "bad-entities"
        /// Entities of a DOCTYPE that expand exponentially.
        case entityBomb = "dtd-bomb"
        /// All items have one guid.
        case duplicateGuids = "duplicate-guids"
        /// Dates in all common formats and in meaningless ones.
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
    /// The prefix of affected paths below the third party's address; default: all.
    public var path: String?
    /// The number of affected requests; default: until cleared.
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

    /// A copy with further members set.
    public func with(_ change: (inout Fault) -> Void) -> Fault {
        var fault = self
        change(&fault)
        return fault
    }
}
