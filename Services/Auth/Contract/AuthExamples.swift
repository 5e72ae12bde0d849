public import Contract
import Values

/// Values that several examples contain.
private enum AuthExample {
    static let user: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000001",
        "login": "ada",
        "email": "ada@example.org",
        "phone": "+375291234567",
        "firstName": "Ада",
        "lastName": "Лавлейс",
        "birthDate": "1990-12-10",
        "roles": [],
        "createdAt": "2026-03-02T08:15:00Z",
        "declarationVersion": .string(DeclarationVersion.exampleText),
        "consentVersion": "2026-01",
    ]
    static let tokens: JSONNode = [
        "accessToken": "eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.eyJzdWIiOiIwMTlhYjNjNCJ9.c2lnbmF0dXJl",
        "accessTokenExpiresAt": "2026-07-11T09:05:00Z",
        "refreshToken": "019ab3c4-5d6e-7f80-9123-456789abcdef.1.q83vEjRWeJA",
        "refreshTokenExpiresAt": "2026-09-09T09:00:00Z",
        "user": AuthExample.user,
        "deviceToken": .string(DeviceToken.exampleText),
    ]
    static let declaration: JSONNode = [
        "isNotGovernmentMilitary": true, "version": .string(DeclarationVersion.exampleText),
    ]
    static let challenge: JSONNode = [
        "challengeId": "019ab3c4-5d6e-7f80-9123-000000000002",
        "expiresAt": "2026-07-11T09:10:00Z",
    ]
    static let phoneChallenge: JSONNode = [
        "challengeId": "019ab3c4-5d6e-7f80-9123-000000000002",
        "expiresAt": "2026-07-11T09:05:00Z",
        "resendAt": "2026-07-11T09:01:00Z",
    ]
    static let personalData: JSONNode = [
        "firstName": "Ада",
        "lastName": "Лавлейс",
        "email": "ada@example.org",
        "birthDate": "1990-12-10",
        "declaration": AuthExample.declaration,
        "consentVersion": "2026-01",
    ]
    static let roleHolder: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000001",
        "name": "Ада Лавлейс",
        "email": "ada@example.org",
        "phone": "+375291234567",
        "roles": ["park.staff"],
    ]
    static let code: JSONNode = ["challengeId": "019ab3c4-5d6e-7f80-9123-000000000002", "code": "493027"]
}

extension Auth.CurrentDeclaration: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "version": .string(DeclarationVersion.exampleText),
                "text": "I declare that I am not a member of a government military structure.",
            ])
    }
}

extension Auth.Register: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "login": "ada",
                "email": "ada@example.org",
                "password": "correct horse battery staple",
                "declaration": AuthExample.declaration,
            ],
            result: AuthExample.challenge)
    }
}

extension Auth.VerifyEmail: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: AuthExample.code,
            result: AuthExample.tokens)
    }
}

extension Auth.Login: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["email": "ada@example.org", "password": "correct horse battery staple"],
            result: AuthExample.tokens)
    }
}

extension Auth.Refresh: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["refreshToken": "019ab3c4-5d6e-7f80-9123-456789abcdef.1.q83vEjRWeJA"],
            result: AuthExample.tokens)
    }
}

extension Auth.Logout: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["refreshToken": "019ab3c4-5d6e-7f80-9123-456789abcdef.1.q83vEjRWeJA"],
            result: .object([]))
    }
}

extension Auth.ActiveSessions: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "items": [
                    [
                        "id": "019ab3c4-5d6e-7f80-9123-456789abcdef",
                        "device": .string(DeviceName.exampleText),
                        "network": "192.0.2.7",
                        "signedInAt": "2026-03-02T08:15:00Z",
                        "lastSeenAt": "2026-07-11T09:00:00Z",
                        "expiresAt": "2026-09-09T09:00:00Z",
                        "isCurrent": true,
                    ]
                ]
            ])
    }
}

extension Auth.RevokeSession: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["sessionId": "019ab3c4-5d6e-7f80-9123-456789abcdef"], result: .object([]))
    }
}

