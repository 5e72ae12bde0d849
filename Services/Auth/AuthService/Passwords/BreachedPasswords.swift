import AuthContract
import Crypto
import Platform
import Values

/// The passwords from data breaches, in a file that an operator made with ``BreachedPasswordsFile``.
///
/// The file stays on disk: a look-up reads a few hundred bytes of it, which the system keeps if there is room. So it
/// takes no memory of the process, and a damaged disk fails a look-up, not the process.
final class BreachedPasswords: Sendable {
    private let layout: BreachedPasswordsLayout
    private let descriptor: Int32

    /// Opens a file and reads it once to check it.
    init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BreachedPasswordsFault(path, errno: errno) }
        do {
            layout = try BreachedPasswordsLayout.checked(descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The number of passwords.
    var count: Int { layout.count }

    /// Returns true if a password is in the file; also for about one other password in a thousand.
    ///
    /// A password that cannot be looked up, because the disk fails, is not refused.
    func contains(_ password: Password) -> Bool {
        let digest = Array(Insecure.SHA1.hash(data: password.text.normalizedBytes))
        let (bucket, rest) = layout.place(of: digest)
        guard let bounds = read(layout.indexStart + 4 * bucket, 8) else { return false }
        let (start, end) = (Int(Self.number(bounds[0..<4])), Int(Self.number(bounds[4..<8])))
        guard start < end, end <= layout.count, end - start <= BreachedPasswordsLayout.largestBucket,
            let entries = read(layout.entriesStart + 2 * start, 2 * (end - start))
        else { return false }
        return stride(from: 0, to: entries.count, by: 2).contains {
            UInt16(entries[$0]) | UInt16(entries[$0 + 1]) << 8 == rest
        }
    }

    private func read(_ offset: Int, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// The layout of a file of breached passwords.
///
/// All numbers are little-endian.
///
/// | bytes | content |
/// | --- | --- |
/// | 8 | `VokolBrP` |
/// | 4 | the version of the format, 1 |
/// | 4 | the number of leading bits of a SHA-1 hash that choose its bucket |
/// | 8 | the number of passwords |
/// | 4 for each bucket, and 4 | the number of passwords before the bucket |
/// | 2 for each password | the 16 bits of its hash after those that choose the bucket |
/// | 32 | the SHA-256 of everything before |
struct BreachedPasswordsLayout: Sendable, Equatable {
    static let magic = Array("VokolBrP".utf8)
    static let version = 1
    static let bitRange = 4...24
    /// The maximum number of passwords of one bucket that a look-up reads.
    static let largestBucket = 65_536
    private static let headerSize = 24
    private static let digestSize = 32

    var bits: Int
    var count: Int

    var indexStart: Int { Self.headerSize }
    var entriesStart: Int { indexStart + 4 * ((1 << bits) + 1) }
    /// The size of the file without its checksum.
    var contentSize: Int { entriesStart + 2 * count }

    /// The bytes before the index.
    var header: [UInt8] {
        Self.magic + Self.bytes(UInt32(Self.version)) + Self.bytes(UInt32(bits)) + Self.bytes(UInt64(count))
    }

    /// Returns the bucket of a SHA-1 hash, and the bits that its entry holds.
    func place(of digest: [UInt8]) -> (bucket: Int, rest: UInt16) {
        let head = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (Int(head >> UInt64(64 - bits)), UInt16(truncatingIfNeeded: head >> UInt64(48 - bits)))
    }

    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// Reads an open file from beginning to end and returns its layout if it is complete and unchanged.
    ///
    /// The file is the one that look-ups read, even if another one takes its name meanwhile.
    ///
    /// - Parameter path: its name, for errors.
    static func checked(_ descriptor: Int32, path: String) throws -> BreachedPasswordsLayout {
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var hash = SHA256()
        // The last bytes are the checksum, wherever chunks end.
        var tail: [UInt8] = []
        var header: [UInt8] = []
        var size = 0
        while true {
            let length = pread(descriptor, &chunk, chunk.count, off_t(size))
            if length == 0 { break }
            guard length > 0 else { throw BreachedPasswordsFault(path, errno: errno) }
            size += length
            if header.count < headerSize { header += chunk[..<length].prefix(headerSize - header.count) }
            tail += chunk[..<length]
            let content = max(0, tail.count - digestSize)
            tail[..<content].withUnsafeBytes { hash.update(bufferPointer: $0) }
            tail.removeFirst(content)
        }
        guard header.count == headerSize, header.starts(with: magic) else {
            throw BreachedPasswordsFault(path, "is not a file that `vokol-auth breached` made")
        }
        func number(_ range: Range<Int>) -> UInt64 { header[range].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        guard number(8..<12) == UInt64(version) else {
            throw BreachedPasswordsFault(
                path, "has version \(number(8..<12)) of the format; this program reads \(version)")
        }
        guard let bits = Int(exactly: number(12..<16)), bitRange.contains(bits), number(16..<24) < UInt64(UInt32.max)
        else { throw BreachedPasswordsFault(path, "is damaged: its header is not valid") }
        let layout = BreachedPasswordsLayout(bits: bits, count: Int(number(16..<24)))
        guard size == layout.contentSize + digestSize else {
            throw BreachedPasswordsFault(
                path, "is damaged: it has \(size) bytes instead of \(layout.contentSize + digestSize)")
        }
        guard Array(hash.finalize()) == tail else {
            throw BreachedPasswordsFault(path, "is damaged: its checksum does not match; make it again")
        }
        return layout
    }
}

/// The reason that a file of breached passwords, or the list that it is made from, cannot be used.
struct BreachedPasswordsFault: Error, CustomStringConvertible {
    let description: String

    init(_ path: String, _ detail: String) { description = "\(path) \(detail)" }

    init(_ path: String, errno code: Int32) { self.init(path, "cannot be read: \(String(cString: strerror(code)))") }
}
