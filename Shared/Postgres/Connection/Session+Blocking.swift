import Platform

extension Session {
    /// Runs one operation and waits until it ends; must not be called in pipeline mode.
    ///
    /// - Throws: the server's error, `deadlineExceeded`, `cancelled` if `isStopping` returns true after a wake-up, or
    ///   `unavailable`.
    @discardableResult
    func run(
        _ operation: BlockingOperation, deadline: ContinuousClock.Instant, isStopping: () -> Bool = { false }
    ) throws(PostgresError) -> ResultStorage? {
        let isSent =
            switch operation {
            case .statement(let sql, let parameters): sendPlain(sql, parameters)
            case .script(let sql): sendSimple(sql)
            }
        guard isSent else { throw failure }
        var last: ResultStorage?
        var firstError: PostgresError?
        while true {
            switch nextReply() {
            case .end:
                if let firstError { throw firstError }
                return last
            case .result(let result): last = result
            case .error(let error): firstError = firstError ?? error
            case .pending: try waitForMore(deadline: deadline, isStopping: isStopping)
            case .copyIn, .sync, .aborted, .unexpected:
                throw PostgresError(.protocolViolation, "PostgreSQL connection given up: an unknown kind of answer")
            }
        }
    }

    private func waitForMore(
        deadline: ContinuousClock.Instant, isStopping: () -> Bool
    ) throws(PostgresError) {
        let flushed = flush()
        if case .failed = flushed { throw failure }
        var isBlocked = false
        if case .blocked = flushed { isBlocked = true }
        let outcome = wait(writing: isBlocked, until: deadline)
        if isStopping() {
            cancellation()?.request()
            throw PostgresError(.cancelled, "cancelled")
        }
        if outcome.socket {
            guard consume() else { throw failure }
        } else if ContinuousClock.now >= deadline {
            cancellation()?.request()
            throw PostgresError(.deadlineExceeded, "PostgreSQL did not answer in time")
        }
    }
}

/// An operation outside pipeline mode.
enum BlockingOperation {
    /// One statement, with results in binary form.
    case statement(String, PostgresParameters)
    /// Any number of statements.
    case script(String)
}

/// Rejects databases whose encoding or locale would corrupt or hide text.
enum DatabaseCheck {
    // Read as JSON, because some of the columns exist in newer versions only.
    private static let query = """
        SELECT d->>'encoding' = '6' AS is_utf8, coalesce(d->>'datctype', '') AS character_type,
            coalesce(d->>'datlocprovider', 'c') AS provider, coalesce(d->>'datlocale', d->>'daticulocale', '') AS locale
        FROM (SELECT to_jsonb(pg_database) AS d FROM pg_database WHERE datname = current_database()) AS found
        """

    /// Throws `incompatibleDatabase` unless the encoding and the locale that classifies letters are UTF-8.
    static func check(_ session: Session, deadline: ContinuousClock.Instant) throws(PostgresError) {
        guard let found = try session.run(.statement(query, .none), deadline: deadline), found.rowCount == 1 else {
            throw .unavailable("PostgreSQL did not describe its database")
        }
        let row = PostgresRow(storage: found, index: 0)
        let characterType = try row.read("character_type", as: String.self)
        let locale = try row.read("locale", as: String.self)
        guard try row.read("is_utf8", as: Bool.self) else {
            throw incompatible("its encoding is \(session.serverEncoding)")
        }
        // 'c': the C library's locales; 'i': ICU's, always Unicode; 'b': built-in ones, where C means ASCII.
        let isUnicode =
            switch try row.read("provider", as: String.self) {
            case "i": true
            case "b": locale != "C"
            default: isUTF8(characterType)
            }
        guard isUnicode else { throw incompatible("its LC_CTYPE is \(characterType)") }
    }

    private static func isUTF8(_ locale: String) -> Bool {
        let encoding = locale.drop { $0 != "." }.filter { $0 != "-" }.lowercased()
        return encoding.hasPrefix(".utf8")
    }

    private static func incompatible(_ reason: String) -> PostgresError {
        PostgresError(
            .incompatibleDatabase,
            "the database must be UTF-8 with a UTF-8 locale, but \(reason): searches for anything but English letters "
                + "would fail silently. Create it with ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0")
    }
}
