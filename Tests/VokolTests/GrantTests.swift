import ArgumentParser
import Contract
import Testing

@testable import GatewayClient
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

    @Test func `A command of a service gets the database and, if there is one, the secret of the instance`() {
        let instance = InstanceDirectory("/d")
        #expect(
            ServiceProgram.variables(of: .auth, in: instance) == [
                "VOKOL_AUTH_DATABASE_URL_FILE": "/d/secrets/database-url-auth",
                "VOKOL_AUTH_SECRET_FILE": "/d/secrets/auth-master",
            ])
        #expect(
            ServiceProgram.variables(of: .museums, in: instance)
                == ["VOKOL_MUSEUMS_DATABASE_URL_FILE": "/d/secrets/database-url-museums"])
    }
}
