/// The domain of an e-mail address, in the one form in which rules compare it.
///
/// Labels are in lower case, and internationalized ones are decoded: `XN--90AIS` and `бел` are the same label. Two
/// forms of a letter that Unicode calls equivalent are equal, because texts compare that way.
struct DomainName: Hashable, Sendable {
    /// The labels, the most general last.
    let labels: [String]

    var text: String { labels.joined(separator: ".") }

    /// The longest name that the DNS allows, with room for a decoded label.
    private static let maximumLength = 254

    /// Reads a domain; returns `nil` for a text that is none.
    ///
    /// A leading `@` or `.` and a trailing dot are ignored, as people write them.
    init?(_ text: some StringProtocol) {
        guard text.unicodeScalars.count <= Self.maximumLength else { return nil }
        var folded = String(String.UnicodeScalarView(text.unicodeScalars.map(Self.narrow)))
        if let first = folded.first, first == "@" || first == "." { folded.removeFirst() }
        if folded.last == "." { folded.removeLast() }
        var labels: [String] = []
        for part in folded.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
            guard let label = Self.label(part) else { return nil }
            labels.append(label)
        }
        // A number at the end makes an address, not a domain.
        guard let last = labels.last, last.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) else {
            return nil
        }
        self.labels = labels
    }

    /// The domain itself and those that contain it, the most specific first: `a.b.by`, `b.by`, `by`.
    var suffixes: some Sequence<String> {
        labels.indices.lazy.map { labels[$0...].joined(separator: ".") }
    }

    private static func label(_ text: Substring) -> String? {
        guard (1...63).contains(text.unicodeScalars.count), text.first != "-", text.last != "-" else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar == "-" || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
                || scalar.properties.generalCategory == .nonspacingMark
                || scalar.properties.generalCategory == .spacingMark
        }
        guard isPlain else { return nil }
        guard text.hasPrefix("xn--") else { return String(text) }
        // A label that does not decode is a name like any other.
        return Punycode.decode(text.dropFirst(4))?.lowercased() ?? String(text)
    }

    /// Maps the full-width forms of ASCII and the other full stops to ASCII, as the DNS's preparation of names does.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0x3002, 0xFF61: "."
        default: scalar
        }
    }
}

/// The encoding of internationalized labels (RFC 3492).
enum Punycode {
    /// Decodes a label without its prefix `xn--`; returns `nil` for one that is malformed.
    static func decode(_ text: some StringProtocol) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count <= 63, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let delimiter = bytes.lastIndex(of: UInt8(ascii: "-"))
        var output = (delimiter.map { bytes[..<$0] } ?? []).map { Unicode.Scalar($0) }
        var position = delimiter.map { $0 + 1 } ?? 0
        var (code, index, bias) = (128, 0, 72)
        while position < bytes.count {
            let start = index
            var (weight, step) = (1, 36)
            while true {
                guard position < bytes.count, let digit = digit(bytes[position]) else { return nil }
                position += 1
                let (product, isLarge) = digit.multipliedReportingOverflow(by: weight)
                guard !isLarge, index <= Int(Int32.max) - min(product, Int(Int32.max)) else { return nil }
                index += product
                let threshold = min(max(step - bias, 1), 26)
                if digit < threshold { break }
                weight *= 36 - threshold
                guard weight <= Int(Int32.max) else { return nil }
                step += 36
            }
            let count = output.count + 1
            bias = adapted(index - start, count: count, isFirst: start == 0)
            code += index / count
            index %= count
            guard code >= 0x80, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    private static func adapted(_ distance: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? distance / 700 : distance / 2
        delta += delta / count
        var step = 0
        while delta > 455 {
            delta /= 35
            step += 36
        }
        return step + 36 * delta / (delta + 38)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 22
        default: nil
        }
    }
}
