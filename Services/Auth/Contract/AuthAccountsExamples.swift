public import Contract

/// Values that several examples of accounts contain.
private enum AccountsExample {
    static let id: JSONNode = "019ab3c4-5d6e-7f80-9123-000000000001"
    static let summary: JSONNode = ["id": AccountsExample.id, "name": "Ада Лавлейс", "email": "ada@example.org"]
    static let details: JSONNode = [
        "account": AccountsExample.summary, "login": "Ада", "roles": [], "createdAt": "2026-11-26T09:00:00Z",
        "sessions": 2,
    ]
}

extension Auth.Accounts: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["by": "email", "text": "ada@", "limit": 20], result: ["items": [AccountsExample.summary]])
    }
}

extension Auth.Account: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["id": AccountsExample.id], result: AccountsExample.details)
    }
}

extension Auth.LockAccount: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": AccountsExample.id, "reason": "Sends threats to the park"],
            result: AccountsExample.details.setting("sessions", 0).setting(
                "lock",
                [
                    "at": "2026-11-27T10:00:00Z", "reason": "Sends threats to the park",
                    "by": "019ab3c4-5d6e-7f80-9123-000000000002",
                ]))
    }
}

extension Auth.UnlockAccount: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["id": AccountsExample.id], result: AccountsExample.details.setting("sessions", 0))
    }
}

extension Auth.EndSessions: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["id": AccountsExample.id], result: AccountsExample.details.setting("sessions", 0))
    }
}

extension Auth.AccountAudit: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": AccountsExample.id, "limit": 20],
            result: [
                "items": [
                    [
                        "at": "2026-11-26T09:00:00Z", "event": "signed-in", "address": "192.0.2.7",
                        "session": "019ab3c4-5d6e-7f80-9123-000000000003",
                    ]
                ]
            ])
    }
}
