import CLibPQ
import Platform

/// The times at which an attempt to connect is given up, counted from the end of the look-up of the host's name.
///
/// The resolver has limits of its own. A slow look-up that succeeds must not make the attempt fail.
struct ConnectLimits {
    /// The end of the whole attempt.
    let end: ContinuousClock.Instant
    /// The end of the TCP handshake.
    let handshakeEnd: ContinuousClock.Instant

    init(_ configuration: PostgresConfiguration, from now: ContinuousClock.Instant) {
        end = now + configuration.connectTimeout
        handshakeEnd = now + min(configuration.handshakeTimeout, configuration.connectTimeout)
    }
}

/// The beginning of an attempt to connect, and its clock; tests replace both.
struct ConnectStart {
    /// Looks up the host's name, which may take long, and begins to connect; `nil` if there is no memory.
    var lookUp: ([String: String]) -> OpaquePointer? = Session.start
    var now: () -> ContinuousClock.Instant = { .now }
}

/// One connection of libpq, used by one thread only.
///
/// Only `connect` blocks, at most until its time limit, apart from the look-up of the host's name.
final class Session {
    private let connection: OpaquePointer
    let wake: WakeEvent
    let openedAt = ContinuousClock.now
    private let usesTLS: Bool

    private init(_ connection: OpaquePointer, wake: WakeEvent) {
        self.connection = connection
        self.wake = wake
        usesTLS = PQsslInUse(connection) != 0
    }

    deinit {
        PQfinish(connection)
    }

    // MARK: Connecting

    /// Creates a connection.
    ///
    /// - Throws: `unavailable` with libpq's reason, after the time limits, or if `isStopping` returns true.
    static func connect(
        _ settings: [String: String], wake: WakeEvent, configuration: PostgresConfiguration,
        isStopping: () -> Bool, from start: ConnectStart = ConnectStart()
    ) throws(PostgresError) -> Session {
        guard let connection = start.lookUp(settings) else { throw .unavailable("no memory for a connection") }
        guard PQstatus(connection) != CONNECTION_BAD else {
            defer { PQfinish(connection) }
            throw .unavailable(message(of: connection))
        }
        let limits = ConnectLimits(configuration, from: start.now())
        if let failure = establish(connection, wake: wake, limits: limits, isStopping: isStopping, now: start.now) {
            PQfinish(connection)
            throw failure
        }
        PQsetnonblocking(connection, 1)
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        return Session(connection, wake: wake)
    }

    /// Looks up the host's name, and begins to connect; `nil` if there is no memory.
    static func start(_ settings: [String: String]) -> OpaquePointer? {
        let pairs = settings.map { (key: strdup($0.key), value: strdup($0.value)) }
        defer {
            for pair in pairs {
                free(pair.key)
                free(pair.value)
            }
        }
        let keys = pairs.map { UnsafePointer<CChar>($0.key) } + [nil]
        let values = pairs.map { UnsafePointer<CChar>($0.value) } + [nil]
        return PQconnectStartParams(keys, values, 0)
    }

    private static func establish(
        _ connection: OpaquePointer, wake: WakeEvent, limits: ConnectLimits, isStopping: () -> Bool,
        now: () -> ContinuousClock.Instant
    ) -> PostgresError? {
        var status = PGRES_POLLING_WRITING
        while status != PGRES_POLLING_OK {
            let deadline = PQstatus(connection) == CONNECTION_STARTED ? limits.handshakeEnd : limits.end
            let isWriting = status == PGRES_POLLING_WRITING
            // The socket may change at each step, because several hosts or addresses are tried in turn.
            let socket = WakeEvent.Socket(PQsocket(connection), writing: isWriting, reading: !isWriting)
            let outcome = wake.wait(for: socket, until: deadline)
            if isStopping() { return .unavailable("the PostgreSQL client has stopped") }
            if now() >= deadline { return .unavailable("PostgreSQL did not answer in time") }
            guard outcome.socket else { continue }
            status = PQconnectPoll(connection)
            if status == PGRES_POLLING_FAILED { return .unavailable(message(of: connection)) }
        }
        return nil
    }

