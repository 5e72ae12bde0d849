import Testing

@testable import GatewayClient
@testable import vokol

@Suite struct MethodListTests {
    @Test func `The list holds the public methods, and completion offers their parameters`() throws {
        #expect(MethodList.text.contains("museums.search"))
        #expect(!MethodList.text.contains("auth.revocations"))
        #expect(MethodList.completions(of: ["vokol", "call", "museums.get", ""]) == ["id="])
        let text = MethodList.text(of: try #require(try MethodShape("auth.verifyEmail")))
        #expect(text.contains("HTTP: POST /v1/accounts/verify"))
        #expect(text.contains("fails with code-wrong (wrong-credentials)"))
    }
}
