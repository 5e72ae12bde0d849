import Wire

/// The account that everyone may try an instance with; made once, known to nobody but its directory.
struct DemonstrationAccount: Codable, Sendable {
    var email: String
    var password: String

    static func read(_ directory: InstanceDirectory) throws -> DemonstrationAccount? {
        guard let bytes = try Files.read(directory.demonstration) else { return nil }
        return try JSONCoding.decode(DemonstrationAccount.self, from: bytes)
    }

    static func provide(in directory: InstanceDirectory) async throws -> DemonstrationAccount? {
        try read(directory)
    }
}
