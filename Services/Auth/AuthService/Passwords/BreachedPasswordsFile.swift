import Crypto
import Platform

/// Makes a file of breached passwords from a list of SHA-1 hashes, as Have I Been Pwned publishes it.
///
/// Each line of the list is a hash in hexadecimal digits, optionally followed by `:` and a count, in ascending order.
/// The list is read once, in chunks; the work takes 64 MiB at most.
struct BreachedPasswordsFile {
    /// The average length of a line of such lists, from which the number of buckets is derived.
    private static let lineLength = 44
    private static let passwordsPerBucket = 16
    private static let longestLine = 128
    private static let hashDigits = 40

    /// Writes a file and returns the number of passwords in it; replaces an older file once the new one is complete.
    static func write(list: String, to path: String) throws -> Int {
        let layout = try BreachedPasswordsLayout(bits: bits(forListOf: size(of: list)), count: 0)
        let draft = try DraftFile(path)
        var file = BreachedPasswordsFile(layout: layout, draft: draft, list: list)
        try file.readList()
        return try file.finish()
    }

    private var layout: BreachedPasswordsLayout
    private let draft: DraftFile
    private let list: String
    /// The number of passwords before each bucket that has begun.
    private var index: [UInt32] = []
    private var last: [UInt8] = []
    private var lineNumber = 0

    private init(layout: BreachedPasswordsLayout, draft: DraftFile, list: String) {
        self.layout = layout
        self.draft = draft
        self.list = list
        index.reserveCapacity((1 << layout.bits) + 1)
    }

    private mutating func readList() throws {
        // The index is written at the end, when it is known.
        try draft.skip(layout.entriesStart)
        let input = try FileBytes(list, chunkSize: 1 << 20)
        var line: [UInt8] = []
        while let chunk = try input.next() {
            var rest = chunk
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[rest.startIndex..<end]
                try add(line)
                line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            line += rest
            guard line.count <= Self.longestLine else { throw fault("is too long") }
        }
        if !line.isEmpty { try add(line) }
    }

    private mutating func add(_ line: [UInt8]) throws {
        lineNumber += 1
        let digits = line.prefix(Self.hashDigits)
        let end = line.dropFirst(Self.hashDigits).first
        guard digits.count == Self.hashDigits, let digest = Self.bytes(digits),
            end == nil || end == UInt8(ascii: ":") || end == UInt8(ascii: "\r")
        else { throw fault("is not a SHA-1 hash of 40 hexadecimal digits") }
        if digest == last { return }
        guard last.lexicographicallyPrecedes(digest) else {
            throw fault("is not in ascending order; order the list by hash, for example with `LC_ALL=C sort`")
        }
        last = digest
        let (bucket, rest) = layout.place(of: digest)
        guard layout.count < Int(UInt32.max) - 1 else { throw fault("is one too many") }
        while index.count <= bucket { index.append(UInt32(layout.count)) }
        try draft.append(BreachedPasswordsLayout.bytes(rest))
        layout.count += 1
    }

    private mutating func finish() throws -> Int {
        guard layout.count > 0 else { throw BreachedPasswordsFault(list, "has no hashes") }
        while index.count <= 1 << layout.bits { index.append(UInt32(layout.count)) }
        try draft.flush()
        try draft.write(layout.header, at: 0)
        for start in stride(from: 0, to: index.count, by: Self.indexChunk) {
            let chunk = index[start..<min(start + Self.indexChunk, index.count)]
            try draft.write(chunk.flatMap { BreachedPasswordsLayout.bytes($0) }, at: layout.indexStart + 4 * start)
        }
        try draft.append(Array(try digest()))
        try draft.flush()
        try draft.replaceOriginal()
        return layout.count
    }

    /// The number of entries of the index that are written at a time.
    private static let indexChunk = 65_536

    private func digest() throws -> SHA256.Digest {
        let content = try FileBytes(draft.draftPath, chunkSize: 1 << 20)
        var hash = SHA256()
        while let chunk = try content.next() { chunk.withUnsafeBytes { hash.update(bufferPointer: $0) } }
        return hash.finalize()
    }

    private func fault(_ detail: String) -> BreachedPasswordsFault {
        BreachedPasswordsFault(list, "cannot be used: line \(max(1, lineNumber)) \(detail)")
    }

    private static func size(of path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw BreachedPasswordsFault(path, String(cString: strerror(errno))) }
        return Int(status.st_size)
    }

    private static func bits(forListOf size: Int) -> Int {
        let buckets = max(1, size / lineLength / passwordsPerBucket)
        let range = BreachedPasswordsLayout.bitRange
        return min(max(Int.bitWidth - 1 - buckets.leadingZeroBitCount, range.lowerBound), range.upperBound)
    }

    private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            let value: UInt8
            switch digit {
            case 48...57: value = digit - 48
            case 65...70: value = digit - 55
            case 97...102: value = digit - 87
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}

/// A file that is written beside the one that it replaces when it is complete; it is deleted otherwise.
private final class DraftFile {
    private static let bufferSize = 1 << 20

    let draftPath: String
    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isComplete = false

    init(_ path: String) throws {
        self.path = path
        draftPath = "\(path).new-\(getpid())"
        descriptor = open(draftPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw Self.fault(path) }
    }

    deinit {
        close(descriptor)
        if !isComplete { unlink(draftPath) }
    }

    /// Leaves room for bytes that are written later.
    func skip(_ count: Int) throws {
        guard lseek(descriptor, off_t(count), SEEK_SET) >= 0 else { throw Self.fault(path) }
    }

    func append(_ bytes: [UInt8]) throws {
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
    }

    func flush() throws {
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw Self.fault(path) }
            rest = rest.dropFirst(max(0, count))
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes bytes at a place that ``skip(_:)`` left.
    func write(_ bytes: [UInt8], at offset: Int) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let place = off_t(offset + bytes.count - rest.count)
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, place) }
            guard count > 0 || errno == EINTR else { throw Self.fault(path) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Puts the draft in the place of the file.
    func replaceOriginal() throws {
        guard fsync(descriptor) == 0, rename(draftPath, path) == 0 else { throw Self.fault(path) }
        isComplete = true
    }

    private static func fault(_ path: String) -> BreachedPasswordsFault {
        BreachedPasswordsFault(path, "cannot be written: \(String(cString: strerror(errno)))")
    }
}

/// Calls the system's `write`, which the class's own function of that name hides.
private func writeBytes(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, base, count)
}
