import CPostgreSQL
import Glibc

/// A connection to a server, one thread at a time. Statements travel in pipeline mode: all of a round at once, then
/// their results.
@safe
package final class PostgreSQLConnection {
  @unsafe let handle: OpaquePointer
  private let address: PostgreSQLAddress
  /// Milliseconds for one round.
  private let patience: Int
  /// What the server keeps for this connection: names of prepared statements by their texts.
  private var prepared: [String: String] = [:]
  private var preparations = 0
  /// The process that serves it, if it is always the same: there is no pooler in between. Then statements are
  /// prepared, and the server plans them once.
  private(set) var backend: Backend?

  /// What is said where the address does not say it itself. The system finds out in half a minute that nobody is there
  /// any more, and in half of that when something was sent.
  private static let defaults = [
    ("application_name", "span"), ("keepalives", "1"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
    ("keepalives_count", "4"), ("tcp_user_timeout", "15000"),
  ]
  /// What the address may not change: the server must be the one that is written to.
  private static let demands = [("target_session_attrs", "read-write")]

  /// - Parameters:
  ///   - connectTimeout: seconds, for each of several hosts.
  ///   - patience: milliseconds for one round.
  package init(_ address: PostgreSQLAddress, connectTimeout: Int, patience: Int) throws(PostgreSQLError) {
    self.address = address
    self.patience = patience
    let settings =
      Self.defaults + [("connect_timeout", "\(connectTimeout)"), ("dbname", address.url)] + Self.demands
    let handle = unsafe CStrings(settings.map(\.0)).withPointers { names in
      unsafe CStrings(settings.map(\.1)).withPointers { values in unsafe PQconnectdbParams(names, values, 1) }
    }
    guard let handle = unsafe handle else { throw .lost("out of memory") }
    // From here on the handle is closed by deinit.
    unsafe self.handle = handle
    unsafe PQsetNoticeProcessor(handle, ignoreNotice, nil)
    guard unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQsetnonblocking(handle, 1) == 0,
      unsafe PQenterPipelineMode(handle) == 1
    else { throw lastError }
  }

  deinit { unsafe PQfinish(handle) }

  /// Runs statements in one round. Without a BEGIN they are one transaction.
  /// - Returns: a result for each of them.
  /// - Throws: the first error; those behind it were not run.
  @discardableResult
  package func run(_ statements: [PostgreSQLStatement]) throws(PostgreSQLError) -> [PostgreSQLResult] {
    var round = Round()
    for statement in statements { try send(statement, &round) }
    guard unsafe PQpipelineSync(handle) == 1 else { throw lastError }
    do throws(PostgreSQLError) {
      try receive(&round, until: .now + patience)
    } catch {
      // The server says why before it goes.
      throw round.error?.isLost == true ? round.error ?? error : error
    }
    if let error = round.error { throw error }
    return round.results
  }

  /// Runs one statement.
  package func rows(_ sql: String, _ values: PostgreSQLValue...) throws(PostgreSQLError) -> [PostgreSQLRow] {
    var statement = PostgreSQLStatement(sql)
    statement.values = values
    return try run([statement]).last?.rows ?? []
  }

  /// A server process, and when it began: its number is given away again.
  struct Backend: Equatable {
    var process: Int
    /// Microseconds since 1970.
    var began: Int
  }

  func note(_ backend: Backend) { self.backend = backend }

  var lastError: PostgreSQLError { .lost(address.redacted(unsafe String(cString: PQerrorMessage(handle)))) }
}

// MARK: - A round

/// What is expected of a server in one round, and what came of it.
private struct Round {
  enum Step {
    case prepare(sql: String, name: String)
    case statement
    case sync
  }

  private var steps: [Step] = []
  private var place = 0
  private(set) var results: [PostgreSQLResult] = []
  private(set) var error: PostgreSQLError?

  mutating func expect(_ step: Step) { steps.append(step) }

  /// nil: that was all.
  var next: Step? { place < steps.count ? steps[place] : place == steps.count ? .sync : nil }

  mutating func take(_ result: PostgreSQLResult, for step: Step) {
    place += 1
    switch (result.status, step) {
    case (PGRES_COMMAND_OK, .statement), (PGRES_TUPLES_OK, .statement): results.append(result)
    case (PGRES_COMMAND_OK, .prepare), (PGRES_PIPELINE_SYNC, .sync): return
    default: if error == nil { error = result.error }
    }
  }
}

extension PostgreSQLConnection {
  private func send(_ statement: PostgreSQLStatement, _ round: inout Round) throws(PostgreSQLError) {
    let block = ParameterBlock(statement.values)
    let count = CInt(clamping: statement.values.count)
    var sent: CInt
    if backend != nil {
      let name = try prepare(statement.sql, block, &round)
      sent = unsafe block.withAddresses { addresses in
        unsafe PQsendQueryPrepared(handle, name, count, addresses, block.lengths, block.formats, 1)
      }
    } else {
      sent = unsafe block.withAddresses { addresses in
        unsafe PQsendQueryParams(handle, statement.sql, count, block.types, addresses, block.lengths, block.formats, 1)
      }
    }
    guard sent == 1 else { throw lastError }
    round.expect(.statement)
  }

  private func prepare(
    _ sql: String, _ block: ParameterBlock, _ round: inout Round
  ) throws(PostgreSQLError) -> String {
    if let name = prepared[sql] { return name }
    preparations += 1
    let name = "span_\(preparations)"
    guard unsafe PQsendPrepare(handle, name, sql, CInt(clamping: block.types.count), block.types) == 1 else {
      throw lastError
    }
    round.expect(.prepare(sql: sql, name: name))
    return name
  }

  private func receive(_ round: inout Round, until deadline: Uptime) throws(PostgreSQLError) {
    while let step = round.next {
      let result = try receive(until: deadline)
      round.take(result, for: step)
      if case .prepare(let sql, let name) = step, result.status == PGRES_COMMAND_OK { prepared[sql] = name }
    }
  }

  /// The next result, past the NULL that ends the one before.
  private func receive(until deadline: Uptime) throws(PostgreSQLError) -> PostgreSQLResult {
    var ends = 0
    while true {
      try wait(until: deadline)
      if let result = unsafe PQgetResult(handle) {
        guard unsafe PQstatus(handle) == CONNECTION_OK else { throw unsafe lost(PostgreSQLResult(result)) }
        return unsafe PostgreSQLResult(result)
      }
      ends += 1
      guard ends < 3, unsafe PQstatus(handle) == CONNECTION_OK else { throw lastError }
    }
  }

  /// The server's last words, if it had any, else those of libpq.
  private func lost(_ result: PostgreSQLResult) -> PostgreSQLError {
    var error = result.error
    guard !error.sqlState.isEmpty else { return lastError }
    error.kind = .lost
    return error
  }

  /// Waits until the next result can be had without waiting.
  private func wait(until deadline: Uptime) throws(PostgreSQLError) {
    while true {
      let isUnsent = unsafe PQflush(handle) == 1
      let isBusy = unsafe PQisBusy(handle) == 1
      guard isUnsent || isBusy else { return }
      try awaitSocket(until: deadline, toWrite: isUnsent)
      guard unsafe PQconsumeInput(handle) == 1 else {
        // What came before the end is still to be had.
        if unsafe PQisBusy(handle) == 0 { return }
        throw lastError
      }
    }
  }

  private func awaitSocket(until deadline: Uptime, toWrite: Bool) throws(PostgreSQLError) {
    var events = Int16(POLLIN)
    if toWrite { events |= Int16(POLLOUT) }
    var descriptor = pollfd(fd: unsafe PQsocket(handle), events: events, revents: 0)
    let ready = unsafe poll(&descriptor, 1, CInt(clamping: deadline.remaining))
    if ready == 0 { throw .lost("no answer within \(patience) ms") }
    if ready < 0, errno != EINTR { throw .lost(SystemError.last) }
  }
}

private func ignoreNotice(_ context: UnsafeMutableRawPointer?, _ message: UnsafePointer<CChar>?) {}
