import Testing
import Values

@Suite struct PercentEncodingTests {
    @Test func `Everything but letters, digits and four marks is percent-encoded`() {
        #expect(PercentEncoding.encoded("aZ0-._~ &Мi\n") == "aZ0-._~%20%26%D0%9Ci%0A")
    }
}
