/// Something that goes wrong with a third party until it has happened often enough or is cleared.
public struct Fault: Codable, Sendable {
    /// What goes wrong.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        // How an answer comes.
        /// Nothing for `milliseconds`, then the answer.
        case delayHeaders = "delay-headers"
        /// The head, nothing for `milliseconds`, then the body.
        case delayBody = "delay-body"
        /// The answer at `bytesPerSecond`.
        case drip
        /// The request is read and never answered.
        case hang
        /// The head and `bytes` of the body, then nothing, ever.
        case stall
        /// The end of the connection after `bytes`, 0 for none at all.
        case close
        /// A reset of the connection after `bytes`.
        case reset
        /// A chunked body that never ends.
        case endlessChunks = "endless-chunks"
        /// `Content-Length` is larger than the body, then the connection ends.
        case longLength = "long-length"
        /// `Content-Length` is smaller than the body.
        case shortLength = "short-length"
        /// A chunked body of `bytes`, 50 MB where nothing is said.
        case huge

        // With which status.
        /// `status`, with what the third party says then.
        case status
        /// One of `statuses` after the other, 200 being a proper answer; then it is over.
        case sequence
        /// `status` for `failures` requests, then proper answers for `successes`, and again.
        case flapping
        /// 429 with a `Retry-After` of `seconds`, written as `retryAfter` says.
        case limited
        /// 401.
        case unauthorized
        /// 403 with a page of HTML.
        case forbidden
        /// 404 without a body.
        case notFound = "not-found"
        /// 204.
        case noContent = "no-content"
        /// Proper answers with `ETag` and `Last-Modified`, and 304 to whom has them.
        case conditional
        /// A redirect to itself.
        case redirectLoop = "redirect-loop"
        /// A redirect to `location`, another host.
        case redirectElsewhere = "redirect-elsewhere"
        /// 429 to whom has asked `limit` times within `seconds`, by key or else by `User-Agent`.
        case quota

        // With which body.
        case malformed, truncated
        /// Numbers are texts, texts are numbers.
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
        /// windows-1251, said to be UTF-8.
        case wrongCharset = "wrong-charset"
        /// A page of HTML with 200.
        case html

        // In feeds.
        /// Entities that XML does not have.
        case badEntities = "bad-entities"
        /// Entities of a DOCTYPE that grow without end.
        case entityBomb = "dtd-bomb"
        /// All items have one guid.
        case duplicateGuids = "duplicate-guids"
        /// Dates in every form that is in use, and in some that make no sense.
        case oddDates = "odd-dates"

        public init(from decoder: any Decoder) throws { self = try decoder.knownName() }
    }

    /// How `Retry-After` is written.
    public enum RetryAfter: String, CaseIterable, Codable, Sendable {
        case seconds, date, none

        public init(from decoder: any Decoder) throws { self = try decoder.knownName() }
    }

    public var thirdParty: ThirdParty
    public var fault: Kind
    /// What paths below the third party's own address begin with; all if absent.
    public var path: String?
    /// How many requests it happens to; until cleared if absent.
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

    /// The same with more said.
    public func with(_ change: (inout Fault) -> Void) -> Fault {
        var fault = self
        change(&fault)
        return fault
    }
}
