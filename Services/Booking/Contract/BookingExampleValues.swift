public import Contract

/// Values that several examples contain.
enum BookingExample {
    static let slot: JSONNode = [
        "reverseId": "big",
        "startsAt": "2026-07-18T09:00:00Z",
        "endsAt": "2026-07-18T09:15:00Z",
        "state": "free",
        "price": ["amount": 2500, "currency": "BYN"],
        "isMine": false,
    ]
    static let ownSlot: JSONNode = [
        "reverseId": "big",
        "startsAt": "2026-07-18T09:15:00Z",
        "endsAt": "2026-07-18T09:30:00Z",
        "state": "booked",
        "price": ["amount": 2500, "currency": "BYN"],
        "isMine": true,
        "bookingId": "019ab3c4-5d6e-7f80-9123-000000000006",
    ]
    static let closing: JSONNode = [
        "reason": "closure",
        "text": "The park is temporarily closed.",
        "note": "Thunderstorm",
    ]
    static let priceBand: JSONNode = [
        "weekdays": [6, 7],
        "from": "12:00",
        "to": "18:00",
        "price": ["amount": 2500, "currency": "BYN"],
    ]
    static let held: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000005",
        "reverseId": "big",
        "startsAt": "2026-07-18T09:00:00Z",
        "endsAt": "2026-07-18T09:30:00Z",
        "sets": 2,
        "price": ["amount": 5000, "currency": "BYN"],
        "expiresAt": "2026-07-11T09:05:00Z",
    ]
    static let record: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000006",
        "reverseId": "big",
        "startsAt": "2026-07-18T09:00:00Z",
        "endsAt": "2026-07-18T09:30:00Z",
        "timeZone": "Europe/Minsk",
        "sets": 2,
        "state": "booked",
        "payWith": "on-site",
        "charge": ["state": "due", "money": ["amount": 5000, "currency": "BYN"]],
        "price": ["amount": 5000, "currency": "BYN"],
        "freeUntil": "2026-07-18T07:00:00Z",
        "madeAt": "2026-07-11T09:00:00Z",
    ]
    static let decision: JSONNode = [
        "sanction": "fee",
        "reason": "The slot could not be sold again",
        "fee": ["amount": 1000, "currency": "BYN"],
        "at": "2026-07-19T08:00:00Z",
    ]
    static let decidedCase: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000007",
        "kind": "late-cancellation",
        "state": "decided",
        "bookingId": "019ab3c4-5d6e-7f80-9123-000000000006",
        "reverseId": "big",
        "startsAt": "2026-07-18T09:00:00Z",
        "sets": 2,
        "openedAt": "2026-07-18T08:10:00Z",
        "decision": BookingExample.decision,
    ]
    static let openCase: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000007",
        "kind": "late-cancellation",
        "state": "open",
        "bookingId": "019ab3c4-5d6e-7f80-9123-000000000006",
        "reverseId": "big",
        "startsAt": "2026-07-18T09:00:00Z",
        "sets": 2,
        "openedAt": "2026-07-18T08:10:00Z",
    ]
    static let customer: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000008",
        "name": "Ада Лавлейс",
        "phone": "+375291234567",
        "lateCancellations": 1,
        "noShows": 0,
        "due": ["amount": 1000, "currency": "BYN"],
    ]
    static let boardItem: JSONNode = [
        "booking": BookingExample.record,
        "customer": BookingExample.customer,
        "note": "Brings a board of her own",
        "toPay": ["amount": 5000, "currency": "BYN"],
    ]
    static let closure: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000009",
        "reverseId": "big",
        "from": "2026-07-18T12:00:00Z",
        "to": "2026-07-18T15:00:00Z",
        "reason": "Thunderstorm",
        "madeAt": "2026-07-18T11:30:00Z",
        "cancelled": 3,
        "remaining": 0,
    ]
    static let payment: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-00000000000a",
        "productId": "ten-sets",
        "price": ["amount": 20000, "currency": "BYN"],
        "state": "pending",
        "paymentUrl": "https://pay.example.org/019ab3c4",
        "madeAt": "2026-07-11T09:00:00Z",
        "expiresAt": "2026-07-11T09:30:00Z",
    ]
    static let pass: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-00000000000b",
        "productId": "ten-sets",
        "name": "Ten sets",
        "sets": 10,
        "left": 7,
        "held": 2,
        "expiresAt": "2027-07-11T09:00:00Z",
        "boughtAt": "2026-07-11T09:02:00Z",
    ]
    static let settings: JSONNode = [
        "name": ["en": "Wake park", "ru": "Вейк-парк", "be": "Вэйк-парк"],
        "address": ["en": "Minsk Sea, west shore"],
        "rules": ["en": "Wear a helmet and a vest."],
        "location": ["latitude": 53.95, "longitude": 27.37],
        "timeZone": "Europe/Minsk",
        "reverses": [
            [
                "id": "big",
                "name": ["en": "Big reverse"],
                "text": ["en": "300 metres, for experienced riders"],
                "isBookable": true,
            ]
        ],
        "hours": [["weekday": 6, "opens": "10:00", "closes": "21:00"]],
        "setMinutes": 15,
        "maximumSets": 4,
        "horizonDays": 14,
        "bookingsPerAccount": 5,
        "setPrice": ["amount": 2000, "currency": "BYN"],
        "priceBands": [BookingExample.priceBand],
        "specialDays": [
            [
                "from": "2026-07-25",
                "to": "2026-07-26",
                "isClosed": false,
                "opens": "08:00",
                "closes": "22:00",
                "setPrice": ["amount": 3000, "currency": "BYN"],
                "closedReverses": ["big"],
            ]
        ],
        "products": [
            [
                "id": "ten-sets",
                "name": ["en": "Ten sets"],
                "sets": 10,
                "price": ["amount": 20000, "currency": "BYN"],
                "validDays": 365,
                "isSold": true,
            ]
        ],
        "freeCancellationMinutes": 120,
        "undoMinutes": 10,
    ]
}

extension Booking.FreeSlots: ExampledDetails {
    public static var example: JSONNode { ["nextFree": [BookingExample.slot]] }
}

extension Booking.Restriction: ExampledDetails {
    public static var example: JSONNode { ["until": "2026-08-01T00:00:00Z"] }
}
