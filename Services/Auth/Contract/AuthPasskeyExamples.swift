public import Contract
import Values

/// Values that several examples of passkeys contain.
private enum PasskeyExample {
    static let passkey: JSONNode = [
        "id": .string(CredentialID.exampleText), "name": .string(PasskeyName.exampleText),
        "createdAt": "2026-07-11T09:00:00Z",
    ]
    static let bytes: JSONNode = .string(Base64URLText.exampleText)
}

extension Auth.PasskeyChallenge: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "challenge": PasskeyExample.bytes, "domain": "localhost", "expiresAt": "2026-07-11T09:05:00Z",
            ])
    }
}

extension Auth.LoginWithPasskey: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "passkey": [
                    "id": .string(CredentialID.exampleText), "clientData": PasskeyExample.bytes,
                    "authenticatorData": PasskeyExample.bytes, "signature": PasskeyExample.bytes,
                ]
            ],
            result: Auth.Login.example.result)
    }
}

extension Auth.BeginPasskey: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "challenge": PasskeyExample.bytes, "domain": "localhost", "userHandle": PasskeyExample.bytes,
                "account": "ada@example.org", "name": "Ада Лавлейс", "algorithms": [-7, -8], "known": [],
                "expiresAt": "2026-07-11T09:05:00Z",
            ])
    }
}

extension Auth.AddPasskey: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "clientData": PasskeyExample.bytes, "attestation": PasskeyExample.bytes,
                "name": .string(PasskeyName.exampleText),
            ], result: PasskeyExample.passkey)
    }
}

extension Auth.RemovePasskey: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["id": .string(CredentialID.exampleText)], result: .object([]))
    }
}
