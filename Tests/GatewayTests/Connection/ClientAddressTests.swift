import NIOCore
import Testing

@testable import Gateway

@Suite struct ClientAddressTests {
    private static func bytes(_ address: String) throws -> [UInt8] {
        try SocketAddress(ipAddress: address, port: 0).internetBytes
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("192.0.2.128/25", "192.0.2.129", true),
        ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.1", "192.0.2.1", true),
        ("192.0.2.1", "192.0.2.2", false),
        ("fd00::/8", "fd12::1", true), ("fd00::/8", "fe00::1", false), ("0.0.0.0/0", "203.0.113.9", true),
        ("0.0.0.0/0", "::1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ])
    func `An address is matched against a network`(network: String, address: String, isInside: Bool) throws {
        #expect(try NetworkList([network]).contains(Self.bytes(address)) == isInside)
        #expect(try !NetworkList.none.contains(Self.bytes(address)))
    }

    @Test(arguments: ["10.0.0.0/33", "fd00::/129", "10.0.0/8", "x", "", "10.0.0.0/-1", "1.2.3.4/"])
    func `A malformed network is refused`(text: String) {
        #expect(throws: NetworkList.Fault.self) { try NetworkList([text]) }
    }

    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7"), ("198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
        ("203.0.113.7:5000,10.0.0.1", "203.0.113.7"), ("[2001:db8::7]:443, 10.0.0.1", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"), ("10.0.0.9, 10.0.0.1", "10.0.0.9"),
        ("nonsense, 203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, nonsense", nil), ("203.0.113.7, nonsense, 10.0.0.1", nil), ("", nil), (" , ", nil),
    ])
    func `The client is the last address that is not one of our proxies`(field: String, client: String?) throws {
        let proxies = try NetworkList(["10.0.0.0/8"])
        #expect(ForwardedFor.client(in: field, proxies: proxies)?.ipAddress == client)
    }

    // MARK: PROXY headers

    private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
    static let fromFour = signature + [0x21, 0x11, 0, 12, 203, 0, 113, 7, 10, 0, 0, 1, 0x13, 0x88, 0x20, 0xFB]

    private func read(_ bytes: [UInt8]) -> ProxyHeader.Reading {
        ProxyHeader.read(ByteBuffer(bytes: bytes).readableBytesView)
    }

    @Test func `A header names the client, whatever follows it and however its bytes are split`() throws {
        let client = try SocketAddress(ipAddress: "203.0.113.7", port: 5000)
        #expect(read(Self.fromFour) == .whole(length: 28, client: client))
        #expect(read(Self.fromFour + [0x16, 3, 1]) == .whole(length: 28, client: client))
        for count in 0..<28 { #expect(read(Array(Self.fromFour[..<count])) == .incomplete, "\(count) bytes") }
        let six = try SocketAddress(ipAddress: "2001:db8::7", port: 443)
        let source: [UInt8] = [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]
        let additions: [UInt8] = [4, 0, 1, 0]
        #expect(
            read(Self.signature + [0x21, 0x21, 0, 40] + source + source + [1, 0xBB, 1, 0xBB] + additions)
                == .whole(length: 56, client: six))
        #expect(read(Self.signature + [0x20, 0x11, 0, 0]) == .whole(length: 16, client: nil))
        #expect(read(Self.signature + [0x21, 0, 0, 2, 9, 9]) == .whole(length: 18, client: nil))
    }

    @Test(
        arguments: [
            [0x16, 3, 1, 2], Array("PROXY TCP4".utf8),
            signature + [0x11, 0x11, 0, 12] + [UInt8](repeating: 1, count: 12),
            signature + [0x21, 0x11, 0, 11] + [UInt8](repeating: 1, count: 11), signature + [0x21, 0x11, 0x08, 0x01],
            signature + [0x21, 0x31, 0, 0], signature + [0x22, 0x11, 0, 0],
        ] as [[UInt8]])
    func `A malformed or overlong header is refused`(bytes: [UInt8]) { #expect(read(bytes) == .broken) }
}
