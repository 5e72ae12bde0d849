public import Contract

extension MuseumsExample {
    static let id = "by-mir-castle"
    static let version = "0-9f86d081884c7d65"
    fileprivate static let translations: JSONNode = [
        "en": [
            "name": "Mir Castle Complex", "city": "Mir", "address": "Krasnoarmeyskaya 2",
            "description": "A castle of the 16th century, and a World Heritage Site.",
        ],
        "ru": ["name": "Замковый комплекс «Мир»", "city": "Мир"],
    ]

    fileprivate static let edit: JSONNode = [
        "id": .string(id), "number": 1, "name": "Mir Castle Complex", "kind": "changed",
        "at": "2026-11-23T09:00:00Z",
        "editor": ["id": "019ab3c4-5d6e-7f80-9123-000000000004", "name": "Ada Lovelace"],
    ]

    static func record(isRemoved: Bool = false) -> JSONNode {
        [
            "id": .string(id), "version": "1-02c7a1f05be1d3aa", "isRemoved": .bool(isRemoved), "source": "editors",
            "category": "castle", "countryCode": "BY", "location": location, "website": "https://mirzamak.by",
            "founded": 1987, "translations": translations, "aliases": ["mirski zamak"],
            "facts": ["wheelchair": ["value": "limited", "source": "editors", "date": "2026-11-23"]],
        ]
    }
}

extension Museums.ReadRecord: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["id": .string(MuseumsExample.id)], result: MuseumsExample.record())
    }
}

extension Museums.Put: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "id": .string(MuseumsExample.id), "version": .string(MuseumsExample.version), "category": "castle",
                "countryCode": "BY", "location": MuseumsExample.location, "website": "https://mirzamak.by",
                "founded": 1987, "translations": MuseumsExample.translations, "aliases": ["Mirski zamak"],
                "facts": ["wheelchair": "limited", "telephone": ""],
            ],
            result: MuseumsExample.record())
    }
}

extension Museums.Remove: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": .string(MuseumsExample.id), "version": .string(MuseumsExample.version)],
            result: MuseumsExample.record(isRemoved: true))
    }
}

extension Museums.Restore: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": .string(MuseumsExample.id), "version": .string(MuseumsExample.version)],
            result: MuseumsExample.record())
    }
}

extension Museums.Edits: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": .string(MuseumsExample.id), "limit": 20],
            result: [
                "items": [MuseumsExample.edit],
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
            ])
    }
}

extension Museums.ReadEdit: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": .string(MuseumsExample.id), "number": 1],
            result: [
                "edit": MuseumsExample.edit, "before": MuseumsExample.record(), "after": MuseumsExample.record(),
            ])
    }
}

extension Museums.Revert: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": .string(MuseumsExample.id), "version": .string(MuseumsExample.version), "number": 1],
            result: MuseumsExample.record())
    }
}
