import ArgumentParser
import Testing

@testable import Machine
@testable import vokol

@Suite struct GrantTests {
    @Test func `Without an instance a grant fails and points to vokol up`() throws {
        let command = try #require(
            try Vokol.parseAsRoot(["grant", "park.staff", "ada@example.org", "--directory", "/nonexistent"])
                as? GrantCommand)
        let error = #expect(throws: OperatorError.self) { try command.run() }
        #expect(error.map { "\($0)".contains("vokol up") } == true)
    }
}
