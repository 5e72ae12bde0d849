public import AuthContract
import Platform
import Values
import Wire

/// A store in a file that only the user can read.
///
/// The file is replaced atomically. Use one per process: two clients would take each other's refresh tokens.
public struct FileTokenStore: TokenStore {
    private static let maximumBytes = 65_536
    private let path: String

    public init(path: String) { self.path = path }

    public func load() throws -> Auth.Tokens? {
        do {
            let bytes = try FileBytes.read(path, maximum: Self.maximumBytes, flags: O_NOFOLLOW)
            return try CallAnswer.decode(Auth.Tokens.self, from: bytes)
        } catch let fault as FileBytes.Fault where fault.code == ENOENT {
            return nil
        }
    }

    public func save(_ tokens: Auth.Tokens?) throws {
        if let tokens { return try FileBytes.write(try JSONCoding.encode(tokens), to: path, mode: 0o600) }
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("cannot remove \(path)", code: errno) }
    }
}
