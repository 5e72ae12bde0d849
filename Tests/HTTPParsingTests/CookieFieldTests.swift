import HTTPParsing
import Testing

@Suite struct CookieFieldTests {
    private static func token(_ field: String) -> String? {
        Array(field.utf8).withUnsafeBytes { CookieField.token(in: $0, of: "__Host-vokol") }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("__Host-vokol=a.1.b-c_d~", "a.1.b-c_d~"), ("a=b; __Host-vokol=t; c=d", "t"), ("x=1;\t__Host-vokol=t", "t"),
            ("", nil), ("vokol=t", nil), ("x__Host-vokol=t", nil), ("__host-vokol=t", nil), ("__Host-vokol=", nil),
            ("__Host-vokol=t; __Host-vokol=u", nil), ("__Host-vokol=\"t\"", nil), ("__Host-vokol=t\\u0022", nil),
            ("__Host-vokol=t u", nil), ("__Host-vokol=" + String(repeating: "t", count: 257), nil),
        ] as [(String, String?)])
    func `The token is read from exactly one cookie of the name`(field: String, token: String?) {
        #expect(Self.token(field) == token)
    }
}
