public import Values

/// The start of the page: `nextCursor` of the previous page.
///
/// Opaque to clients.
public struct Cursor: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 512
    public static let pattern: String? = "^[A-Za-z0-9_-]+$"
    public static let isOpaque = true
    public static let exampleText = "AQAAAAE"
    public static let fieldName: UserText? = UserText("Cursor", ru: "Курсор", be: "Курсор")
    public static func fault(in text: String) -> ValueFault? {
        Base64URL.decode(text) == nil ? .cursor : nil
    }
}

/// Maximum number of items on a page: 1 to 100; 20 by default.
public struct PageLimit: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...100
    public static let exampleValue = 20
    public static let fieldName: UserText? = UserText("Page size", ru: "Размер страницы", be: "Памер старонкі")
    /// The page size when the caller sets no limit.
    public static let standard = PageLimit(unchecked: 20)
}

/// A page of a list.
public struct Page<Item: Codable & Sendable>: Codable, Sendable {
    /// The items of the page, in the order of the list.
    public var items: [Item]
    /// The start of the next page; absent on the last page.
    public var nextCursor: Cursor?
}
