// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "first-booking",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://example.org/vokol.git", from: "1.0.0")
    ],
    targets: [
        .executableTarget(
            name: "first-booking",
            dependencies: [
                .product(name: "Contracts", package: "vokol"),
                .product(name: "VokolClient", package: "vokol"),
                .product(name: "VokolClientNIO", package: "vokol"),
            ])
    ]
)
