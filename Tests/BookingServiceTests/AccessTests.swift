import BookingContract
import Contract
import NIOCore
import RPC
import ServiceRuntime
import Testing

@testable import BookingService

@Suite struct AccessTests {
    private func context(_ roles: [Role]?) -> CallContext {
        var random = SystemRandomNumberGenerator()
        return CallContext(
            principal: roles.map {
                Principal(
                    sub: "019ab3c4-5d6e-7f80-9123-456789abcdef", sid: "019ab3c4-5d6e-7f80-9123-456789abcdee",
                    roles: $0.map(\.rawValue), presentUntil: .max)
            },
            deadline: .now + .seconds(600), trace: TraceContext.root(using: &random))
    }

    @Test func `Every method of the contract has a handler`() async throws {
        try await BookingFixture.with { fixture in
            #expect(BookingHandler(service: fixture.service, hints: HintLog(epoch: "test")).methods().missing.isEmpty)
        }
    }

    @Test func `Only staff and administrators may call their methods`() async throws {
        try await BookingFixture.with { fixture in
            let table = BookingHandler(service: fixture.service, hints: HintLog(epoch: "test")).methods()
            for method in Booking.methods {
                let declaration = method.declaration
                func end(_ roles: [Role]?) async -> String {
                    await ending {
                        try await table.answer(
                            declaration.name, params: ByteBuffer(string: "{\"unknown\":1}"), context: context(roles))
                    }
                }
                switch declaration.access {
                case .anyone: #expect(await end(nil) != "unauthenticated")
                case .role(let role):
                    #expect(await end(nil) == "unauthenticated", "\(declaration.name)")
                    #expect(await end([]) == "role-required", "\(declaration.name)")
                    if role == .parkAdmin { #expect(await end([.parkStaff]) == "role-required", "\(declaration.name)") }
                    #expect(await end([.parkAdmin]) == "invalid-params", "\(declaration.name)")
                    #expect(await end([.admin]) == "invalid-params", "\(declaration.name)")
                    #expect(await end([role]) == "invalid-params", "\(declaration.name)")
                case .service: #expect(await end([.admin]) == "method-not-found", "\(declaration.name)")
                default: #expect(await end(nil) == "unauthenticated", "\(declaration.name)")
                }
            }
        }
    }
}
