/// A day of the week: 1 is Monday, 7 is Sunday.
public struct Weekday: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...7
    public static let exampleValue = 6
    public static let fieldName: UserText? = UserText("Day of the week", ru: "День недели", be: "Дзень тыдня")
}
