import Contract
import Contracts
import TestSupport
import Testing
import VokolClient
import Wire

extension EndToEnd {
    /// The example of every public method, called by the Swift client over each transport.
    @Suite(.timeLimit(.minutes(5))) struct SwiftClientMethods {
        /// A refusal, as the client reports it.
        private struct Refusal: Equatable, CustomStringConvertible {
            var code: ErrorCode
            /// The reason, or the rules of faulty parameters.
            var reason: String?

            init(_ code: ErrorCode, _ reason: String? = nil) { (self.code, self.reason) = (code, reason) }

            init(_ problem: Problem) {
                code = problem.code
                let rules = problem.faults.map { "\($0.pointer) \($0.rule ?? "")" }
                reason = problem.reason ?? (rules.isEmpty ? nil : rules.joined(separator: ", "))
            }

            var description: String { "\(code.name), \(reason ?? "no reason")" }
        }

        /// The methods whose examples name things of another instance or of a past day, with their refusals.
        ///
        /// All other examples succeed.
        private static let refusals: [String: Refusal] = [
            "auth.login": Refusal(.wrongCredentials, "credentials-wrong"),
            "auth.verifyCode": Refusal(.wrongCredentials, "code-expired"),
            "auth.completeSignIn": Refusal(.wrongCredentials, "sign-in-expired"),
            "auth.loginWithPasskey": Refusal(.wrongCredentials, "passkey-invalid"),
            "auth.refresh": Refusal(.unauthenticated, "session-ended"),
            "auth.verifyEmail": Refusal(.wrongCredentials, "code-expired"),
            "auth.completeRegistration": Refusal(.forbidden, "registration-expired"),
            // The example of `auth.requestCode` has the same number.
            "auth.setPhone": Refusal(.quotaExceeded, "too-many-codes"),
            "auth.confirmPhone": Refusal(.wrongCredentials, "code-expired"),
            "auth.confirmEmail": Refusal(.wrongCredentials, "code-expired"),
            "auth.resetPassword": Refusal(.wrongCredentials, "code-expired"),
            // A guest has registered by SMS.
            "auth.changePassword": Refusal(.conflict, "password-unset"),
            "auth.confirmAuthenticator": Refusal(.wrongCredentials, "code-wrong"),
            "auth.renewRecoveryCodes": Refusal(.conflict, "authenticator-unset"),
            "auth.addPasskey": Refusal(.wrongCredentials, "passkey-invalid"),
            "auth.provePresence": Refusal(.wrongCredentials, "code-wrong"),
            "auth.deleteAccount": Refusal(.wrongCredentials, "code-expired"),
            "auth.grantRole": Refusal(.notFound, "account-unknown"),
            "auth.revokeRole": Refusal(.notFound, "account-unknown"),
            "auth.account": Refusal(.notFound, "account-unknown"),
            "auth.lockAccount": Refusal(.notFound, "account-unknown"),
            "auth.unlockAccount": Refusal(.notFound, "account-unknown"),
            "auth.endSessions": Refusal(.notFound, "account-unknown"),
            "auth.accountAudit": Refusal(.notFound, "account-unknown"),
            "auth.decideReview": Refusal(.notFound, "review-unknown"),
            // A new instance has no pictures.
            "museums.pictureBytes": Refusal(.notFound),
            // The example's version is another one.
            "museums.put": Refusal(.conflict, "museum-changed"),
            "museums.remove": Refusal(.conflict, "museum-changed"),
            "museums.restore": Refusal(.conflict, "museum-changed"),
            "museums.revert": Refusal(.conflict, "museum-changed"),
            "museums.setPicture": Refusal(.conflict, "museum-changed"),
            "museums.removePicture": Refusal(.conflict, "museum-changed"),
            "museums.edit": Refusal(.notFound, "unknown-edit"),
            "history.get": Refusal(.notFound, "no-such-entry"),
            // The simulated university has other lecturers.
            "schedule.forLecturer": Refusal(.notFound, "unknown-lecturer"),
            "schedule.next": Refusal(.notFound, "unknown-lecturer"),
            // The index of rooms is empty.
            "schedule.forRoom": Refusal(.notFound, "unknown-room"),
            // No feeds have the examples' secrets.
            "schedule.calendarFile": Refusal(.notFound),
            "booking.calendarFile": Refusal(.notFound),
            "booking.hold": Refusal(.conflict, "past"),
            "booking.book": Refusal(.conflict, "hold-expired"),
            "booking.get": Refusal(.notFound),
            "booking.cancel": Refusal(.notFound),
            "booking.reschedule": Refusal(.notFound),
            "booking.explain": Refusal(.notFound),
            "booking.appeal": Refusal(.notFound),
            "booking.wait": Refusal(.conflict, "past"),
            "booking.payment": Refusal(.notFound),
            // The body that is sent has no signature.
            "booking.notifyPayment": Refusal(.forbidden, "not-believed"),
            "booking.refund": Refusal(.notFound),
            "booking.bookFor": Refusal(.conflict, "past"),
            "booking.checkIn": Refusal(.notFound),
            "booking.noShow": Refusal(.notFound),
            "booking.note": Refusal(.notFound),
            "booking.settle": Refusal(.notFound),
            "booking.payBack": Refusal(.notFound),
            "booking.customer": Refusal(.notFound),
            "booking.sellPass": Refusal(.notFound),
            "booking.correctPass": Refusal(.notFound),
            "booking.close": Refusal(.invalidParams, "/to future"),
            "booking.reopen": Refusal(.notFound),
            "booking.decide": Refusal(.notFound),
            "booking.reverseDecision": Refusal(.notFound),
            "booking.rejectAppeal": Refusal(.notFound),
            "booking.configure": Refusal(.conflict, "version-changed"),
        ]

        /// Starts an instance that the examples may change, practically without rate limits, which would refuse calls
        /// of methods that cost much.
        ///
        /// Its index of rooms stays empty.
        private static func start() async throws -> RunningInstance {
            try await SimulatedInstance.start(environment: ["VOKOL_ROOMS_INTERVAL": "86400s"]).instance
        }

        @Test(arguments: SwiftClient.Carrier.allCases)
        func `Every public method gives its result, or the declared refusal`(
            carrier: SwiftClient.Carrier
        ) async throws {
            let instance = try await Self.start()
            let client = try await carrier.signedIn(to: instance)
            // Examples may change what belongs to a guest, and only a staff account reaches methods that need a role.
            let guest = try await Guest.register(1, at: instance)[0]
            let staff = try await Guest.register(
                "park.staff", "park.admin", "museums.editor", "admin", at: instance)
            for method in Methods.public {
                let name = method.declaration.name
                let exampled = try #require(method as? any ExampledMethod.Type)
                let isReading = method.declaration.http?.verb == .get
                var token = isReading ? nil : guest.token
                if case .role = method.declaration.access { token = staff.token }
                do {
                    let refusal = try await refusal(of: exampled, client, token: token)
                    #expect(refusal == Self.refusals[name], "\(name)")
                } catch {
                    Issue.record("\(name): \(error)")
                }
            }
            let unknown = Set(Self.refusals.keys).subtracting(Methods.public.map { $0.declaration.name })
            #expect(unknown.isEmpty)
            await client.close()
            try await instance.stop(removing: true)
        }

        /// Makes the call of a method's example; returns the refusal, or `nil` after a result.
        private func refusal<M: ExampledMethod>(
            of method: M.Type, _ client: Client, token: String?
        ) async throws -> Refusal? {
            let params = try JSONCoding.decode(M.Params.self, from: Array(M.example.params.serialized().utf8))
            var options = Client.Options()
            options.accessToken = token
            do {
                _ = try await client.call(method, params, options: options)
                return nil
            } catch let problem as Problem {
                return Refusal(problem)
            }
        }
    }
}
