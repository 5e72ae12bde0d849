import Platform
import SwiftASN1
import X509

/// Whom a certificate stands for.
struct CertificateSubject: Sendable {
    /// The common name; for people only, nobody checks it.
    var name: String
    /// What is checked: DNS names and IP addresses.
    var hosts: [String]
    /// Whether its holder also opens connections and introduces itself by it.
    var isClient: Bool

    /// A server that clients reach by these names and addresses.
    static func server(hosts: [String]) -> CertificateSubject {
        CertificateSubject(name: hosts.first ?? "localhost", hosts: hosts, isClient: false)
    }

    /// A process of ours on a link to another one: its name is its identity.
    static func service(_ name: String) -> CertificateSubject {
        CertificateSubject(name: name, hosts: [name], isClient: true)
    }

    /// The subject alternative names, each once and in order.
    func alternativeNames() throws -> SubjectAlternativeNames {
        var names: [GeneralName] = []
        for host in hosts {
            let name = try Self.generalName(of: host)
            if !names.contains(name) { names.append(name) }
        }
        return SubjectAlternativeNames(names)
    }

    /// An IP address as its bytes, anything else as a DNS name in lower case.
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
