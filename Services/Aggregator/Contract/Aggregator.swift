public import Contract

/// The methods of the aggregator: weather, places, news, briefings and saved look-ups.
public enum Aggregator {
    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = [
        Weather.Current.self, Weather.Forecast.self, Places.Search.self, Places.Reverse.self, News.Local.self,
        Briefing.Get.self, History.Add.self, History.List.self, History.Get.self, History.Remove.self,
        History.Clear.self,
    ]
}
