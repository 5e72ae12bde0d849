/// The decoding of results, which a newer server may have sent.
///
/// Checked values accept in a result what they reject elsewhere: values that an enum does not know, and texts and
/// numbers beyond their limits. A limit protects the server from its callers; in a result, it would only break clients
/// when a later version moves it.
public enum ResultDecoding {
    /// The `userInfo` of a decoder that decodes a result.
    public static let userInfo: [CodingUserInfoKey: any Sendable] = key.map { [$0: true] } ?? [:]

    fileprivate static let key = CodingUserInfoKey(rawValue: "vokol.result")
}

extension Decoder {
    /// True if the decoded value is, or is part of, a result.
    public var decodesResult: Bool {
        guard let key = ResultDecoding.key else { return false }
        return userInfo[key] != nil
    }
}
