/// The reason why a request of HTTP/2 cannot be served.
package enum HTTP2HeadFault: Error, Equatable, Sendable {
    /// The request violates HTTP/2; its stream is reset (RFC 9113 §8.1.1).
    case malformed
    /// The request is answered with an error, as over HTTP/1.1.
    case refused(HTTPFault)
}

/// The head of a request of HTTP/2 (RFC 9113 §8.3), with the same strictness as over HTTP/1.1.
extension RequestHead {
    /// The pseudo-header fields, as offsets.
    private struct Pseudo {
        var method: Range<Int>?
        var scheme: Range<Int>?
        var path: Range<Int>?
        var authority: Range<Int>?
    }

    /// Reads a list of fields; the head's offsets are offsets into the list's bytes.
    ///
    /// Appends the parts of a divided cookie, joined, to the list's bytes (RFC 9113 §8.2.3).
    ///
    /// - Parameter hasBody: true if the stream goes on after the head.
    package init(
        _ list: inout HTTP2FieldList, hasBody: Bool, limits: Limits = Limits()
    ) throws(HTTP2HeadFault) {
        self.init()
        var pseudo = Pseudo()
        var cookies: [Range<Int>] = []
        let fault = list.bytes.withUnsafeBytes { bytes -> HTTP2HeadFault? in
            do throws(HTTP2HeadFault) {
                try read(list.fields, of: bytes, &pseudo, &cookies)
                return nil
            } catch {
                return error
            }
        }
        // A violation is reported as one, even if the list was cut.
        if fault == .malformed { throw .malformed }
        guard !list.isTooLarge else { throw .refused(.headTooLarge) }
        if let fault { throw fault }
        if cookies.count > 1 { cookie = Self.joined(cookies, in: &list.bytes) } else { cookie = cookies.first }
        let failure = list.bytes.withUnsafeBytes { bytes -> HTTP2HeadFault? in
            do throws(HTTP2HeadFault) {
                try conclude(pseudo, of: bytes, hasBody: hasBody, limits)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Checks the fields after a body, which are not used otherwise (RFC 9113 §8.1).
    package static func areTrailersValid(_ list: HTTP2FieldList) -> Bool {
        list.bytes.withUnsafeBytes { bytes in
            list.fields.allSatisfy { field in
                isName(bytes[field.name]) && isValue(UnsafeRawBufferPointer(rebasing: bytes[field.value]))
            }
        }
    }

    private mutating func read(
        _ fields: [HTTP2FieldList.Field], of bytes: UnsafeRawBufferPointer, _ pseudo: inout Pseudo,
        _ cookies: inout [Range<Int>]
    ) throws(HTTP2HeadFault) {
        var isAfterPseudo = false
        for field in fields {
            let name = UnsafeRawBufferPointer(rebasing: bytes[field.name])
            let value = UnsafeRawBufferPointer(rebasing: bytes[field.value])
            guard Self.isValue(value) else { throw .malformed }
            if name.first == UInt8(ascii: ":") {
                guard !isAfterPseudo else { throw .malformed }
                try Self.take(name, field.value, &pseudo)
                continue
            }
            isAfterPseudo = true
            guard Self.isName(bytes[field.name]), !Self.isOfConnection(name, value) else { throw .malformed }
            if HTTPBytes.equal(name, "cookie") {
                cookies.append(field.value)
                continue
            }
            do throws(HTTPFault) { try take(name, field.value, value) } catch { throw .refused(error) }
        }
    }

    private static func take(
        _ name: UnsafeRawBufferPointer, _ value: Range<Int>, _ pseudo: inout Pseudo
    ) throws(HTTP2HeadFault) {
        func once(_ field: inout Range<Int>?) throws(HTTP2HeadFault) {
            guard field == nil else { throw .malformed }
            field = value
        }
        if HTTPBytes.equal(name, ":method") { return try once(&pseudo.method) }
        if HTTPBytes.equal(name, ":scheme") { return try once(&pseudo.scheme) }
        if HTTPBytes.equal(name, ":path") { return try once(&pseudo.path) }
        if HTTPBytes.equal(name, ":authority") { return try once(&pseudo.authority) }
        throw .malformed
    }

    /// Returns true for a token in lower case.
    private static func isName(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
        !name.isEmpty && name.allSatisfy { HTTPBytes.isToken($0) && !(65...90).contains($0) }
    }

    /// Returns true for a valid value without white space around it.
    private static func isValue(_ value: UnsafeRawBufferPointer) -> Bool {
        func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
        return !isSpace(value.first) && !isSpace(value.last) && HTTPBytes.isFieldValue(value)
    }

    /// Returns true for a field that belongs to a connection of HTTP/1.1 (RFC 9113 §8.2.2).
    private static func isOfConnection(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
        switch name[0] {
        case UInt8(ascii: "c"): HTTPBytes.equal(name, "connection")
        case UInt8(ascii: "p"): HTTPBytes.equal(name, "proxy-connection")
        case UInt8(ascii: "k"): HTTPBytes.equal(name, "keep-alive")
        case UInt8(ascii: "u"): HTTPBytes.equal(name, "upgrade")
        case UInt8(ascii: "t"):
            HTTPBytes.equal(name, "transfer-encoding")
                || HTTPBytes.equal(name, "te") && !HTTPBytes.equal(value, "trailers")
        default: false
        }
    }

    private static func joined(_ cookies: [Range<Int>], in bytes: inout [UInt8]) -> Range<Int> {
        let start = bytes.count
        for (index, cookie) in cookies.enumerated() {
            if index > 0 { bytes.append(contentsOf: "; ".utf8) }
            bytes.append(contentsOf: Array(bytes[cookie]))
        }
        return start..<bytes.count
    }

    private mutating func conclude(
        _ pseudo: Pseudo, of bytes: UnsafeRawBufferPointer, hasBody: Bool, _ limits: Limits
    ) throws(HTTP2HeadFault) {
        guard let name = pseudo.method, bytes[name].allSatisfy(HTTPBytes.isToken), !name.isEmpty else {
            throw .malformed
        }
        let verb = UnsafeRawBufferPointer(rebasing: bytes[name])
        method = Self.method(verb)
        if HTTPBytes.equal(verb, "CONNECT") {
            // The target is the authority alone, which no method has (RFC 9113 §8.5).
            guard pseudo.scheme == nil, pseudo.path == nil, let authority = pseudo.authority else { throw .malformed }
            target = authority
        } else {
            guard let scheme = pseudo.scheme, let path = pseudo.path, let first = bytes[path].first else {
                throw .malformed
            }
            let isWeb =
                HTTPBytes.equal(UnsafeRawBufferPointer(rebasing: bytes[scheme]), "https")
                || HTTPBytes.equal(UnsafeRawBufferPointer(rebasing: bytes[scheme]), "http")
            guard isWeb else { throw .refused(.requestLine) }
            let isWhole = path.count == 1 && first == UInt8(ascii: "*") && HTTPBytes.equal(verb, "OPTIONS")
            guard first == UInt8(ascii: "/") || isWhole else { throw .malformed }
            target = path
        }
        guard name.count + target.count + " HTTP/1.1 ".utf8.count - 1 <= limits.lineBytes else {
            throw .refused(.lineTooLong)
        }
        guard bytes[target].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .refused(.requestLine) }
        try takeHost(pseudo.authority, of: bytes)
        try concludeFraming(hasBody: hasBody)
    }

    /// Checks that `:authority` and `Host` name one host (RFC 9113 §8.3.1).
    private mutating func takeHost(
        _ authority: Range<Int>?, of bytes: UnsafeRawBufferPointer
    ) throws(HTTP2HeadFault) {
        if let authority {
            let other = host ?? authority
            guard bytes[authority].elementsEqual(bytes[other]) else { throw .refused(.hostDiffers) }
            host = authority
        }
        do throws(HTTPFault) { try checkHost(in: bytes) } catch { throw .refused(error) }
    }

    private mutating func concludeFraming(hasBody: Bool) throws(HTTP2HeadFault) {
        let length = contentLength
        guard hasBody || length ?? 0 == 0 else { throw .malformed }
        // A body of unknown length ends with its stream, which takes the place of chunks.
        framing = !hasBody ? .none : length.map { .length($0) } ?? .chunked
        if !hasBody { expectsContinue = false }
    }
}
