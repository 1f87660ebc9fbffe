import Foundation
import SpanMessage

/// Does it so many times at once, each on a thread of its own.
/// - Returns: what came of each, in their order.
func inParallel<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) throws -> [Value] {
  let outcomes = (0..<count).map { number in
    let outcome = Promise<Result<Value, any Error>>()
    Thread { outcome.fulfil(Result { try body(number) }) }.start()
    return outcome
  }
  return try outcomes.map { try $0.wait().get() }
}
