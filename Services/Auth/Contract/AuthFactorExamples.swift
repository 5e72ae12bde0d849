public import Contract
import Values

/// Values that several examples of second factors contain.
private enum FactorExample {
    static let recoveryCodes: JSONNode = [
        "codes": .array(
            [
                "7k3mq9x2va", "c4hp8w6tzn", "2jr5ye9sfk", "m8tbn3x7qd", "v6wz4kc2hp", "9fyq3gr7me", "t5kx8pj2wb",
                "h3nd7vq4zs", "e9cm6rt2yx", "w4gz8hb5kj",
            ].map { .string($0) })
    ]
}

extension Auth.CompleteSignIn: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "signInToken": .string(SignInToken.exampleText), "code": .string(FactorCode.exampleText),
                "device": .string(DeviceName.exampleText),
            ],
            result: Auth.Login.example.result)
    }
}

extension Auth.CurrentFactors: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "authenticatorSince": "2026-07-11T09:00:00Z", "recoveryCodesLeft": 10,
                "passkeys": [Auth.AddPasskey.example.result],
            ])
    }
}

extension Auth.SetAuthenticator: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                "uri": "otpauth://totp/Vokol:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Vokol",
            ])
    }
}

extension Auth.ConfirmAuthenticator: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["code": .string(FactorCode.exampleText)], result: FactorExample.recoveryCodes)
    }
}

extension Auth.RemoveAuthenticator: ExampledMethod {
    public static var example: MethodExample { MethodExample(params: .object([]), result: .object([])) }
}

extension Auth.ProvePresence: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["code": .string(FactorCode.exampleText)],
            result: [
                "accessToken": "eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.eyJzdWIiOiIwMTlhYjNjNCJ9.c2lnbmF0dXJl",
                "accessTokenExpiresAt": "2026-07-11T09:05:00Z", "presentUntil": "2026-07-11T09:10:00Z",
            ])
    }
}

extension Auth.SignInChallenge: ExampledDetails {
    public static var example: JSONNode {
        ["signInToken": .string(SignInToken.exampleText), "expiresAt": "2026-07-11T09:05:00Z"]
    }
}

extension Auth.RenewRecoveryCodes: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: .object([]), result: FactorExample.recoveryCodes)
    }
}
