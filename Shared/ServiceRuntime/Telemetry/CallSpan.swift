import Contract
public import RPC

/// The span of one answered call, in the gateway or in a service.
///
/// It holds no parameters, no account and no address: traces are read by more people than the data that calls carry.
public struct CallSpan: Sendable {
    /// The span's place in its trace.
    public var trace: TraceContext
    /// The called method, or `_other`.
    public var method: String
    /// The number of the error code; `nil` for a result.
    public var code: Int?
    public var reason: String?
    /// The time from the arrival of the call to its answer, in nanoseconds.
    public var nanoseconds: Int64
    /// The client's transport, such as `http`; `nil` in services.
    public var transport: String?
    /// The HTTP status of the answer, if it was sent over HTTP.
    public var status: Int?
    /// The number of replicas tried; `nil` in services.
    public var attempts: Int?
    /// The end of the call, in nanoseconds since 1970; set when the span is recorded.
    var endedAt: UInt64 = 0

    /// Creates the span of a call that ends now.
    public init(trace: TraceContext, method: String, code: Int?, reason: String?, nanoseconds: Int64) {
        self.trace = trace
        self.method = method
        self.code = code
        self.reason = reason
        self.nanoseconds = nanoseconds
    }

    /// The start of the call, in nanoseconds since 1970.
    var startedAt: UInt64 { endedAt - min(endedAt, UInt64(max(0, nanoseconds))) }

    /// The error code, if it is in the registry.
    var errorCode: ErrorCode? { code.flatMap { ErrorCode(number: $0) } }

    /// True if the call failed through the fault of a server, which is the only reason for a server's span to be red.
    var isFault: Bool { code != nil && (errorCode?.httpStatus ?? 500) >= 500 }
}
