public import Contract

/// The limits that the service checks in whole settings and amounts, for the API document.
extension Booking.ParkSettings: RefinedType {
    public static var refinements: [String: JSONNode] {
        [
            "setMinutes": ["minimum": 5, "maximum": 120, "multipleOf": 5],
            "maximumSets": ["minimum": 1, "maximum": 8],
            "horizonDays": ["minimum": 1, "maximum": 366],
            "bookingsPerAccount": ["minimum": 1, "maximum": 100],
            "freeCancellationMinutes": ["minimum": 0, "maximum": 10_080],
            "undoMinutes": ["minimum": 0, "maximum": 60, "default": 10],
            "reverses": ["minItems": 1, "maxItems": 32],
            "hours": ["maxItems": 7],
            "priceBands": ["maxItems": 64],
            "specialDays": ["maxItems": 64],
            "products": ["maxItems": 64],
            "setPrice": ["properties": ["amount": ["minimum": 0, "maximum": 10_000_000]]],
        ]
    }
}

extension Booking.ProductSettings: RefinedType {
    public static var refinements: [String: JSONNode] {
        [
            "sets": ["minimum": 1, "maximum": 1_000], "validDays": ["minimum": 1, "maximum": 3_660],
            "price": ["properties": ["amount": ["minimum": 1, "maximum": 100_000_000]]],
        ]
    }
}

extension Booking.Texts: RefinedType {
    public static var refinements: [String: JSONNode] {
        let text: JSONNode = ["maxLength": 4_000, "pattern": #"^[^\x00-\x09\x0B-\x1F\x7F-\x9F]*$"#]
        return ["en": text, "ru": text, "be": text]
    }
}
