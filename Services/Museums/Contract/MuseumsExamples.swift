public import Contract

/// Values that several examples contain.
enum MuseumsExample {
    static let location: JSONNode = ["latitude": 53.4512, "longitude": 26.4729]
    static let picture: JSONNode = [
        "url": .string("/v1/pictures/\(hash)"),
        "width": 960,
        "height": 640,
        "author": "Alexander Savin",
        "licence": "CC BY-SA 3.0",
        "page": "https://commons.wikimedia.org/wiki/File:Mir_castle.jpg",
        "sizes": [["url": .string("/v1/pictures/\(hash)"), "width": 960, "height": 640, "format": "jpeg"]],
    ]
    static let hash = PictureHash.exampleText
    static func fact(_ value: String) -> JSONNode {
        ["value": .string(value), "source": "https://example.org/mir", "date": "2026-11-20"]
    }
    static let card: JSONNode = [
        "id": "by-mir-castle",
        "name": "Mir Castle Complex",
        "city": "Mir",
        "countryCode": "BY",
        "country": "Belarus",
        "category": "castle",
        "categoryName": "Castles and palaces",
        "location": MuseumsExample.location,
        "picture": MuseumsExample.picture,
        "distance": 1250,
        "nameMatches": [["start": 4, "length": 6]],
        "language": "en",
    ]
}

extension Museums.Search: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "query": "castle",
                "city": "Mir",
                "countryCode": "BY",
                "category": "castle",
                "near": MuseumsExample.location,
                "radius": 5000,
                "bbox": [26.4, 53.4, 27.7, 54.0],
                "isOpen": true,
                "facets": ["category", "city", "country", "open-now"],
                "limit": 20,
            ],
            result: [
                "items": [MuseumsExample.card],
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
                "total": 21,
                "isTotalExact": true,
                "facets": [
                    "categories": [["category": "castle", "categoryName": "Castles and palaces", "count": 21]],
                    "cities": [["city": "Mir", "countryCode": "BY", "count": 1]],
                    "countries": [["countryCode": "BY", "country": "Belarus", "count": 19]],
                    "openNow": 4,
                    "isExact": true,
                ],
                "didYouMean": ["query": "castles", "isUsed": false],
            ])
    }
}

extension Museums.PictureBytes: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["hash": .string(MuseumsExample.hash)], result: ["mediaType": "image/webp", "bodyBase64": "UklGRg"])
    }
}

extension Museums.Get: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "by-mir-castle"],
            result: [
                "id": "by-mir-castle",
                "name": "Mir Castle Complex",
                "description": "A castle of the 16th century, and a World Heritage Site.",
                "city": "Mir",
                "address": "Krasnoarmeyskaya 2",
                "countryCode": "BY",
                "country": "Belarus",
                "category": "castle",
                "categoryName": "Castles and palaces",
                "location": MuseumsExample.location,
                "website": "https://mirzamak.by",
                "hours": [
                    "statement": MuseumsExample.fact("We-Su 10:00-18:00"),
                    "timeZone": "Europe/Minsk",
                    "days": [
                        [
                            "date": "2026-11-24", "isHoliday": false, "spans": .array([]), "closedBecause": "day-off",
                        ],
                        [
                            "date": "2026-11-25", "isHoliday": false,
                            "spans": [["opensAt": "2026-11-25T07:00:00Z", "closesAt": "2026-11-25T15:00:00Z"]],
                        ],
                    ],
                    "status": [
                        "at": "2026-11-24T09:00:00Z", "isOpen": false, "changesAt": "2026-11-25T07:00:00Z",
                        "closedBecause": "day-off",
                    ],
                ],
                "telephone": MuseumsExample.fact("+375 1596 36-2-90"),
                "wheelchair": MuseumsExample.fact("limited"),
                "price": MuseumsExample.fact("14 BYN"),
                "founded": 1987,
                "picture": MuseumsExample.picture,
                "credit": ["attribution": "base Muséofile", "licence": "Licence Ouverte 2.0"],
                "language": "en",
            ])
    }
}

extension Museums.Suggest: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["prefix": "mir"],
            result: [
                "items": [["id": "by-mir-castle", "name": "Mir Castle Complex", "city": "Mir", "language": "en"]]
            ])
    }
}

extension Museums.Map: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "query": "castle",
                "city": "Mir",
                "countryCode": "BY",
                "category": "castle",
                "near": MuseumsExample.location,
                "radius": 5000,
                "isOpen": true,
                "bbox": [26.4, 53.4, 27.7, 54.0],
                "zoom": 9,
            ],
            result: [
                "points": [
                    [
                        "id": "by-mir-castle",
                        "name": "Mir Castle Complex",
                        "category": "castle",
                        "categoryName": "Castles and palaces",
                        "location": MuseumsExample.location,
                        "language": "en",
                    ]
                ],
                "clusters": [
                    [
                        "location": ["latitude": 53.9, "longitude": 27.56],
                        "count": 14,
                        "bbox": [27.5, 53.85, 27.63, 53.93],
                        "opensAt": 10,
                    ]
                ],
                "total": 15,
            ])
    }
}

extension Museums.Categories: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "items": [
                    ["category": "castle", "categoryName": "Castles and palaces", "count": 14],
                    ["category": "general", "categoryName": "Various subjects", "count": 3],
                ]
            ])
    }
}
