import Platform

/// The weakness of a password: the pattern by which it is guessed.
enum PasswordWeakness: String, Sendable, CaseIterable {
    /// Too few characters, though without a pattern.
    case short
    /// A word or a password that many people use.
    case common
    /// A word about the owner, Vokol or its city.
    case personal
    /// A walk over neighbouring keys.
    case keyboard
    /// Characters that repeat.
    case repetitive
    /// Characters that follow one another: `abcd`, `6543`.
    case sequence
    /// A date or a year.
    case dated
    /// It is in a list of passwords from data breaches.
    case breached
}

/// A part of a password that follows a pattern.
struct GuessPattern: Sendable {
    var range: Range<Int>
    /// The decimal logarithm of the guesses that find the part.
    var guesses: Double
    var weakness: PasswordWeakness
}

extension GuessPattern {
    /// Finds characters that follow one another: `abcd`, `6543`, `13579`.
    static func sequences(in letters: [UInt32]) -> [GuessPattern] {
        var patterns: [GuessPattern] = []
        var start = 0
        while start + 2 < letters.count {
            let step = Int(letters[start + 1]) - Int(letters[start])
            var end = start + 2
            while end < letters.count, Int(letters[end]) - Int(letters[end - 1]) == step { end += 1 }
            let isLong = end - start >= (abs(step) == 1 ? 3 : 4)
            guard step != 0, abs(step) <= 2, isLong else {
                start += 1
                continue
            }
            let isObvious = Self.obviousStarts.contains(letters[start])
            patterns.append(
                GuessPattern(
                    range: start..<end,
                    guesses: (isObvious ? 0.5 : 1.4) + log10(Double(end - start)) + (step == 1 ? 0 : 0.3),
                    weakness: .sequence))
            start = end - 1
        }
        return patterns
    }

    private static let obviousStarts = Set("a0129zа".unicodeScalars.map(\.value))

    /// Finds walks of at least three neighbouring keys; a walk in a zigzag turns once.
    static func walks(in letters: [UInt32]) -> [GuessPattern] {
        let keys = letters.map { Keyboard.keys[Keyboard.latin[$0] ?? $0] }
        var patterns: [GuessPattern] = []
        var start = 0
        while start < keys.count {
            var steps: [Keyboard.Key] = []
            var turns = 0
            while let here = keys[start + steps.count], start + steps.count + 1 < keys.count,
                let next = keys[start + steps.count + 1]
            {
                let step = Keyboard.Key(row: next.row - here.row, column: next.column - here.column)
                guard abs(step.row) <= 1, abs(step.column) <= 1, step != Keyboard.Key(row: 0, column: 0) else {
                    break
                }
                let isTurn = !steps.isEmpty && steps.last != step && (steps.count < 2 || steps[steps.count - 2] != step)
                turns += isTurn ? 1 : 0
                steps.append(step)
            }
            let length = steps.count + 1
            if length >= 3 {
                patterns.append(
                    GuessPattern(
                        range: start..<start + length, guesses: 1.5 + 0.8 * Double(turns) + log10(Double(length)),
                        weakness: .keyboard))
            }
            start += max(1, steps.count)
        }
        return patterns
    }

    /// Finds years, and dates with and without separators.
    static func dates(in letters: [UInt32]) -> [GuessPattern] {
        var patterns: [GuessPattern] = []
        for start in letters.indices {
            func add(_ length: Int, _ guesses: Double) {
                patterns.append(
                    GuessPattern(range: start..<start + length, guesses: guesses, weakness: .dated))
            }
            func number(_ offset: Int, _ length: Int) -> Int? { Self.number(in: letters, at: start + offset, length) }
            if let year = number(0, 4), Self.years.contains(year) { add(4, 1.8) }
            if let first = number(0, 2), let second = number(2, 2), Self.isDay(first, second) {
                add(4, 2.6)
                if number(4, 2) != nil { add(6, 4.0) }
                if let year = number(4, 4), Self.years.contains(year) { add(8, 4.3) }
            }
            if let year = number(0, 4), Self.years.contains(year), let month = number(4, 2), let day = number(6, 2),
                Self.isDay(month, day)
            {
                add(8, 4.3)
            }
            if let length = Self.separated(in: letters, at: start) { add(length, 4.6) }
        }
        return patterns
    }

    private static let years = 1900...2049

    /// Returns the length of a date of three numbers with a separator, such as `1.4.1986` or `2026-11-27`.
    private static func separated(in letters: [UInt32], at start: Int) -> Int? {
        for lengths in [[1, 1], [1, 2], [2, 1], [2, 2], [4, 1], [4, 2]] {
            let (second, third) = (start + lengths[0] + 1, start + lengths[0] + lengths[1] + 2)
            guard third < letters.count, separators.contains(letters[second - 1]),
                letters[second - 1] == letters[third - 1],
                let first = number(in: letters, at: start, lengths[0]),
                let middle = number(in: letters, at: second, lengths[1])
            else { continue }
            if lengths[0] == 4 {
                for length in [2, 1] {
                    guard let last = number(in: letters, at: third, length), years.contains(first), isDay(middle, last)
                    else { continue }
                    return third + length - start
                }
                continue
            }
            guard isDay(first, middle) else { continue }
            if let year = number(in: letters, at: third, 4), years.contains(year) { return third + 4 - start }
            if number(in: letters, at: third, 2) != nil { return third + 2 - start }
        }
        return nil
    }

    private static let separators = Set("./-_ ".unicodeScalars.map(\.value))

    private static func isDay(_ first: Int, _ second: Int) -> Bool {
        ((1...31).contains(first) && (1...12).contains(second))
            || ((1...12).contains(first) && (1...31).contains(second))
    }

    private static func number(in letters: [UInt32], at start: Int, _ length: Int) -> Int? {
        guard start + length <= letters.count else { return nil }
        var number = 0
        for digit in letters[start..<start + length] {
            guard (48...57).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 48)
        }
        return number
    }
}
