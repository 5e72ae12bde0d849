import HTTPParsing
import NIOCore
import NIOHTTP1

/// A handler that runs the gateway's strict checks on the parts of NIO's decoder.
///
/// It adds each request to the same checksum as ``OwnParserHandler``.
final class NIOParserHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    var seen = Seen()
    private var head: HTTPRequestHead?
    private var length = 0
    private var collected = ByteBuffer()
    private(set) var fault: HTTPFault?
    private(set) var error: (any Error)?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            do throws(HTTPFault) { length = try Self.check(head) } catch { fault = error }
            self.head = head
            collected.clear()
        case .body(var bytes):
            collected.writeBuffer(&bytes)
            if collected.readableBytes > 64 * 1024 { fault = .bodyTooLarge }
        case .end:
            guard let head, fault == nil else { return }
            seen.requests += 1
            seen.checksum &+= length &+ head.uri.utf8.count &+ collected.readableBytes
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { self.error = error }

    private static func equal(_ name: String, _ text: StaticString) -> Bool {
        name.utf8.withContiguousStorageIfAvailable { HTTPBytes.equalIgnoringCase(UnsafeRawBufferPointer($0), text) }
            ?? false
    }

    /// Checks a head as the gateway does, and returns the total length of the fields that matter.
    private static func check(_ head: HTTPRequestHead) throws(HTTPFault) -> Int {
        guard head.version == .http1_1 || head.version == .http1_0 else { throw .version }
        guard head.uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .requestLine }
        var (authorization, contentType, acceptLanguage, key, match, trace, host, forwarded):
            (String?, String?, String?, String?, String?, String?, String?, String?)
        var count = 0
        func once(_ field: inout String?, _ value: String) throws(HTTPFault) {
            guard field == nil else { throw .repeated }
            field = value
        }
        for (name, value) in head.headers {
            count += 1
            guard count <= 64 else { throw .tooManyFields }
            guard
                value.utf8.withContiguousStorageIfAvailable({ HTTPBytes.isFieldValue(UnsafeRawBufferPointer($0)) })
                    ?? false
            else { throw .field }
            switch name.utf8.first.map({ $0 | 0x20 }) ?? 0 {
            case UInt8(ascii: "h") where equal(name, "host"):
                guard host == nil else { throw .host }
                host = value
            case UInt8(ascii: "a") where equal(name, "authorization"): try once(&authorization, value)
            case UInt8(ascii: "a") where equal(name, "accept-language"): acceptLanguage = acceptLanguage ?? value
            case UInt8(ascii: "c") where equal(name, "content-length"):
                guard (1...15).contains(value.utf8.count), value.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
                    throw .length
                }
            case UInt8(ascii: "c") where equal(name, "content-type"): try once(&contentType, value)
            case UInt8(ascii: "t") where equal(name, "transfer-encoding"):
                guard equal(value, "chunked") else { throw .encoding }
            case UInt8(ascii: "t") where equal(name, "traceparent"): try once(&trace, value)
            case UInt8(ascii: "i") where equal(name, "if-none-match"): match = match ?? value
            case UInt8(ascii: "i") where equal(name, "idempotency-key"): try once(&key, value)
            case UInt8(ascii: "e") where equal(name, "expect"):
                guard equal(value, "100-continue") else { throw .expectation }
            case UInt8(ascii: "x") where equal(name, "x-forwarded-for"): forwarded = value
            default: break
            }
        }
        guard let host else {
            guard head.version == .http1_0 else { throw .host }
            return 0
        }
        if head.version == .http1_0, head.headers.contains(name: "transfer-encoding") { throw .encoding }
        if !head.uri.hasPrefix("/") { try checkAuthority(head.uri, host) }
        guard host.utf8.withContiguousStorageIfAvailable({ HostName.isValid(UnsafeRawBufferPointer($0)) }) ?? false
        else { throw .hostMalformed }
        var sum = host.utf8.count
        for field in [authorization, contentType, acceptLanguage, key, match, trace, forwarded] {
            sum &+= field?.utf8.count ?? 0
        }
        return sum
    }

    private static func checkAuthority(_ uri: String, _ host: String) throws(HTTPFault) {
        let (uri, host) = (Array(uri.utf8), Array(host.utf8))
        let fault = uri.withUnsafeBytes { uri -> HTTPFault? in
            host.withUnsafeBytes { host in
                guard let authority = HostName.authority(of: uri) else { return nil }
                guard HostName.isValid(authority) else { return .hostMalformed }
                return HostName.areEqual(authority, host) ? nil : .hostDiffers
            }
        }
        if let fault { throw fault }
    }
}
