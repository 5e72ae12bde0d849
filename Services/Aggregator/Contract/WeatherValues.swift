public import Values

/// A weather condition, mapped from each provider's codes.
public enum WeatherCondition: String, CaseIterable, Codable, Hashable, Sendable {
    case clear
    case mostlyClear = "mostly-clear"
    case partlyCloudy = "partly-cloudy"
    case mostlyCloudy = "mostly-cloudy"
    case overcast
    case fog
    /// Smoke, dust, sand or ash in the air.
    case haze
    case drizzle
    case freezingDrizzle = "freezing-drizzle"
    case lightRain = "light-rain"
    case rain
    case heavyRain = "heavy-rain"
    case freezingRain = "freezing-rain"
    case showers
    case heavyShowers = "heavy-showers"
    case sleet
    case lightSnow = "light-snow"
    case snow
    case heavySnow = "heavy-snow"
    case snowGrains = "snow-grains"
    case snowShowers = "snow-showers"
    case thunderstorm
    /// A thunderstorm with hail.
    case hail
    case squall
    case tornado
    /// A condition that the API does not know.
    case unknown
}

/// The units of weather.
public enum WeatherUnits: String, CaseIterable, Codable, Hashable, Sendable {
    /// Degrees Celsius, metres per second, millimetres, hectopascals, metres.
    case metric
    /// Degrees Fahrenheit, miles per hour, inches, inches of mercury, feet.
    case imperial
}

/// A place, as returned by `places.search`.
///
/// The id contains the coordinates, so that every replica can resolve it.
public struct PlaceID: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 4
    public static let maximumLength = 100
    public static let pattern: String? = "^[a-z0-9-]*@-?[0-9]+(\\.[0-9]+)?,-?[0-9]+(\\.[0-9]+)?$"
    public static let exampleText = "minsk-by@53.9,27.5667"
    public static let fieldName: UserText? = UserText("Place", ru: "Место", be: "Месца")
    public static func fault(in text: String) -> ValueFault? {
        location(of: text) == nil
            ? .format(
                "place-id",
                UserText(
                    "must be an id from places.search", ru: "нужен идентификатор из places.search",
                    be: "патрэбны ідэнтыфікатар з places.search")) : nil
    }

    /// Creates an id from a slug (lower-case letters, digits, hyphens; cut to 60) and coordinates rounded to 0.0001°.
    public init(slug: String, location: Location) {
        let plain = slug.unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }
        let name = String(String.UnicodeScalarView(plain.prefix(60)))
        func rounded(_ degrees: Double) -> String {
            let value = (degrees * 10_000).rounded() / 10_000
            // Smaller numbers would be written with an exponent.
            if value.magnitude < 0.001 { return "0" }
            return value == value.rounded() ? String(Int(value)) : "\(value)"
        }
        text = "\(name)@\(rounded(location.latitude.value)),\(rounded(location.longitude.value))"
    }

    /// The coordinates that the id contains.
    public var location: Location { Self.location(of: text) ?? Self.nowhere }

    private static let nowhere = Location(latitude: Latitude(unchecked: 0), longitude: Longitude(unchecked: 0))

    private static func location(of text: String) -> Location? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts[0].utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
        else { return nil }
        let degrees = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        guard degrees.count == 2, degrees.allSatisfy({ isDecimal($0) }), let north = Double(degrees[0]),
            let east = Double(degrees[1]), let latitude = Latitude(north), let longitude = Longitude(east)
        else { return nil }
        return Location(latitude: latitude, longitude: longitude)
    }

    /// Returns true for digits with an optional leading minus and at most one decimal point.
    private static func isDecimal(_ text: Substring) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return (1...12).contains(digits.utf8.count) && parts.count <= 2
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
