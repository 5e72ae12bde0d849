import AuthContract
import Testing
import Values

@testable import AuthService
@testable import Notify

extension AuthFixture {
    static let ada = "+375291234567"

    static func person(
        _ first: String = "Ада", _ last: String = "Лаўлэйс", email: String? = nil, birthDate: String = "1990-12-10",
        declaration: Auth.Declaration = .init(isNotGovernmentMilitary: true, version: DeclarationText.version)
    ) -> Auth.PersonalData {
        Auth.PersonalData(
            firstName: PersonName(unchecked: first), lastName: PersonName(unchecked: last),
            email: email.map(EmailAddress.init(unchecked:)), birthDate: BirthDate(birthDate),
            declaration: declaration, consentVersion: DeclarationVersion(unchecked: "2026-02"))
    }

    func requestCode(
        _ phone: String = ada, _ person: Auth.PersonalData? = nil, device: DeviceToken? = nil,
        language: Language = .english, origin: CallOrigin = here
    ) async throws -> Auth.PhoneChallenge {
        try await service.phoneSignIn.requestCode(
            Auth.RequestCode.Params(phone: try #require(PhoneNumber(phone)), registration: person, deviceToken: device),
            origin: origin.with(language))
    }

    /// Delivers due messages and returns the codes sent to a number so far, oldest first.
    func smsCodes(_ phone: String = ada) async throws -> [OneTimeCode] {
        while try await relay.deliverDue() > 0 {}
        return mailbox.all(to: phone).compactMap {
            $0.text.split(separator: "#").last.flatMap { OneTimeCode(String($0)) }
        }
    }

    func verifyCode(_ challenge: Identifier, _ code: OneTimeCode) async throws -> Auth.VerifyCode.Result {
        try await service.phoneSignIn.verifyCode(.init(challengeId: challenge, code: code), origin: Self.here)
    }

    /// Signs in with a code by SMS, a minute after the previous request.
    func signInByPhone(
        _ phone: String = ada, _ person: Auth.PersonalData? = nil
    ) async throws -> Auth.VerifyCode.Result {
        clock.advance(.seconds(60))
        let challenge = try await requestCode(phone, person)
        return try await verifyCode(challenge.challengeId, try #require(await smsCodes(phone).last))
    }

    func complete(
        _ token: RegistrationToken?, _ person: Auth.PersonalData = AuthFixture.person()
    ) async throws -> Auth.Tokens {
        try await service.phoneSignIn.completeRegistration(
            .init(registrationToken: try #require(token), registration: person), origin: Self.here)
    }
}
