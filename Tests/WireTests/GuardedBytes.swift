import Wire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Memory that ends at a forbidden page, so that reading past the end of a line ends the test.
final class GuardedBytes {
    private let pages: UnsafeMutableRawPointer
    private let size: Int
    private static let pageSize = 65_536

    init(capacity: Int = 262_144) throws {
        size = (capacity + Self.pageSize - 1) / Self.pageSize * Self.pageSize
        let flags = Int32(MAP_PRIVATE) | Int32(MAP_ANONYMOUS)
        let mapped = mmap(nil, size + Self.pageSize, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let mapped, mapped != MAP_FAILED else {
            throw WireError(kind: .tooLong, offset: 0, reason: .tooManyBytes)
        }
        pages = mapped
        mprotect(pages + size, Self.pageSize, PROT_NONE)
    }

    deinit {
        munmap(pages, size + Self.pageSize)
    }

    /// Copies the bytes to the end of the memory, directly before the forbidden page.
    func place(_ bytes: some Collection<UInt8>) -> UnsafeMutableRawBufferPointer {
        let buffer = UnsafeMutableRawBufferPointer(start: pages + (size - bytes.count), count: bytes.count)
        buffer.copyBytes(from: bytes)
        return buffer
    }
}

/// The result of a scan, and the text as the scanner left it.
struct Scanned<Envelope> {
    let result: Result<Envelope, WireError>
    let bytes: [UInt8]

    var envelope: Envelope? { try? result.get() }
    var error: WireError? {
        if case .failure(let error) = result { return error }
        return nil
    }

    func text(_ range: Range<Int>?) -> String? {
        range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
}

/// A scanner for copies of lines that end at a forbidden page.
struct GuardedScanner {
    private let memory: GuardedBytes

    init() throws {
        memory = try GuardedBytes()
    }

    func request(
        _ line: some Collection<UInt8>, _ profile: EnvelopeScanner.Profile = .client, depth: Int = 32
    ) -> Scanned<RequestEnvelope> {
        scan(line) { bytes throws(WireError) in
            try EnvelopeScanner(profile: profile, maximumDepth: depth).scanRequest(bytes)
        }
    }

    func request(
        _ line: String, _ profile: EnvelopeScanner.Profile = .client, depth: Int = 32
    ) -> Scanned<RequestEnvelope> {
        request(Array(line.utf8), profile, depth: depth)
    }

    func response(_ line: String) -> Scanned<ResponseEnvelope> {
        scan(Array(line.utf8)) { bytes throws(WireError) in try EnvelopeScanner(profile: .link).scanResponse(bytes) }
    }

    func line(_ line: String) -> Scanned<LinkLine> {
        scan(Array(line.utf8)) { bytes throws(WireError) in try EnvelopeScanner(profile: .link).scanLine(bytes) }
    }

    func value(_ bytes: some Collection<UInt8>, depth: Int = 64, mustBeObject: Bool = false) -> Scanned<Range<Int>> {
        scan(bytes) { bytes throws(WireError) in
            try EnvelopeScanner(profile: .client, maximumDepth: depth).scanValue(bytes, mustBeObject: mustBeObject)
        }
    }

    func value(_ text: String, depth: Int = 64, mustBeObject: Bool = false) -> Scanned<Range<Int>> {
        value(Array(text.utf8), depth: depth, mustBeObject: mustBeObject)
    }

    private func scan<Envelope>(
        _ line: some Collection<UInt8>,
        _ body: (UnsafeMutableRawBufferPointer) throws(WireError) -> Envelope
    ) -> Scanned<Envelope> {
        let buffer = memory.place(line)
        let result = Result { () throws(WireError) in try body(buffer) }
        return Scanned(result: result, bytes: Array(buffer))
    }
}
