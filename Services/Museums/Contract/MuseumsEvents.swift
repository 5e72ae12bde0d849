public import Contract
import Values

extension Museums {
    /// The favourite and visited museums of an account.
    public static let marksTopic = EventTopic(
        "museum-marks", method: Marks.self, audience: .account(),
        summary: "The account marked a museum or removed a mark")

    /// A museum of the catalogue.
    public static let museumTopic = EventTopic(
        "museum", EventTopic.Parameter("museum", example: "by-mir-castle") { MuseumID($0)?.text == $0 },
        method: Get.self, summary: "An editor changed, removed or restored the museum")

    /// The topics of the service.
    public static let topics = [marksTopic, museumTopic]

    /// Waits for hints that the data of the service's topics changed.
    ///
    /// Answers after about 10 s if there are none.
    public enum Hints: Method {
        public typealias Params = HintPosition
        public typealias Result = HintPage
        public static let declaration = MethodDeclaration(
            "museums.hints", service: .museums, access: .service(callers: ["gateway"]), http: nil,
            timeoutMilliseconds: 15_000, idempotency: .idempotent)
    }
}
