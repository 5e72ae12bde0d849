public import Contract

extension Booking.Park: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "name": "Wake park",
                "address": "Minsk Sea, west shore",
                "location": ["latitude": 53.95, "longitude": 27.37],
                "timeZone": "Europe/Minsk",
                "reverses": [["id": "big", "name": "Big reverse", "text": "300 metres, for experienced riders"]],
                "hours": [["weekday": 6, "opens": "10:00", "closes": "21:00"]],
                "setMinutes": 15,
                "maximumSets": 4,
                "horizonDays": 14,
                "setPrice": ["amount": 2000, "currency": "BYN"],
                "priceBands": [BookingExample.priceBand],
                "products": [
                    [
                        "id": "ten-sets",
                        "name": "Ten sets",
                        "sets": 10,
                        "price": ["amount": 20000, "currency": "BYN"],
                        "validDays": 365,
                    ]
                ],
                "holdSeconds": 300,
                "freeCancellationMinutes": 120,
                "undoMinutes": 10,
                "rules": "Wear a helmet and a vest.",
                "language": "en",
            ])
    }
}

extension Booking.Days: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["from": "2026-07-18", "days": 14],
            result: [
                "timeZone": "Europe/Minsk",
                "items": [
                    [
                        "date": "2026-07-18",
                        "opensAt": "2026-07-18T07:00:00Z",
                        "closesAt": "2026-07-18T18:00:00Z",
                        "slots": 88,
                        "free": 61,
                        "isClosed": false,
                    ],
                    [
                        "date": "2026-07-19",
                        "opensAt": "2026-07-19T07:00:00Z",
                        "closesAt": "2026-07-19T18:00:00Z",
                        "slots": 88,
                        "free": 0,
                        "isClosed": true,
                        "closing": BookingExample.closing,
                    ],
                ],
            ])
    }
}

extension Booking.Slots: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["date": "2026-07-18", "reverseId": "big"],
            result: [
                "date": "2026-07-18", "timeZone": "Europe/Minsk", "isClosed": false,
                "items": [BookingExample.slot, BookingExample.ownSlot],
            ])
    }
}

extension Booking.Hold: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["reverseId": "big", "startsAt": "2026-07-18T09:00:00Z", "sets": 2],
            result: BookingExample.held)
    }
}

extension Booking.Release: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000005"],
            result: .object([]))
    }
}

extension Booking.Book: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["holdId": "019ab3c4-5d6e-7f80-9123-000000000005", "payWith": "on-site"],
            result: BookingExample.record)
    }
}

extension Booking.Get: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000006"],
            result: BookingExample.record)
    }
}

extension Booking.History: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["state": "upcoming", "limit": 20],
            result: ["items": [BookingExample.record], "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4"])
    }
}

extension Booking.Cancel: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000006"],
            result: BookingExample.record.setting("state", "cancelled").setting("charge", ["state": "none"])
                .setting("cancellation", ["at": "2026-07-12T10:00:00Z", "by": "customer", "isLate": false]))
    }
}

extension Booking.Reschedule: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "id": "019ab3c4-5d6e-7f80-9123-000000000006",
                "reverseId": "big",
                "startsAt": "2026-07-19T09:00:00Z",
                "sets": 2,
            ],
            result: BookingExample.record.setting("startsAt", "2026-07-19T09:00:00Z").setting(
                "endsAt", "2026-07-19T09:30:00Z"
            ).setting("freeUntil", "2026-07-19T07:00:00Z").setting("moves", 1))
    }
}

extension Booking.Cases: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 20],
            result: ["items": [BookingExample.decidedCase], "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4"])
    }
}

extension Booking.Passes: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "items": [BookingExample.pass],
                "left": 7,
                "due": ["amount": 0, "currency": "BYN"],
                "credit": ["amount": 500, "currency": "BYN"],
            ])
    }
}

extension Booking.TopUp: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["productId": "ten-sets", "returnUrl": "https://example.org/paid"],
            result: BookingExample.payment)
    }
}

extension Booking.GetPayment: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-00000000000a"],
            result: BookingExample.payment)
    }
}

extension Booking.Ledger: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 20],
            result: [
                "items": [
                    [
                        "id": "019ab3c4-5d6e-7f80-9123-00000000000c",
                        "at": "2026-07-11T09:02:00Z",
                        "kind": "bought",
                        "sets": 10,
                        "passId": "019ab3c4-5d6e-7f80-9123-00000000000b",
                        "paymentId": "019ab3c4-5d6e-7f80-9123-00000000000a",
                    ]
                ],
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
            ])
    }
}

extension Booking.NotifyPayment: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "headers": ["content-type": "application/json", "x-signature": "9c1185a5c5e9fc54612808977ee8f548"],
                "bodyBase64": "eyJvcmRlciI6IjAxOWFiM2M0In0",
            ],
            result: .object([]))
    }
}
