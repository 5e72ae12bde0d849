import Platform
import SystemPackage

/// Where the private PostgreSQL of an instance lies, and as whom it runs.
struct PostgresPlace: Sendable {
    /// Who owns the data and runs the server; `nil` for the user of this process.
    let user: SystemUser?
    /// The name of that user, and of the database's superuser.
    let owner: String
    /// The server's own directory: data and, where its path is short enough, the socket.
    let directory: String
    let socketDirectory: String
    /// Why the directory is not the instance's own, to be told; `nil` if it is.
    let remark: String?

    var data: String { "\(directory)/data" }

    /// The most bytes that the path of a Unix socket may have.
    private static let maximumSocketPath = 107

    /// Chooses the place and makes its directories.
    static func choose(for instance: InstanceDirectory, identifier: String) throws -> PostgresPlace {
        guard SystemUser.isRoot else {
            guard let entry = getpwuid(geteuid()) else {
                throw OperatorError("user \(geteuid()) has no name, which PostgreSQL needs: add it to /etc/passwd")
            }
            try Files.makeDirectory(instance.postgres, mode: 0o700)
            return PostgresPlace(
                user: nil, owner: String(cString: entry.pointee.pw_name), directory: instance.postgres,
                socketDirectory: try socketDirectory(in: instance.postgres, identifier: identifier, user: nil),
                remark: nil)
        }
        // PostgreSQL refuses to run as root.
        guard let user = SystemUser.named("postgres") ?? SystemUser.named("nobody") else {
            throw OperatorError(
                "PostgreSQL must not run as root, and there is no user postgres: adduser --system postgres")
        }
        var directory = Files.absolute(instance.postgres)
        var remark: String?
        if !Files.exists(directory), !user.canReach(instance.path) {
            let elsewhere = "/var/lib/vokol/\(identifier)"
            try Files.makeDirectory("/var/lib/vokol", mode: 0o711)
            try user.own(elsewhere)
            guard symlink(elsewhere, instance.postgres) == 0 else { throw Files.failure("make", instance.postgres) }
            remark = "data in \(elsewhere), because the user \(user.name) cannot reach \(instance.path)"
            directory = elsewhere
        }
        try user.own(directory)
        return PostgresPlace(
            user: user, owner: user.name, directory: directory,
            socketDirectory: try socketDirectory(in: directory, identifier: identifier, user: user), remark: remark)
    }

    /// Removes the socket's directory if it lies apart; the next start makes it again.
    func tidy() {
        if socketDirectory != directory { rmdir(socketDirectory) }
    }

    /// The server's directory, or where that has too long a path one of its own in /tmp that nobody else can enter.
    private static func socketDirectory(in directory: String, identifier: String, user: SystemUser?) throws -> String {
        if "\(directory)/.s.PGSQL.65535.lock".utf8.count <= maximumSocketPath { return directory }
        let short = "/tmp/vokol-\(identifier)"
        if mkdir(short, 0o700) == 0 {
            if let user { try user.own(short) }
        } else if errno != EEXIST {
            throw Files.failure("make the directory", short)
        }
        // Anyone can make a name in /tmp: only a directory of our own, closed to others, is good enough.
        guard let status = try? Stat(FilePath(short), followTargetSymlink: false), status.type == .directory,
            status.permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute]),
            status.userID.rawValue == user?.id ?? geteuid()
        else { throw OperatorError("\(short) belongs to somebody else; remove it or use a shorter --directory") }
        return short
    }
}
