import Machine
import Platform
import SwiftASN1
import X509

/// The subject of a certificate.
struct CertificateSubject: Sendable {
    /// The common name, for people to read; it is not verified.
    var name: String
    /// The DNS names and IP addresses that clients verify.
    var hosts: [String]
    /// True if the holder also authenticates itself as a client.
    var isClient: Bool

    /// Returns the subject of a server with these names and addresses.
    static func server(hosts: [String]) -> CertificateSubject {
        CertificateSubject(name: hosts.first ?? "localhost", hosts: hosts, isClient: false)
    }

    /// Returns the subject of a process on links to other processes, which is identified by its name.
    static func service(_ name: String) -> CertificateSubject {
        CertificateSubject(name: name, hosts: [name], isClient: true)
    }

    /// Returns the subject alternative names in order, without duplicates.
    func alternativeNames() throws -> SubjectAlternativeNames {
        var names: [GeneralName] = []
        for host in hosts {
            let name = try Self.generalName(of: host)
            if !names.contains(name) { names.append(name) }
        }
        return SubjectAlternativeNames(names)
    }

    /// Returns the name for a host: an IP address, or a DNS name in lower case; throws if it is neither.
    private static func generalName(of host: String) throws -> GeneralName {
        if let address = IPAddress.bytes(host) { return .ipAddress(ASN1OctetString(contentBytes: address[...])) }
        let labels = (host.hasPrefix("*.") ? host.dropFirst(2) : host[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            host.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { isNameByte($0) }
            }
        guard isName else { throw OperatorError("\(host) is neither a host name nor an IP address") }
        return .dnsName(host.lowercased())
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
