// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
]

let package = Package(
  name: "span",
  products: [
    .library(name: "SpanGeometry", targets: ["SpanGeometry"]),
    .library(name: "SpanUncertainty", targets: ["SpanUncertainty"]),
    .executable(name: "spand", targets: ["spand"]),
  ],
  targets: [
    // C, in small rooms of its own.
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Of cairo only the headers are needed (libcairo2-dev); the library is loaded when something is drawn.
    .target(name: "CCairo"),
    .target(name: "CEmbedded"),
    .target(name: "CEpoll"),
    // The heap (libjemalloc-dev): what a thread that reads sockets asks for is given back by one that writes, and the C
    // library's takes a lock for that.
    .target(name: "CHeap", linkerSettings: [.linkedLibrary("jemalloc")]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),

    // Pure maths: no I/O, no Foundation.
    .target(name: "SpanGeometry", swiftSettings: strict),
    .target(name: "SpanUncertainty", dependencies: ["SpanGeometry"], swiftSettings: strict),

    // Sessions: a fold of events above, logs of bytes below.
    .target(name: "SpanSession", dependencies: ["SpanGeometry", "SpanUncertainty"], swiftSettings: strict),
    .target(name: "SpanStore", dependencies: ["SpanMessage", "CPostgreSQL", "CSQLite"], swiftSettings: strict),

    // HTTP messages as plain values, shared by the server below the socket and the routes above it.
    .target(name: "SpanMessage", swiftSettings: strict),
    // Reports: what stands where on their pages, and the drawing of PDFs.
    .target(name: "SpanReport", dependencies: ["SpanGeometry", "SpanUncertainty"], swiftSettings: strict),
    .target(name: "SpanDrawing", dependencies: ["SpanReport", "SpanGeometry", "CCairo"], swiftSettings: strict),
    .target(
      name: "SpanAPI",
      dependencies: [
        "SpanGeometry", "SpanUncertainty", "SpanSession", "SpanStore", "SpanMessage", "SpanReport", "SpanDrawing",
        "CSimdJSON", "CEmbedded", "CNettle",
      ],
      swiftSettings: strict),
    // What people look at, in front of the routes.
    .target(
      name: "SpanWeb", dependencies: ["SpanAPI", "SpanMessage", "CEmbedded"], exclude: ["Files"], swiftSettings: strict),
    .target(name: "SpanHTTP", dependencies: ["SpanMessage", "CEpoll", "CMicroHTTPD", "CZlib"], swiftSettings: strict),
    .executableTarget(
      name: "spand",
      dependencies: [
        "CHeap", "SpanAPI", "SpanHTTP", "SpanMessage", "SpanStore", "SpanUncertainty", "SpanWeb",
      ],
      swiftSettings: strict),

    // What several test suites need: a client on a raw socket, a reader of JSON that shares nothing with the service.
    .target(name: "SpanTestSupport", path: "Tests/SpanTestSupport", swiftSettings: strict),
    // Databases on a PostgreSQL server, for the tests of stores and of what stands on them.
    .target(
      name: "SpanStoreSupport", dependencies: ["SpanStore", "SpanMessage"], path: "Tests/SpanStoreSupport",
      swiftSettings: strict),
    .testTarget(name: "SpanGeometryTests", dependencies: ["SpanGeometry"], swiftSettings: strict),
    .testTarget(
      name: "SpanUncertaintyTests", dependencies: ["SpanGeometry", "SpanUncertainty"], swiftSettings: strict),
    .testTarget(
      name: "SpanSessionTests", dependencies: ["SpanGeometry", "SpanUncertainty", "SpanSession"],
      swiftSettings: strict),
    .testTarget(
      name: "SpanStoreTests", dependencies: ["SpanStore", "SpanStoreSupport", "SpanMessage"], swiftSettings: strict),
    .testTarget(
      name: "SpanReportTests", dependencies: ["SpanReport", "SpanDrawing", "SpanGeometry", "SpanUncertainty"],
      swiftSettings: strict),
    .testTarget(name: "SpanMessageTests", dependencies: ["SpanMessage"], swiftSettings: strict),
    .testTarget(name: "SpanHTTPTests", dependencies: ["SpanHTTP", "SpanMessage", "CEpoll"], swiftSettings: strict),
    .testTarget(
      name: "SpanAPITests",
      dependencies: ["SpanAPI", "SpanDrawing", "SpanGeometry", "SpanUncertainty", "SpanMessage", "CSimdJSON"],
      swiftSettings: strict),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "SpanAPI", "SpanHTTP", "SpanMessage", "SpanStore", "SpanStoreSupport", "SpanTestSupport", "SpanUncertainty",
        "SpanWeb",
      ],
      swiftSettings: strict),
    .testTarget(name: "EndToEndTests", dependencies: ["SpanTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SpandTests",
      dependencies: ["spand", "SpanAPI", "SpanHTTP", "SpanMessage", "SpanTestSupport", "SpanUncertainty"],
      swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)

// With what the program that lays its code out anew has to know, where the code refers to itself: scripts/layout/.
if Context.environment["SPAN_RELOCATIONS"] != nil {
  package.targets.first { $0.name == "spand" }?.linkerSettings = [
    .unsafeFlags(["-use-ld=lld", "-Xlinker", "--emit-relocs"])
  ]
}

// Programs that look for inputs which break the service; they need a compiler flag for everything: scripts/fuzz.sh.
if Context.environment["SPAN_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
    .executableTarget(
      name: "span-fuzz", dependencies: ["SpanAPI", "SpanHTTP", "SpanMessage", "CFuzzer"], path: "Fuzz/Targets",
      swiftSettings: strict),
  ]
}

// What the service costs without sockets, and what that is held against: Benchmarks/.
if Context.environment["SPAN_BENCHMARKS"] != nil {
  package.targets += [
    .target(
      name: "CBaselines", path: "Benchmarks/CBaselines", linkerSettings: [.linkedLibrary("simdjson")]),
    .executableTarget(
      name: "span-inside",
      dependencies: ["CBaselines", "CHeap", "SpanAPI", "SpanGeometry", "SpanMessage", "SpanStore", "SpanUncertainty"],
      path: "Benchmarks/Inside", swiftSettings: strict),
  ]
}
