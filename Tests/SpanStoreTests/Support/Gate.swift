import Glibc
import SpanMessage

/// Holds those who pass until it is opened.
final class Gate: Sendable {
  private let state = Locked((isOpen: false, passed: [Int]()))

  /// What those who came brought, also those that are held.
  var passed: [Int] { state.withLock { $0.passed } }

  func open() { state.withLock { $0.isOpen = true } }

  func close() { state.withLock { $0.isOpen = false } }

  func pass(_ number: Int) {
    state.withLock { $0.passed.append(number) }
    while !state.withLock({ $0.isOpen }) { usleep(1_000) }
  }
}
