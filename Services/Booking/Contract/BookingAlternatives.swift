public import Contract

extension Booking.Book.Params: AlternativeParameters {
    public static var alternatives: [[String]] { [["holdId"], ["reverseId", "startsAt", "sets"]] }
}
