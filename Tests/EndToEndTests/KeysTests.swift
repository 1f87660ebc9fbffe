import Glibc
import SpanTestSupport
import Testing

@Suite("The built service with keys")
struct KeysTests {
  private let directory: ScratchDirectory
  private var file: String { "\(directory.path)/keys.json" }

  init() throws { directory = try ScratchDirectory() }

  /// Makes a key and adds it to the file.
  private func newKey(_ tenant: String, _ scopes: String = "measure,sessions") throws -> String {
    let outcome = try Daemon.run(["key", "new", "--tenant", tenant, "--scopes", scopes, "--file", file])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return String(try #require(outcome.output.split(separator: "\n").first))
  }

  private func status(_ service: RunningService, _ path: String, _ key: String) throws -> Int {
    try service.get(path, "Authorization: Bearer \(key)\r\n").status
  }

  @Test("a key that was made opens, also with another tenant beside it; the file is for its owner alone")
  func endToEnd() throws {
    let (ours, theirs) = (try newKey("acme"), try newKey("other", "measure"))
    var about = stat()
    #expect(unsafe stat(file, &about) == 0 && about.st_mode & 0o777 == 0o600)
    let text = String(decoding: try #require(try? Project.bytes(file)), as: UTF8.self)
    #expect(!text.contains(ours) && !text.contains(theirs))
    let service = try RunningService(["--store", "memory:", "--api-keys", file])
    #expect(try service.get("/healthz").status == 200)
    #expect(try service.get("/v1/sessions").status == 401)
    #expect(try status(service, "/v1/sessions", ours) == 200)
    #expect(try status(service, "/v1/sessions", theirs) == 403)
    #expect(try status(service, "/v1/profiles", theirs) == 200)
    #expect(try status(service, "/v1/profiles?key=\(ours)", ours) == 401)
    for path in ["/healthz", "/readyz", "/metrics"] { #expect(try service.getAdmin(path).status == 200) }
    try service.stop()
  }

  @Test("a file that gets another key stays where it is, for those it was for")
  func sameFile() throws {
    _ = try newKey("acme")
    let link = "\(directory.path)/link.json"
    try #require(unsafe symlink(file, link) == 0 && chmod(file, 0o640) == 0)
    // Only root may give files away.
    let owner: uid_t = geteuid() == 0 ? 12345 : geteuid()
    try #require(unsafe chown(file, owner, gid_t.max) == 0)
    let outcome = try Daemon.run(["key", "new", "--tenant", "acme", "--scopes", "measure", "--file", link])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    var about = stat()
    #expect(unsafe lstat(link, &about) == 0 && about.st_mode & S_IFMT == S_IFLNK)
    #expect(unsafe stat(file, &about) == 0 && about.st_mode & 0o777 == 0o640 && about.st_uid == owner)
    #expect(try JSON(String(decoding: try Project.bytes(file), as: UTF8.self)).count("/keys") == 2)
    #expect(directory.names == ["keys.json", "link.json"])
  }

  @Test("keys that are made at the same time are all kept")
  func crowd() throws {
    let makers = try (0..<8).map { _ in
      try Daemon(["key", "new", "--tenant", "acme", "--scopes", "measure", "--file", file])
    }
    for maker in makers {
      let outcome = try maker.end()
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    #expect(try JSON(String(decoding: try Project.bytes(file), as: UTF8.self)).count("/keys") == 8)
  }

  @Test("a key that the service could not read is not written")
  func unreadableKey() throws {
    _ = try newKey("acme")
    let before = try Project.bytes(file)
    // U+0085, a control character.
    for place in [["--file", file], []] {
      let outcome = try Daemon.run(
        ["key", "new", "--tenant", "acme", "--scopes", "measure", "--name", "a\u{85}b"] + place)
      #expect(outcome.code == 65 && outcome.output.isEmpty && outcome.errors.contains("/name: "), "\(outcome.errors)")
    }
    #expect(try Project.bytes(file) == before)
  }

  @Test("a key that nobody can be shown is no success")
  func unseenKey() throws {
    let outcome = try Daemon.run(["key", "new", "--tenant", "acme", "--scopes", "measure"], writingTo: "/dev/full")
    #expect(outcome.code == 69 && outcome.errors.contains("No space left on device"), "\(outcome.errors)")
  }

  @Test("on SIGHUP keys come and go, and a file that is broken changes nothing")
  func reload() throws {
    let first = try newKey("acme")
    let service = try RunningService(["--store", "memory:", "--api-keys", file, "--log-level", "info"])
    func reload(_ event: String) throws -> JSON {
      service.daemon.signal(SIGHUP)
      while true {
        let line = try service.daemon.logged()
        guard line.string("/event") == "request" else {
          #expect(line.string("/event") == event)
          return line
        }
      }
    }
    #expect(try status(service, "/v1/sessions", first) == 200)

    let second = try newKey("acme")
    #expect(try status(service, "/v1/sessions", second) == 401)
    #expect(try reload("keysLoaded").number("/keys") == 2)
    #expect(try status(service, "/v1/sessions", first) == 200)
    #expect(try status(service, "/v1/sessions", second) == 200)

    let good = try Project.bytes(file)
    try directory.write(Array("nonsense".utf8), to: file, at: 0)
    #expect(try reload("keysRefused").string("/reason")?.hasPrefix("keys \(file): no JSON") == true)
    #expect(try status(service, "/v1/sessions", first) == 200)

    _ = unsafe unlink(file)
    try directory.write(good, to: file, at: 0)
    let third = try newKey("acme")
    _ = unsafe unlink(file)
    let fourth = try newKey("acme")
    #expect(try reload("keysLoaded").number("/keys") == 1)
    for key in [first, second, third] { #expect(try status(service, "/v1/sessions", key) == 401) }
    #expect(try status(service, "/v1/sessions", fourth) == 200)
    service.daemon.signal(SIGTERM)
    #expect(try service.daemon.end().code == 0)
  }

  @Test("without a file the entry is printed, and works when it is pasted into one")
  func paste() throws {
    let outcome = try Daemon.run(["key", "new", "--tenant", "acme", "--scopes", "admin", "--name", "mine"])
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    let entry = try JSON(lines[1])
    #expect(entry.string("/tenant") == "acme" && entry.string("/name") == "mine")
    #expect(entry.strings("/scopes") == ["admin"] && entry.string("/sha256")?.count == 64)
    let pasted = try directory.file("pasted.json", "{\"keys\": [\(lines[1])]}")
    let service = try RunningService(["--store", "memory:", "--api-keys", pasted])
    #expect(try status(service, "/v1/sessions", lines[0]) == 200)
    #expect(try status(service, "/v1/profiles", lines[0]) == 200)
    try service.stop()
  }

  @Test("a session that was exported can be given to a tenant, and is there for its keys alone")
  func importing() throws {
    let (store, other) = ("\(directory.path)/a.db", "\(directory.path)/b.db")
    let open = try RunningService(["--store", store])
    let surveyor = try Surveyor(open)
    try open.stop()
    let exported = try Daemon.run(["store", "export", surveyor.session, "--store", store])
    let file = try directory.file("session.json", exported.output)
    let imported = try Daemon.run(["store", "import", file, "--tenant", "acme", "--store", other])
    #expect(imported.code == 0 && imported.errors.isEmpty, "\(imported.errors)")
    let (ours, theirs) = (try newKey("acme"), try newKey("other"))
    let service = try RunningService(["--store", other, "--api-keys", self.file])
    let path = "/v1/sessions/\(surveyor.session)"
    #expect(try status(service, path, ours) == 200)
    #expect(try status(service, path, theirs) == 404)
    try service.stop()
  }

  @Test("it does not start where it would be open to everybody, or with keys that it cannot read")
  func unsafeStart() throws {
    let broken = try directory.file("broken.json", "{\"keys\": [{\"id\": \"a\"}]}")
    let memory = ["--store", "memory:", "--admin-listen", "off"]
    for (arguments, words) in [
      (["--listen", "0.0.0.0:0"], ["others can reach 0.0.0.0:0", "--api-keys", "--auth none"]),
      (["--listen", "127.0.0.1:0", "--auth", "keys"], ["--auth keys needs a file"]),
      (["--listen", "127.0.0.1:0", "--api-keys", "/nowhere/k.json"], ["keys /nowhere/k.json: No such file"]),
      (["--listen", "127.0.0.1:0", "--api-keys", broken], ["keys \(broken): /keys/0/tenant: The member"]),
    ] {
      let outcome = try Daemon.run(arguments + memory)
      #expect(outcome.code == 78 && outcome.output.isEmpty)
      for word in words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
    }
    let open = try Daemon(["--listen", "0.0.0.0:0", "--auth", "none"] + memory)
    #expect(try open.greeting().contains("http://0.0.0.0:"))
    open.signal(SIGTERM)
    #expect(try open.end().code == 0)
  }
}
