import GatewayClient
import LocalPostgres
import Machine
import Platform
import SystemPackage

/// The directories and the user of an instance's private PostgreSQL.
struct PostgresPlace: Sendable {
    /// The user that owns the data and runs the server; `nil` for the current user.
    let user: SystemUser?
    /// The name of that user and of the database superuser.
    let owner: String
    /// The server's directory, which contains the data and, if its path is short enough, the socket.
    let directory: String
    let socketDirectory: String
    /// A remark for the operator if the data is outside the instance's directory.
    let remark: String?

    var data: String { "\(directory)/data" }

    /// The maximum length of a Unix socket's path, in bytes.
    private static let maximumSocketPath = 107

    /// Chooses the directories and creates them.
    static func choose(for instance: InstanceDirectory, identifier: String) throws -> PostgresPlace {
        guard let user = try PostgresServer.user() else {
            guard let entry = getpwuid(geteuid()) else {
                throw OperatorError("user \(geteuid()) has no name, which PostgreSQL needs: add it to /etc/passwd")
            }
            try Files.makeDirectory(instance.postgres, mode: 0o700)
            return PostgresPlace(
                user: nil, owner: String(cString: entry.pointee.pw_name), directory: instance.postgres,
                socketDirectory: try socketDirectory(in: instance.postgres, identifier: identifier, user: nil),
                remark: nil)
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

    /// Removes a separate socket directory; the next start recreates it.
    func tidy() {
        if socketDirectory != directory { rmdir(socketDirectory) }
    }

    /// Returns the server's directory, or a private one in /tmp if its path is too long for a socket.
    private static func socketDirectory(in directory: String, identifier: String, user: SystemUser?) throws -> String {
        if "\(directory)/.s.PGSQL.65535.lock".utf8.count <= maximumSocketPath { return directory }
        let short = "/tmp/vokol-\(identifier)"
        if mkdir(short, 0o700) == 0 {
            if let user { try user.own(short) }
        } else if errno != EEXIST {
            throw Files.failure("create the directory", short)
        }
        // Any user can create names in /tmp: checks that the directory is private and belongs to the server's user.
        guard let status = try? Stat(FilePath(short), followTargetSymlink: false), status.type == .directory,
            status.permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute]),
            status.userID.rawValue == user?.id ?? geteuid()
        else { throw OperatorError("\(short) belongs to another user; remove it or use a shorter --directory") }
        return short
    }
}
