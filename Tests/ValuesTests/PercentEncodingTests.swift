import Testing
import Values

@Suite struct PercentEncodingTests {
    @Test func `Everything but letters, digits and four marks is percent-encoded`() {
        #expect(PercentEncoding.encoded("aZ0-._~ &Мi\n") == "aZ0-._~%20%26%D0%9Ci%0A")
        #expect(PercentEncoding.encoded("/a b") == "%2Fa%20b")
        #expect(PercentEncoding.encoded("/a b", keepsSlashes: true) == "/a%20b")
    }
}
