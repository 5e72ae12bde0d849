#if canImport(HTTPParsing)
    @testable import HTTPParsing
#endif

/// The invariants of the reader of cookies for any bytes, checked by tests and the fuzzer.
enum CookieOracle {
    private static let names = ["__Host-vokol", "__Host-vokol-device"]
    private static let alphabet = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~".utf8)

    /// Returns the invariant that the reader breaks on these bytes, or `nil`.
    static func violatedInvariant(_ field: [UInt8]) -> String? {
        for name in names {
            let token = read(field, name)
            guard token == expected(field, name) else { return "another token than expected" }
            if let token {
                guard (1...256).contains(token.count), alphabet.isSuperset(of: token) else { return "not a token" }
                guard read(Array("\(name)=".utf8) + token, name) == token else { return "a token is not read again" }
                let second = field + Array("; \(name)=second".utf8)
                guard read(second, name) == nil else { return "the first of two cookies is used" }
            }
            for foreign in ["; x\(name)=t", "; other=\(name)", ";;"] {
                guard read(field + Array(foreign.utf8), name) == token else {
                    return "a foreign cookie changes the token"
                }
            }
        }
        return nil
    }

    private static func read(_ field: [UInt8], _ name: String) -> [UInt8]? {
        field.withUnsafeBytes { CookieField.token(in: $0, of: name) }
    }

    /// Reads the field byte by byte, with one state for each place within a cookie.
    private static func expected(_ field: [UInt8], _ name: String) -> [UInt8]? {
        var values: [[UInt8]] = []
        var (key, value): ([UInt8], [UInt8]?) = ([], nil)
        for byte in field + [UInt8(ascii: ";")] {
            switch (byte, value) {
            case (UInt8(ascii: ";"), _):
                if let value, key == Array(name.utf8) { values.append(value) }
                (key, value) = ([], nil)
            case (UInt8(ascii: "="), nil): value = []
            case (0x20, nil) where key.isEmpty, (0x09, nil) where key.isEmpty: break
            case (_, nil): key.append(byte)
            case (_, _?): value?.append(byte)
            }
        }
        guard values.count == 1, (1...256).contains(values[0].count), alphabet.isSuperset(of: values[0]) else {
            return nil
        }
        return values[0]
    }
}
