import Platform
import SystemPackage

/// A user of this machine.
struct SystemUser: Sendable, Equatable {
    let name: String
    let id: uid_t
    let group: gid_t

    /// The user of that name; `nil` if there is none.
    static func named(_ name: String) -> SystemUser? {
        guard let entry = getpwnam(name) else { return nil }
        return SystemUser(name: name, id: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
    }

    /// Whether this process runs as root.
    static var isRoot: Bool { geteuid() == 0 }

    /// Whether the user can pass through the directory and all above it, as far as owner and mode tell.
    func canReach(_ directory: String) -> Bool {
        var path: String? = directory
        while let current = path {
            guard let status = try? Stat(FilePath(current)) else { return false }
            let needed: FilePermissions =
                if status.userID.rawValue == id {
                    .ownerExecute
                } else if status.groupID.rawValue == group {
                    .groupExecute
                } else {
                    .otherExecute
                }
            guard status.permissions.contains(needed) else { return false }
            path = Files.parent(of: current)
        }
        return true
    }

    /// Makes a directory that belongs to the user alone, or gives an existing one to it.
    func own(_ directory: String) throws {
        try Files.makeDirectory(directory, mode: 0o700)
        guard chown(directory, id, group) == 0, chmod(directory, 0o700) == 0 else {
            throw Files.failure("give to the user \(name)", directory)
        }
    }
}
