import CLibPQ
import Platform

extension PostgresConfiguration {
    /// Reads settings from a `postgresql://user:password@host:port/database?option=value` URL or a `key=value` string,
    /// as libpq does.
    ///
    /// A server that is neither on loopback nor behind a Unix socket must prove its identity: `sslmode` is
    /// `verify-full` there, with the system's certificate authorities if `sslrootcert` names none.
    ///
    /// - Parameters:
    ///   - url: the database's URL.
    ///   - password: the password, if it is not in the URL.
    ///   - allowsUnverifiedServer: accepts a weaker `sslmode` than `verify-full` for a remote server.
    /// - Throws: `invalidConfiguration`, with a message that never shows any part of the URL.
    public init(
        url: String, password: String? = nil, allowsUnverifiedServer: Bool = false
    ) throws(PostgresError) {
        var settings = try Self.parse(url)
        if let password { settings["password"] = password }
        if Self.isRemote(settings) {
            let mode = settings["sslmode", default: "verify-full"]
            guard mode == "verify-full" || allowsUnverifiedServer else {
                throw PostgresError(
                    .invalidConfiguration,
                    "sslmode=\(mode) does not prove who a remote server is: use verify-full, or allow it explicitly")
            }
            settings["sslmode"] = mode
            if mode == "verify-full", settings["sslrootcert"] == nil, let bundle = Self.systemAuthorities {
                settings["sslrootcert"] = bundle
            }
        }
        self.settings = settings
        poolSize = Int(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) * 2
    }

    private static func parse(_ url: String) throws(PostgresError) -> [String: String] {
        guard !url.utf8.contains(0) else {
            throw PostgresError(.invalidConfiguration, "the database URL holds a NUL character")
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            defer { PQfreemem(message) }
            let reason = message.map { withoutQuotations(String(cString: $0)) } ?? "out of memory"
            throw PostgresError(.invalidConfiguration, "the database URL cannot be read: \(reason)")
        }
        defer { PQconninfoFree(options) }
        var settings: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return settings
    }

    /// Removes quoted text from a message: libpq quotes input that it could not parse, possibly the password.
    static func withoutQuotations(_ message: String) -> String {
        let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
        let kept = parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "\"…\"" }
        return kept.joined().split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Returns true if any of the hosts that libpq would try is on another machine.
    static func isRemote(_ settings: [String: String]) -> Bool {
        // A service file may name any host.
        if settings["service"] != nil { return true }
        func hosts(_ name: String, _ variable: String) -> [Substring] {
            let list = settings[name] ?? getenv(variable).map { String(cString: $0) } ?? ""
            return list.split(separator: ",")
        }
        let addresses = hosts("hostaddr", "PGHOSTADDR")
        return (hosts("host", "PGHOST") + addresses).contains { !isLocal($0) }
    }

    private static func isLocal(_ host: Substring) -> Bool {
        host.hasPrefix("/") || host.hasPrefix("@") || Loopback.contains(host)
    }

    private static var systemAuthorities: String? {
        ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
            .first { access($0, R_OK) == 0 }
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The connection settings without secrets.
    public var description: String {
        let secrets: Set<String> = ["password", "sslpassword"]
        let shown = settings.sorted { $0.key < $1.key }.map { key, value in
            secrets.contains(key) ? "\(key)=…" : "\(key)=\(value)"
        }
        return "PostgreSQL(\(shown.joined(separator: " ")), pool \(poolSize))"
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// Empty, because a mirror would reveal the password.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