extension Auth.RevokeOtherSessions: ExampledMethod {
    public static var example: MethodExample { MethodExample(params: .object([]), result: .object([])) }
}

extension Auth.RequestDeletion: ExampledMethod {
    public static var example: MethodExample { MethodExample(params: .object([]), result: AuthExample.challenge) }
}

extension Auth.DeleteAccount: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: AuthExample.code, result: AuthExample.user.setting("deletesAt", "2026-07-25T09:00:00Z"))
    }
}

extension Auth.KeepAccount: ExampledMethod {
    public static var example: MethodExample { MethodExample(params: .object([]), result: AuthExample.user) }
}

extension Auth.Me: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: AuthExample.user)
    }
}

extension Auth.UpdateProfile: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["lastName": "Лавлейс", "remove": ["contact-email"]],
            result: AuthExample.user)
    }
}

extension Auth.RequestCode: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["phone": "+375291234567", "registration": AuthExample.personalData],
            result: AuthExample.phoneChallenge)
    }
}

extension Auth.VerifyCode: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: AuthExample.code,
            result: [
                "status": "signed-in",
                "accessToken": "eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.eyJzdWIiOiIwMTlhYjNjNCJ9.c2lnbmF0dXJl",
                "accessTokenExpiresAt": "2026-07-11T09:05:00Z",
                "refreshToken": "019ab3c4-5d6e-7f80-9123-456789abcdef.1.q83vEjRWeJA",
                "refreshTokenExpiresAt": "2026-09-09T09:00:00Z",
                "user": AuthExample.user,
                "deviceToken": .string(DeviceToken.exampleText),
            ])
    }
}

extension Auth.CompleteRegistration: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "registrationToken": "019ab3c4-5d6e-7f80-9123-456789abcdef.q83vEjRWeJA",
                "registration": AuthExample.personalData,
            ],
            result: AuthExample.tokens)
    }
}

extension Auth.SetPhone: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["phone": "+375291234567"],
            result: AuthExample.phoneChallenge)
    }
}

extension Auth.ConfirmPhone: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: AuthExample.code,
            result: AuthExample.user)
    }
}

extension Auth.SetEmail: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["email": "ada@example.org", "password": "correct horse battery staple"],
            result: AuthExample.challenge)
    }
}

extension Auth.ConfirmEmail: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: AuthExample.code,
            result: AuthExample.user)
    }
}

extension Auth.RequestPasswordReset: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["email": "ada@example.org"],
            result: AuthExample.challenge)
    }
}

extension Auth.ResetPassword: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "challengeId": "019ab3c4-5d6e-7f80-9123-000000000002",
                "code": "493027",
                "password": "a new long password",
            ],
            result: AuthExample.tokens)
    }
}

extension Auth.ChangePassword: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["currentPassword": "correct horse battery staple", "password": "a new long password"],
            result: .object([]))
    }
}

extension Auth.GrantRole: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["account": "+375291234567", "role": "park.staff"],
            result: AuthExample.roleHolder)
    }
}

extension Auth.RevokeRole: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["account": "ada@example.org", "role": "park.staff"],
            result: AuthExample.roleHolder.setting("roles", []))
    }
}

extension Auth.RoleHolders: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["role": "park.staff"],
            result: ["items": [AuthExample.roleHolder]])
    }
}

extension Auth.KeySet: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "keys": [
                    [
                        "kty": "OKP",
                        "crv": "Ed25519",
                        "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
                        "kid": "1",
                        "use": "sig",
                        "alg": "EdDSA",
                    ]
                ]
            ])
    }
}

extension Auth.OutdatedDeclaration: ExampledDetails {
    public static var example: JSONNode { ["currentVersion": .string(DeclarationVersion.exampleText)] }
}

extension Auth.TriesLeft: ExampledDetails {
    public static var example: JSONNode { ["triesLeft": 4] }
}

extension Auth.RequiredWork: ExampledDetails {
    public static var example: JSONNode { ["challenge": .string(WorkChallenge.exampleText), "bits": 16] }
}
