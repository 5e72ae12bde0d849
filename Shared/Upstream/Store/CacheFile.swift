import CSQLite
import Platform
import Values

/// A value on disk.
struct StoredValue: Hashable, Sendable {
    /// The value as JSON.
    var value: [UInt8]
    var fetchedAt: Instant
    var validators: Validators
    /// The time of the latest failed refresh, if any.
    var failedAt: Instant?
}

/// A file of cached values with one table, bounded in bytes and rows; for use by one thread at a time.
final class CacheFile {
    /// The version of the table; files of another version are deleted, since they are only caches.
    static let version: Int64 = 2
    /// The maximum number of rows.
    static let maximumRows = 200_000
    /// The maximum number of replicas that share a directory.
    static let maximumReplicas = 16

    /// The reason why no file could be opened.
    enum Fault: Error, CustomStringConvertible {
        case directory(Int32)
        case file(SQLiteError)
        case taken

        var description: String {
            switch self {
            case .directory(let code): "the directory cannot be created: error \(code)"
            case .file(let error): "\(error)"
            case .taken: "all \(CacheFile.maximumReplicas) files are in use"
            }
        }
    }

    /// The file's path.
    let path: String
    /// The total size of all keys and values, in bytes.
    private(set) var bytes: Int
    private(set) var rows: Int
    private let maximumBytes: Int
    private let connection: SQLiteConnection
    private let selection: SQLiteStatement
    private let timeSelection: SQLiteStatement
    private let insertion: SQLiteStatement
    private let confirmation: SQLiteStatement
    private let failure: SQLiteStatement
    private let removal: SQLiteStatement
    private let eviction: SQLiteStatement

