import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct MinimumAgeTests {
    private static func policy(_ age: Int) -> AuthPolicy {
        var policy = AuthPolicy()
        policy.declaration.minimumAge = age
        return policy
    }

    @Test(arguments: [
        ("2026-11-21", 16, "2010-11-21"), ("2028-02-29", 17, "2011-02-28"), ("2026-11-21", 0, "2026-11-21"),
    ])
    func `The latest date of birth is that of a person who comes of age today`(
        _ today: String, _ age: Int, _ latest: String
    ) throws {
        let day = try #require(LocalDate(today))
        let range = BirthDateRange(at: Instant(milliseconds: Int64(day.daysSince1970) * 86_400_000), minimumAge: age)
        #expect("\(range.latest)" == latest)
    }

    @Test func `A person below the minimum age neither registers nor corrects the date of birth`() async throws {
        try await AuthFixture.with(policy: Self.policy(16)) { auth in
            let declaration = Auth.Declaration(
                isNotGovernmentMilitary: true, version: DeclarationText(minimumAge: 16).version)
            func register(_ birthDate: String) async -> String {
                await ending {
                    try await auth.service.phoneSignIn.requestCode(
                        .init(
                            phone: PhoneNumber(unchecked: "+375291234567"),
                            registration: .init(
                                firstName: PersonName(unchecked: "Ada"), lastName: PersonName(unchecked: "Lovelace"),
                                birthDate: BirthDate(unchecked: birthDate), declaration: declaration,
                                consentVersion: DeclarationVersion(unchecked: "1"))),
                        origin: AuthFixture.here)
                }
            }
            #expect(await register("2010-12-31") == "invalid-params")
            #expect(await register("2010-01-01") == "ok")
        }
    }

    @Test func `With a minimum age the declaration says it, in a version of its own`() async throws {
        try await AuthFixture.with(policy: Self.policy(16)) { auth in
            let shown = try await auth.service.registration.declaration(.init(), origin: AuthFixture.here)
            #expect(shown.text.contains("at least 16 years old"))
            #expect(shown.version.text == "\(DeclarationText.version.text)-age-16")
            #expect(await ending { try await auth.register() } == "declaration-outdated")
            #expect(await ending { try await auth.register(version: shown.version) } == "ok")
        }
    }
}
