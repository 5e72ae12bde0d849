/// The length of a text as an SMS (3GPP TS 23.038).
public enum SMSLength {
    /// Returns the capacity of one message: 160 characters of the GSM alphabet, or 70 of UCS-2 if any is outside it.
    public static func capacity(of text: String) -> Int { isGSM(text) ? 160 : 70 }

    /// Returns the text's length in characters; a character that needs an escape or a surrogate pair counts twice.
    public static func count(of text: String) -> Int {
        guard isGSM(text) else { return text.utf16.count }
        return text.unicodeScalars.reduce(0) { $0 + (extended.contains($1) ? 2 : 1) }
    }

    /// Returns true if the text fits into one message, the unit of billing.
    public static func fitsOne(_ text: String) -> Bool { count(of: text) <= capacity(of: text) }

    /// Returns the text cut to a number of messages, with an ellipsis where it was cut.
    ///
    /// Each message of several has room for 153 characters of the GSM alphabet, or 67 others.
    public static func cut(_ text: String, toMessages messages: Int) -> String {
        func fits(_ text: String) -> Bool {
            fitsOne(text) || messages > 1 && count(of: text) <= messages * (isGSM(text) ? 153 : 67)
        }
        if fits(text) { return text }
        // The alphabet of GSM has no ellipsis, and one other character would halve the room.
        let ellipsis = isGSM(text) ? "..." : "…"
        var kept = text
        repeat { kept.removeLast() } while !kept.isEmpty && !fits(kept + ellipsis)
        return kept + ellipsis
    }

    private static func isGSM(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { basic.contains($0) || extended.contains($0) }
    }

    private static let basic = Set(
        ("@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
            + "abcdefghijklmnopqrstuvwxyzäöñüà").unicodeScalars)
    private static let extended = Set("\u{0C}^{}\\[~]|€".unicodeScalars)
}
