package import Platform
import SystemPackage

/// A user of this machine.
package struct SystemUser: Sendable, Equatable {
    package let name: String
    package let id: uid_t
    package let group: gid_t

    /// Looks up a user by name; returns `nil` if there is none.
    package static func named(_ name: String) -> SystemUser? {
        guard let entry = getpwnam(name) else { return nil }
        return SystemUser(name: name, id: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
    }

    /// True if this process runs as root.
    package static var isRoot: Bool { geteuid() == 0 }

    /// Returns true if the user may traverse the directory and its parents, by their owners and modes.
    package func canReach(_ directory: String) -> Bool {
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

    /// Creates a private directory for the user, or makes the user the owner of an existing one.
    package func own(_ directory: String) throws {
        try Files.makeDirectory(directory, mode: 0o700)
        try take(directory, mode: 0o700)
    }

    /// Makes the user the owner of a file or directory, and sets its mode.
    package func take(_ path: String, mode: mode_t) throws {
        guard chown(path, id, group) == 0, chmod(path, mode) == 0 else {
            throw Files.failure("give to the user \(name)", path)
        }
    }
}
