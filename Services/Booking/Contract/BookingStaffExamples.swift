public import Contract

extension Booking.Payments: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["phoneDigits": "4567", "limit": 20],
            result: [
                "items": [
                    [
                        "payment": BookingExample.payment.setting("state", "paid").removing("paymentUrl"),
                        "customer": BookingExample.customer,
                        "name": "Ten sets",
                        "sets": 10,
                        "left": 10,
                        "isRefundable": true,
                    ]
                ],
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
            ])
    }
}

extension Booking.Refund: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "id": "019ab3c4-5d6e-7f80-9123-00000000000a",
                "reason": "Injured, cannot ride this year",
            ],
            result: BookingExample.payment.setting("state", "refunding").removing("paymentUrl"))
    }
}

extension Booking.Board: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["date": "2026-07-18"],
            result: [
                "date": "2026-07-18",
                "timeZone": "Europe/Minsk",
                "items": [BookingExample.boardItem],
                "held": [BookingExample.held],
                "closures": [BookingExample.closure],
                "creditors": [],
            ])
    }
}

extension Booking.Affected: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "from": "2026-07-18T12:00:00Z",
                "to": "2026-07-18T15:00:00Z",
                "reverseId": "big",
                "limit": 20,
            ],
            result: ["items": [BookingExample.boardItem], "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4"])
    }
}

extension Booking.BookFor: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "phone": "+375291234567",
                "name": "Ада Лавлейс",
                "reverseId": "big",
                "startsAt": "2026-07-18T09:00:00Z",
                "sets": 2,
                "payWith": "on-site",
                "note": "Brings a board of her own",
            ],
            result: BookingExample.boardItem)
    }
}

extension Booking.CheckIn: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000006"],
            result: BookingExample.boardItem.setting(
                "booking",
                BookingExample.record.setting("state", "checked-in").setting(
                    "charge", ["state": "charged", "money": ["amount": 5000, "currency": "BYN"]])
            ).setting("toPay", ["amount": 0, "currency": "BYN"]))
    }
}

extension Booking.NoShow: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000006"],
            result: BookingExample.boardItem.setting(
                "booking",
                BookingExample.record.setting("state", "no-show").setting(
                    "charge", ["state": "undecided", "money": ["amount": 5000, "currency": "BYN"]]
                ).setting("caseId", "019ab3c4-5d6e-7f80-9123-000000000007")))
    }
}

extension Booking.Note: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000006", "note": "Brings a board of her own"],
            result: BookingExample.boardItem)
    }
}

extension Booking.Settle: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "customerId": "019ab3c4-5d6e-7f80-9123-000000000008",
                "amount": ["amount": 1000, "currency": "BYN"],
            ],
            result: BookingExample.customer.setting("due", ["amount": 0, "currency": "BYN"]))
    }
}

extension Booking.PayBack: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "customerId": "019ab3c4-5d6e-7f80-9123-000000000008",
                "amount": ["amount": 500, "currency": "BYN"],
            ],
            result: BookingExample.customer.setting("due", ["amount": 0, "currency": "BYN"]))
    }
}

extension Booking.Close: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "from": "2026-07-18T12:00:00Z",
                "to": "2026-07-18T15:00:00Z",
                "reverseId": "big",
                "reason": "Thunderstorm",
            ],
            result: BookingExample.closure)
    }
}

extension Booking.Reopen: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000009"],
            result: BookingExample.closure.setting("reopenedAt", "2026-07-18T13:30:00Z"))
    }
}

extension Booking.OpenCases: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 20],
            result: [
                "items": [
                    BookingExample.openCase.setting("customer", BookingExample.customer)
                        .setting("charge", ["state": "undecided", "money": ["amount": 5000, "currency": "BYN"]])
                ],
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
            ])
    }
}

extension Booking.DecidedCases: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 20],
            result: [
                "items": [
                    BookingExample.decidedCase.setting("customer", BookingExample.customer)
                        .setting("charge", ["state": "none"])
                        .setting(
                            "decidedBy", ["id": "019ab3c4-5d6e-7f80-9123-00000000000d", "name": "Grace Hopper"])
                ],
                "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4",
            ])
    }
}

extension Booking.Decide: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "id": "019ab3c4-5d6e-7f80-9123-000000000007",
                "sanction": "fee",
                "reason": "The slot could not be sold again",
                "fee": ["amount": 1000, "currency": "BYN"],
            ],
            result: BookingExample.decidedCase)
    }
}

extension Booking.ReverseDecision: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000007", "reason": "The customer was ill"],
            result: BookingExample.decidedCase.setting("state", "reversed").setting(
                "decision",
                BookingExample.decision.setting("reversedAt", "2026-07-20T08:00:00Z").setting(
                    "reversalReason", "The customer was ill")))
    }
}

extension Booking.Configuration: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: ["version": 7, "park": BookingExample.settings])
    }
}

extension Booking.Configure: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["version": 7, "park": BookingExample.settings],
            result: ["version": 8, "park": BookingExample.settings])
    }
}
