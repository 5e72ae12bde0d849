/// Finds the root element of an XML document in any character set that contains ASCII.
enum XMLRoot {
    /// The root elements of feeds: RSS 2.0, Atom and RSS 1.0.
    static let feeds: Set<String> = ["rss", "feed", "rdf:RDF"]
    /// The number of bytes searched for the root element.
    private static let reach = 4_096

    /// Returns the root element's name.
    ///
    /// Returns `nil` if anything but white space, comments and `<?…?>` precedes it, such as a document type
    /// declaration.
    static func name(in body: [UInt8]) -> String? {
        var rest = body.prefix(reach)[...]
        while true {
            rest = rest.drop(while: isSpace)
            if rest.starts(with: "<?".utf8) {
                guard let end = rest.firstRange(of: Array("?>".utf8)) else { return nil }
                rest = rest[end.upperBound...]
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = rest.dropFirst(4).firstRange(of: Array("-->".utf8)) else { return nil }
                rest = rest[end.upperBound...]
            } else {
                break
            }
        }
        guard rest.first == UInt8(ascii: "<") else { return nil }
        let name = rest.dropFirst().prefix { !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.isEmpty || name.first == UInt8(ascii: "!") ? nil : String(decoding: name, as: UTF8.self)
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
