import Crypto
import Machine
import Platform
import SystemPackage
import Values

/// The length and SHA-256 of a file of any size.
struct FileDigest: Equatable {
    let bytes: Int
    /// The SHA-256 as 64 hexadecimal digits.
    let sha256: String

    init(of path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Files.failure("read", path) }
        defer { close(descriptor) }
        var hash = SHA256()
        var total = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Files.failure("read", path) }
            if count == 0 { break }
            hash.update(data: chunk[..<count])
            total += count
        }
        bytes = total
        sha256 = Hex.encode(hash.finalize())
    }

    static func size(of path: String) throws -> Int { Int(try Stat(FilePath(path)).size) }

    static func sha256(of bytes: some Collection<UInt8>) -> String { Hex.encode(SHA256.hash(data: Array(bytes))) }
}
