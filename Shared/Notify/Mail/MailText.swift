import Contracts

/// A message as mail (RFC 5322): headers that cannot be injected into, and a body in base64.
struct MailText {
    /// The bytes, lines ending in CRLF; none begins with a dot, because header names and base64 never do.
    let bytes: [UInt8]

    /// Writes the mail.
    /// - Throws: a permanent failure if an address or the subject holds control characters.
    init(_ delivery: Delivery, from sender: MailAddress) throws(DeliveryFailure) {
        let message = delivery.message
        let recipient = MailAddress(name: nil, address: message.recipient)
        guard recipient.isSafe, sender.isSafe, MailAddress.isPlain(message.subject) else {
            throw DeliveryFailure(.permanent, "control characters in a mail header")
        }
        var text = "From: \(sender.header)\r\n"
        text += "To: \(recipient.header)\r\n"
        text += "Subject: \(Self.encodedWords(message.subject))\r\n"
        text += "Date: \(Self.date(delivery.at))\r\n"
        text += "Message-ID: <\(delivery.id)@\(sender.domain)>\r\n"
        text += "MIME-Version: 1.0\r\n"
        text += "Content-Type: text/plain; charset=utf-8\r\n"
        text += "Content-Transfer-Encoding: base64\r\n"
        text += "Auto-Submitted: auto-generated\r\n\r\n"
        let body = message.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        let encoded = Array(Base64.encode(Array(body.utf8)).utf8)
        for start in stride(from: 0, to: encoded.count, by: 76) {
            text += String(decoding: encoded[start..<min(start + 76, encoded.count)], as: UTF8.self) + "\r\n"
        }
        bytes = Array(text.utf8)
    }

    /// Text of a header: as it is if it is ASCII, else as encoded words (RFC 2047) of at most 68 characters, cut between
    /// characters, each on a line of its own.
    static func encodedWords(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
        return isPlain && text.utf8.count <= 60 ? text : encoded(text)
    }

    static func encoded(_ text: String) -> String {
        var words: [String] = []
        var chunk: [UInt8] = []
        func finish() {
            if !chunk.isEmpty { words.append("=?UTF-8?B?\(Base64.encode(chunk))?=") }
            chunk = []
        }
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            // 42 bytes are 56 characters of base64; with the 12 of the frame and the header's name that is a line.
            if chunk.count + bytes.count > 42 { finish() }
            chunk += bytes
        }
        finish()
        return words.joined(separator: "\r\n ")
    }

    /// The date of a header, such as `Sat, 21 Nov 2026 06:40:00 +0000`.
    static func date(_ instant: Instant) -> String {
        let text = Array(instant.description.utf8)
        func field(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = Int(field(5..<7)).map { months[max(1, min(12, $0)) - 1] } ?? "Jan"
        // 1970-01-01 was a Thursday.
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let count = Int(instant.milliseconds / 86_400_000) - (instant.milliseconds % 86_400_000 < 0 ? 1 : 0)
        let day = days[((count % 7) + 7) % 7]
        return "\(day), \(field(8..<10)) \(month) \(field(0..<4)) \(field(11..<19)) +0000"
    }
}

/// A mailbox and the name before it.
public struct MailAddress: Sendable, Hashable {
    public var name: String?
    public var address: String

    public init(name: String?, address: String) {
        self.name = name
        self.address = address
    }

    /// The part after the last `@`; the whole where there is none.
    var domain: Substring {
        address.lastIndex(of: "@").map { address[address.index(after: $0)...] } ?? address[...]
    }

    /// Whether the address is an address and nothing in it could begin another header or command.
    var isSafe: Bool {
        EmailAddress(address)?.text == address.lowercased() && Self.isPlain(address) && Self.isPlain(name ?? "")
    }

    /// Whether the address needs a server that takes UTF-8 (RFC 6531).
    var isInternational: Bool { address.utf8.contains { $0 >= 0x80 } }

    var header: String {
        guard let name else { return "<\(address)>" }
        let isAtom = name.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 32
        }
        return "\(isAtom ? name : MailText.encoded(name)) <\(address)>"
    }

    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value) }
    }
}

/// Base64 with the standard alphabet and padding (RFC 4648 §4).
enum Base64 {
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        for character in Base64URL.encode(bytes) {
            switch character {
            case "-": text += "+"
            case "_": text += "/"
            default: text.append(character)
            }
        }
        return text + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
    }
}
