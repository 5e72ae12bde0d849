import Machine

/// Debian's list of trusted authorities: a directory of certificates, and a program that applies its changes.
struct SystemList: Equatable {
    /// A file that this tool added.
    struct Entry: Equatable {
        let path: String
        /// True if the list has been updated since the file was added.
        let isInForce: Bool
    }

    /// The directory of the authorities that the machine's operator added.
    var directory = "/usr/local/share/ca-certificates"
    /// The directory of the authorities in force, which the program fills with links.
    var links = "/etc/ssl/certs"

    func file(of authority: LocalAuthority) -> String { "\(directory)/\(authority.fileName)" }

    /// The authorities of instances, under the names that this tool gives them.
    var entries: [Entry] {
        Files.names(in: directory).filter { $0.wholeMatch(of: /vokol-[0-9a-f]{8}\.crt/) != nil }.compactMap { name in
            let path = "\(directory)/\(name)"
            guard let pem = (try? Files.read(path)) ?? nil,
                (try? LocalAuthority(pem: pem, from: path))?.fileName == name
            else { return nil }
            return Entry(path: path, isInForce: Files.exists("\(links)/\(name.dropLast("crt".count))pem"))
        }
    }
}
