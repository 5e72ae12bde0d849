import Machine
import Wire

/// An account for trying out an instance, created once; its random password is only in the instance's directory.
package struct DemonstrationAccount: Codable, Sendable {
    package static let email = "demo@vokol.example"
    package static let login = "demo"

    package var email: String
    package var password: String

    package init(email: String, password: String) {
        self.email = email
        self.password = password
    }

    package static func read(_ directory: InstanceDirectory) throws -> DemonstrationAccount? {
        guard let bytes = try Files.read(directory.demonstration) else { return nil }
        return try JSONCoding.decode(DemonstrationAccount.self, from: bytes)
    }
}
