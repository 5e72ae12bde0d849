public import Contract
public import Values

extension Museums {
    /// The largest picture that an editor uploads, in bytes.
    public static let maximumUploadBytes = 8 << 20

    /// Uploads a part of a picture.
    ///
    /// The first part has the offset 0 and no `upload`; it ends an earlier upload of the caller. Each further part
    /// names the `upload` of the first answer, and the `size` of the latest answer as its offset; a part may be
    /// repeated. A picture has at most 8 MiB. An upload that is not used for an hour is deleted.
    public enum UploadPart: Method {
        public struct Params: Codable, Sendable {
            /// The upload; absent for the first part.
            public var upload: Identifier?
            /// The number of bytes before this part.
            public var offset: UploadOffset
            /// The part's bytes.
            public var bytesBase64: UploadBytes
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The upload, for the next part.
            public var upload: Identifier
            /// The number of bytes received so far.
            public var size: Int
        }
        public static let declaration = MethodDeclaration(
            "museums.uploadPart", service: .museums, access: .role(.museumsEditor), http: .post("/v1/pictures/parts"),
            idempotency: .idempotent, reasons: [uploadBroken, pictureUnusable])
    }

    /// Gives a museum the picture that the caller uploaded.
    ///
    /// The picture is scaled to the sizes that screens need, and replaces the former one. The upload is then deleted.
    public enum SetPicture: Method {
        public struct Params: Codable, Sendable {
            /// The museum's id.
            public var id: MuseumID
            /// The version that the change is based on.
            public var version: MuseumVersion
            /// The upload with all parts: a JPEG, PNG or WebP picture of at most 40 million pixels.
            public var upload: Identifier
            /// The person or organization to credit.
            public var author: PictureCredit
            /// The licence, to be named beside the picture.
            public var licence: PictureCredit
            /// The page that describes the picture, to be linked from the credit.
            public var page: WebAddress?
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "museums.setPicture", service: .museums, access: .role(.museumsEditor),
            http: .post("/v1/museums/{id}/picture"), cost: 20, timeoutMilliseconds: 30_000, idempotency: .none,
            reasons: [unknownMuseum, museumChanged, museumRemoved, uploadBroken, pictureUnusable, scalingBusy])
    }

    /// Removes the picture of a museum.
    ///
    /// Clients then show a drawing of the museum's subject.
    public enum RemovePicture: Method {
        public typealias Params = Removal
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "museums.removePicture", service: .museums, access: .role(.museumsEditor),
            http: .post("/v1/museums/{id}/picture/removal"), cost: 5, idempotency: .none,
            reasons: [unknownMuseum, museumChanged, museumRemoved])
    }
}

/// A place in a picture's bytes.
public struct UploadOffset: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 0...Museums.maximumUploadBytes
    public static let exampleValue = 0
}

/// Up to 45 KiB of bytes as base64url without padding, so that a part fits a line.
public struct UploadBytes: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 61_440
    public static let pattern: String? = "^[A-Za-z0-9_-]+$"
    public static let exampleText = "_9j_4AAQ"
    public static func fault(in text: String) -> ValueFault? {
        Base64URL.decode(text) == nil ? .base64URL : nil
    }

    /// The bytes.
    public var bytes: [UInt8] { Base64URL.decode(text) ?? [] }
}

/// An author or a licence of a picture.
public struct PictureCredit: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 200
    public static let exampleText = "CC BY-SA 4.0"
    public static let fieldName: UserText? = UserText(
        "Author and licence", ru: "Автор и лицензия", be: "Аўтар і ліцэнзія")
    public static func normalized(_ text: String) -> String { text.trimmed }
}

extension Museums.UploadPart: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["offset": 0, "bytesBase64": "_9j_4AAQ"],
            result: ["upload": "019ab3c4-5d6e-7f80-9123-000000000021", "size": 6])
    }
}

extension Museums.SetPicture: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "id": .string(MuseumsExample.id), "version": .string(MuseumsExample.version),
                "upload": "019ab3c4-5d6e-7f80-9123-000000000021", "author": "Ada Lovelace", "licence": "CC BY-SA 4.0",
            ],
            result: MuseumsExample.record())
    }
}

extension Museums.RemovePicture: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": .string(MuseumsExample.id), "version": .string(MuseumsExample.version)],
            result: MuseumsExample.record())
    }
}
