public import Contract

/// The methods of the aggregator: weather, places, news, briefings and saved look-ups.
public enum Aggregator {
    /// The public methods by group.
    public static let groups = [
        MethodGroup(
            "weather", "Current weather, a forecast for seven days, and the quality of the air.",
            [Weather.Current.self, Weather.Forecast.self, Weather.AirQuality.self]),
        MethodGroup(
            "places", "Cities by name and by id, and addresses at coordinates.",
            [Places.Search.self, Places.Get.self, Places.Reverse.self]),
        MethodGroup("news", "Today's news about a city or a country.", [News.Local.self]),
        MethodGroup("briefings", "Address, weather, forecast and news of a place in one answer.", [Briefing.Get.self]),
        MethodGroup(
            "cities", "Saved cities, and the weather of several cities in one answer.",
            [Cities.List.self, Cities.Add.self, Cities.Remove.self, Cities.CityWeather.self]),
        MethodGroup(
            "history", "The caller's saved look-ups: a place, its address, and the weather there at that moment.",
            [
                History.Add.self, History.List.self, History.Get.self, History.Remove.self, History.Clear.self,
                History.Export.self,
            ]),
    ]

    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = groups.flatMap(\.methods) + [Hints.self]
}