    /// Opens the first file of a process in a directory that no other replica has locked; creates it if needed.
    ///
    /// - Parameters:
    ///   - maximumBytes: the limit for keys and values.
    ///   - maximumPages: the limit for the file, in pages of 4,096 bytes; `nil` for twice the limit of values.
    ///   - recreated: called for each unusable file that was replaced.
    static func open(
        directory: String, process: String, maximumBytes: Int, maximumPages: Int? = nil, recreated: (String) -> Void
    ) throws(Fault) -> CacheFile {
        // Limits the file even if the recorded sum of sizes is wrong.
        let maximumPages = maximumPages ?? max(64, maximumBytes / 2_048)
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw .directory(errno) }
        for replica in 1...maximumReplicas {
            let path = "\(directory)/\(process)-\(replica).sqlite"
            do throws(SQLiteError) {
                return try CacheFile(path: path, maximumBytes: maximumBytes, maximumPages: maximumPages)
            } catch {
                if error.isLock { continue }
                guard error.isCorruption else { throw .file(error) }
            }
            recreated(path)
            delete(path)
            do throws(SQLiteError) {
                return try CacheFile(path: path, maximumBytes: maximumBytes, maximumPages: maximumPages)
            } catch {
                throw .file(error)
            }
        }
        throw .taken
    }

    /// Deletes a file and the files that SQLite keeps beside it.
    static func delete(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    private init(path: String, maximumBytes: Int, maximumPages: Int) throws(SQLiteError) {
        self.path = path
        self.maximumBytes = maximumBytes
        connection = try SQLiteConnection(path: path)
        // Private, because keys reveal people's whereabouts.
        chmod(path, 0o600)
        try Self.prepare(connection, maximumPages: maximumPages)
        bytes = Int(try connection.number("SELECT coalesce(sum(size), 0) FROM entries"))
        rows = Int(try connection.number("SELECT count(*) FROM entries"))
        selection = try connection.prepare(
            "SELECT value, fetched, tag, modified, failed FROM entries WHERE cache = ?1 AND key = ?2")
        timeSelection = try connection.prepare("SELECT fetched FROM entries WHERE cache = ?1 AND key = ?2")
        insertion = try connection.prepare(
            """
            INSERT INTO entries (cache, key, value, fetched, tag, modified, size) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
        confirmation = try connection.prepare(
            "UPDATE entries SET fetched = ?3, failed = NULL WHERE cache = ?1 AND key = ?2")
        failure = try connection.prepare("UPDATE entries SET failed = ?3 WHERE cache = ?1 AND key = ?2")
        removal = try connection.prepare("DELETE FROM entries WHERE cache = ?1 AND key = ?2 RETURNING size")
        eviction = try connection.prepare(
            "DELETE FROM entries WHERE id = (SELECT id FROM entries ORDER BY fetched, id LIMIT 1) RETURNING size")
    }

    private static func prepare(_ connection: SQLiteConnection, maximumPages: Int) throws(SQLiteError) {
        // A process locks its file while it runs, so no shared memory is needed and a second process notices.
        try connection.run("PRAGMA locking_mode = EXCLUSIVE")
        try connection.run("PRAGMA journal_mode = WAL")
        // A power failure may lose the latest values, but does not corrupt the file.
        try connection.run("PRAGMA synchronous = NORMAL")
        // 128 KiB: the system caches the file's pages anyway.
        try connection.run("PRAGMA cache_size = -128")
        try connection.run("PRAGMA journal_size_limit = 4194304")
        try connection.run("PRAGMA max_page_count = \(maximumPages)")
        try connection.run("BEGIN IMMEDIATE")
        if try connection.number("PRAGMA user_version") != version {
            try connection.run("DROP TABLE IF EXISTS entries")
            try connection.run(schema)
        }
        try connection.run("COMMIT")
    }

    private static let schema = """
        CREATE TABLE entries (
            id INTEGER PRIMARY KEY,
            cache TEXT NOT NULL,
            key TEXT NOT NULL,
            value BLOB NOT NULL,
            fetched INTEGER NOT NULL,
            tag TEXT,
            modified TEXT,
            failed INTEGER,
            size INTEGER NOT NULL,
            UNIQUE (cache, key)
        );
        CREATE INDEX entries_by_age ON entries (fetched);
        PRAGMA user_version = \(version);
        """

    func read(cache: String, key: String) throws(SQLiteError) -> StoredValue? {
        try selection.first([.text(cache), .text(key)]) { row in
            StoredValue(
                value: row.blob(0), fetchedAt: Self.instant(row.number(1)),
                validators: Validators(entityTag: row.text(2), lastModified: row.text(3)),
                failedAt: row.text(4).flatMap { Int64($0) }.map(Self.instant))
        }
    }

    func fetchedAt(cache: String, key: String) throws(SQLiteError) -> Instant? {
        try timeSelection.first([.text(cache), .text(key)]) { row in Self.instant(row.number(0)) }
    }

    /// Returns a time in a range safe for arithmetic, whatever the file holds.
    private static func instant(_ milliseconds: Int64) -> Instant {
        Instant(milliseconds: min(max(milliseconds, Instant.range.lowerBound), Instant.range.upperBound))
    }

    /// Writes or replaces a value, deleting the oldest values to make room.
    func write(_ stored: StoredValue, cache: String, key: String) throws(SQLiteError) {
        let before = (bytes, rows)
        try connection.run("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try replace(stored, cache: cache, key: key)
            try connection.run("COMMIT")
        } catch {
            (bytes, rows) = before
            // SQLite rolls back by itself after some errors.
            try? connection.run("ROLLBACK")
            throw error
        }
    }

    private func replace(_ stored: StoredValue, cache: String, key: String) throws(SQLiteError) {
        let size = stored.value.count + cache.utf8.count + key.utf8.count
        try remove(cache: cache, key: key)
        guard size <= maximumBytes else { return }
        while rows > 0, bytes + size > maximumBytes || rows >= Self.maximumRows { try evictOldest() }
        func value(_ text: String?) -> SQLiteStatement.BoundValue { text.map { .text($0) } ?? .null }
        try insertion.run([
            .text(cache), .text(key), .blob(stored.value), .number(stored.fetchedAt.milliseconds),
            value(stored.validators.entityTag), value(stored.validators.lastModified), .number(Int64(size)),
        ])
        bytes += size
        rows += 1
    }

    /// Records the time at which the third party confirmed the value.
    func confirm(cache: String, key: String, at fetched: Instant) throws(SQLiteError) {
        try confirmation.run([.text(cache), .text(key), .number(fetched.milliseconds)])
    }

    /// Records the time of a failed refresh.
    func fail(cache: String, key: String, at failed: Instant) throws(SQLiteError) {
        try failure.run([.text(cache), .text(key), .number(failed.milliseconds)])
    }

    func remove(cache: String, key: String) throws(SQLiteError) {
        if let size = try removal.first([.text(cache), .text(key)], { Int($0.number(0)) }) { removed(size) }
    }

    private func evictOldest() throws(SQLiteError) {
        guard let size = try eviction.first([], { Int($0.number(0)) }) else {
            // The sums were wrong: count again from zero.
            (bytes, rows) = (0, 0)
            return
        }
        removed(size)
    }

    private func removed(_ size: Int) {
        bytes -= size
        rows -= 1
    }
}
