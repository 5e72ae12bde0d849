public import Contract

/// The ways to name a place.
public enum PlaceAlternatives {
    public static let members = [["latitude", "longitude"], ["placeId"]]
}

extension Weather.Where: AlternativeParameters {
    public static var alternatives: [[String]] { PlaceAlternatives.members }
}

extension Weather.Forecast.Params: AlternativeParameters {
    public static var alternatives: [[String]] { PlaceAlternatives.members }
}

extension Weather.AirQuality.Params: AlternativeParameters {
    public static var alternatives: [[String]] { PlaceAlternatives.members }
}

extension History.Add.Params: AlternativeParameters {
    public static var alternatives: [[String]] { PlaceAlternatives.members }
}

extension News.Local.Params: AlternativeParameters {
    public static var alternatives: [[String]] { [["latitude", "longitude"], ["city"], ["countryCode"]] }
}