    private static func message(of connection: OpaquePointer) -> String {
        let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        let line = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == "\t" } }.joined(separator: " ")
        return line.isEmpty ? "the connection to PostgreSQL was lost" : line
    }

    /// An `unavailable` error with libpq's last message for the connection.
    var failure: PostgresError { .unavailable(Self.message(of: connection)) }

    // MARK: Sending

    /// Enters pipeline mode, in which statements may be sent without waiting for answers; returns false on failure.
    func enterPipeline() -> Bool { PQenterPipelineMode(connection) == 1 }
    /// Leaves pipeline mode, which must have no statements in flight; returns false on failure.
    func exitPipeline() -> Bool { PQexitPipelineMode(connection) == 1 }

    func sendPrepare(_ sql: String, as name: String) -> Bool {
        PQsendPrepare(connection, name, sql, 0, nil) == 1
    }

    func sendPrepared(_ name: String, _ parameters: PostgresParameters) -> Bool {
        parameters.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1) == 1
        }
    }

    func sendPlain(_ sql: String, _ parameters: PostgresParameters = .none) -> Bool {
        parameters.withPointers { count, values, lengths, formats in
            PQsendQueryParams(connection, sql, count, nil, values, lengths, formats, 1) == 1
        }
    }

    /// Ends a unit and sends the buffered commands; an error in the unit does not affect later statements.
    func sendSync() -> Bool { PQpipelineSync(connection) == 1 }

    /// Sends SQL text with any number of statements; must not be called in pipeline mode.
    func sendSimple(_ sql: String) -> Bool { PQsendQuery(connection, sql) == 1 }

    func sendCopy(_ bytes: UnsafeRawBufferPointer) -> Bool {
        PQputCopyData(
            connection, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(truncatingIfNeeded: bytes.count))
            == 1
    }

    /// Ends the rows of a `COPY`; with a `failure`, the server discards them.
    func sendCopyEnd(failure: String?) -> Bool { PQputCopyEnd(connection, failure) == 1 }

    enum Flush { case done, blocked, failed }

    /// Sends as much data as the socket accepts.
    func flush() -> Flush {
        switch PQflush(connection) {
        case 0: .done
        case 1: .blocked
        default: .failed
        }
    }

    // MARK: Receiving

    /// Waits for the socket, for a signal or until `end`.
    func wait(writing: Bool, until end: ContinuousClock.Instant?) -> WakeEvent.Outcome {
        wake.wait(for: WakeEvent.Socket(PQsocket(connection), writing: writing, reading: true), until: end)
    }

    /// Reads the data that has arrived; returns false if the connection is lost.
    func consume() -> Bool {
        guard PQconsumeInput(connection) == 1 else { return false }
        if usesTLS, PQisBusy(connection) != 0 {
            // Decrypted bytes do not make the socket readable; a TLS record holds at most twice what one call reads.
            return PQconsumeInput(connection) == 1 && PQconsumeInput(connection) == 1
        }
        return true
    }

    enum Reply {
        /// The next reply has not arrived.
        case pending
        /// The end of one statement's results.
        case end
        case result(ResultStorage)
        case error(PostgresError)
        /// Skipped because an earlier statement of the same unit failed.
        case aborted
        /// The end of one unit.
        case sync
        /// The server is ready for the rows of a `COPY`.
        case copyIn
        case unexpected
    }

    /// Returns the next reply in the data read so far.
    func nextReply() -> Reply {
        if PQisBusy(connection) != 0 { return .pending }
        guard let pointer = PQgetResult(connection) else { return .end }
        let result = ResultStorage(owning: pointer)
        switch PQresultStatus(pointer) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return .result(result)
        case PGRES_PIPELINE_SYNC: return .sync
        case PGRES_PIPELINE_ABORTED: return .aborted
        case PGRES_FATAL_ERROR: return .error(result.error)
        case PGRES_COPY_IN: return .copyIn
        default: return .unexpected
        }
    }

    /// Returns the payload of the next notification in the data read so far.
    func nextNotification() -> String? {
        guard let notification = PQnotifies(connection) else { return nil }
        defer { PQfreemem(notification) }
        return notification.pointee.extra.map { String(cString: $0) } ?? ""
    }

    enum TransactionStatus { case idle, open, failed, unknown }

    var transactionStatus: TransactionStatus {
        switch PQtransactionStatus(connection) {
        case PQTRANS_IDLE: .idle
        case PQTRANS_INTRANS, PQTRANS_ACTIVE: .open
        case PQTRANS_INERROR: .failed
        default: .unknown
        }
    }

    /// Returns a handle by which another thread can cancel the running statement.
    func cancellation() -> Cancellation? { PQgetCancel(connection).map(Cancellation.init(owning:)) }

    /// The database's encoding, as the server reported it.
    var serverEncoding: String {
        PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } ?? ""
    }
}

/// A handle to cancel one connection's running statement.
///
/// Unchecked: libpq allows its use from any thread.
final class Cancellation: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        PQfreeCancel(pointer)
    }

    /// Sends the request over a separate connection; blocks until the server has passed it on.
    func request() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(pointer, &message, Int32(message.count))
    }
}

extension ResultStorage {
    /// The error that this result reports.
    var error: PostgresError {
        // The letters are the protocol's field codes.
        func field(_ code: Unicode.Scalar) -> String? {
            PQresultErrorField(pointer, Int32(code.value)).map { String(cString: $0) }
        }
        guard let sqlState = field("C") else {
            // Reported by libpq itself: the connection is lost.
            let text = PQresultErrorMessage(pointer).map { String(cString: $0) } ?? ""
            return .unavailable(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        }
        return PostgresError(
            PostgresError.ServerReport(
                sqlState: sqlState, message: field("M") ?? "", detail: field("D"), context: field("W"),
                constraint: field("n"), column: field("c")))
    }
}

extension PostgresParameters {
    /// Calls `body` with the arrays that libpq expects.
    func withPointers<Result>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        if entries.isEmpty { return body(0, nil, nil, nil) }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                let values = entries.map { entry in entry.offset.flatMap { text.baseAddress?.advanced(by: $0) } }
                let lengths = entries.map { Int32(truncatingIfNeeded: $0.length) }
                let formats = entries.map { $0.isBinary ? Int32(1) : 0 }
                return body(Int32(truncatingIfNeeded: entries.count), values, lengths, formats)
            }
        }
    }
}
