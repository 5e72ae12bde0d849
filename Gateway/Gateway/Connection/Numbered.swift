/// Values by number; numbers of removed values are given out again.
struct Numbered<Value: Sendable>: Sendable {
    private var values: [Value?] = []
    private var free: [Int] = []

    /// The number of values.
    var count: Int { values.count - free.count }

    /// Adds a value and returns its number.
    mutating func add(_ value: Value) -> Int {
        guard let number = free.popLast() else {
            values.append(value)
            return values.count - 1
        }
        values[number] = value
        return number
    }

    mutating func remove(_ number: Int) {
        guard values[number] != nil else { return }
        values[number] = nil
        free.append(number)
    }

    subscript(number: Int) -> Value? {
        get { values[number] }
        set { if values[number] != nil, newValue != nil { values[number] = newValue } }
    }
}
