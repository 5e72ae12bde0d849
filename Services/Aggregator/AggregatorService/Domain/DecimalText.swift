extension Double {
    /// Returns the number with a fixed count of digits after the decimal point, without an exponent.
    func fixed(_ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((magnitude * scale).rounded())
        let whole = scaled / Int(scale)
        let rest = String(scaled % Int(scale))
        let sign = self < 0 && scaled > 0 ? "-" : ""
        return digits == 0
            ? "\(sign)\(whole)" : "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.utf8.count) + rest
    }
}
