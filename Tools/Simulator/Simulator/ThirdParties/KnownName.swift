extension Decoder {
    /// Decodes a case by its raw value.
    ///
    /// - Throws: an error that lists the valid names.
    func knownName<Name: RawRepresentable<String> & CaseIterable>() throws -> Name {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let name = Name(rawValue: text) else {
            let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be one of \(known)")
        }
        return name
    }
}
