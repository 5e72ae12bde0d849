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
        var hash = SHA256()
        var total = 0
        do throws(FileBytes.Fault) {
            let file = try FileBytes(path, flags: O_NOFOLLOW, chunkSize: 1 << 20)
            while let chunk = try file.next() {
                hash.update(data: chunk)
                total += chunk.count
            }
        } catch {
            throw Files.failure("read", path, cause: error.code)
        }
        bytes = total
        sha256 = Hex.encode(hash.finalize())
    }

    static func size(of path: String) throws -> Int { Int(try Stat(FilePath(path)).size) }

    static func sha256(of bytes: some Collection<UInt8>) -> String { Hex.encode(SHA256.hash(data: Array(bytes))) }
}
