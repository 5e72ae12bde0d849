public import Contract
import Values

/// Values that several examples of access contain.
private enum AccessExample {
    static let id: JSONNode = "019ab3c4-5d6e-7f80-9123-000000000005"
    static let rule: JSONNode = [
        "kind": "domain",
        "value": "museum.mil.by",
        "action": "allow",
        "note": "The museum's civilian staff",
        "isBundled": false,
        "changedAt": "2026-11-26T09:00:00Z",
        "changedBy": "019ab3c4-5d6e-7f80-9123-000000000001",
    ]
    static let key: JSONNode = ["kind": "domain", "value": "museum.mil.by"]
    static let account: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000001", "name": "Ада Лавлейс", "email": "ada@museum.mil.by",
    ]
    static let review: JSONNode = [
        "id": AccessExample.id, "account": AccessExample.account, "openedAt": "2026-11-26T09:00:00Z",
    ]
    static let appeal: JSONNode = [
        "id": AccessExample.id, "name": "ada@museum.mil.by", "text": .string(Auth.AppealText.exampleText),
        "openedAt": "2026-11-26T09:00:00Z",
    ]
}

extension Auth.Rules: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["kind": "domain", "limit": 20], result: ["items": [AccessExample.rule]])
    }
}

extension Auth.PutRule: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "kind": "domain", "value": "museum.mil.by", "action": "allow", "note": "The museum's civilian staff",
            ],
            result: AccessExample.rule)
    }
}

extension Auth.RemoveRule: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: AccessExample.key, result: .object([]))
    }
}

extension Auth.TryRules: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["kind": "domain", "value": "museum.mil.by", "action": "allow"],
            result: [
                "examined": 4_200, "affected": 1,
                "items": [["account": AccessExample.account, "before": "deny", "after": "allow"]],
            ])
    }
}

extension Auth.Sweep: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: .object([]), result: ["examined": 4_200, "denied": 1, "opened": 3])
    }
}

extension Auth.Reviews: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["limit": 20], result: ["items": [AccessExample.review]])
    }
}

extension Auth.Appeals: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["limit": 20], result: ["items": [AccessExample.appeal]])
    }
}

extension Auth.DecideReview: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": AccessExample.id, "decision": "admit", "note": "A guide of the museum"],
            result: AccessExample.appeal.setting("decision", "admit").setting("decidedAt", "2026-11-27T10:00:00Z"))
    }
}

extension Auth.Appeal: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["name": "ada@museum.mil.by", "text": .string(Auth.AppealText.exampleText)], result: .object([]))
    }
}
