// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FirstBookingApp",
    platforms: [.iOS(.v16)],
    dependencies: [
        // Without the trait Server, none of the packages of the servers is fetched.
        .package(url: "https://example.org/vokol.git", from: "1.0.0", traits: [])
    ],
    targets: [
        .target(
            name: "FirstBookingApp",
            dependencies: [
                .product(name: "Contracts", package: "vokol"),
                .product(name: "VokolClient", package: "vokol"),
            ])
    ]
)
