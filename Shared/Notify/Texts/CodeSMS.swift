public import Values

/// An SMS with a one-time code; it fits into one message in every language.
///
/// Its last line has the format of origin-bound one-time codes, `@example.org #493027`, so that phones offer the code
/// only to the matching site or app.
public struct CodeSMS: Sendable {
    private let domain: String

    /// Creates the texts for the codes of a domain.
    ///
    /// - Throws: ``SenderFault`` if the domain is malformed, or so long that the text would need two messages.
    public init(domain: String) throws(SenderFault) {
        let isDomain =
            !domain.isEmpty && !domain.hasPrefix(".") && !domain.hasSuffix(".")
            && domain.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
        guard isDomain else { throw SenderFault("must be a domain such as wake.example.org, in lower case") }
        self.domain = domain
        let texts = Language.allCases.map { short("000000", $0) }
        let excess = texts.map { SMSLength.count(of: $0) - SMSLength.capacity(of: $0) }.max() ?? 0
        guard excess <= 0 else { throw SenderFault("is \(excess) characters too long for an SMS with a code") }
    }

    /// Returns the message with a six-digit code.
    public func message(code: String, to recipient: PhoneNumber, in language: Language) -> OutgoingMessage {
        let warning =
            switch language {
            case .english: "Your code is \(code). Never share it with anyone."
            case .russian: "Код \(code). Никому его не говорите."
            case .belarusian: "Код \(code). Нікому яго не кажыце."
            }
        let long = warning + lastLine(code)
        return OutgoingMessage(
            channel: .sms, recipient: recipient.text, subject: "",
            text: SMSLength.fitsOne(long) ? long : short(code, language))
    }

    private func short(_ code: String, _ language: Language) -> String {
        (language == .english ? "Code \(code)" : "Код \(code)") + lastLine(code)
    }

    private func lastLine(_ code: String) -> String { "\n@\(domain) #\(code)" }
}
