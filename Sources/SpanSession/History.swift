/// What the user did with one request.
package struct Action: Sendable {
  /// Of the event.
  package let sequence: Int
  package internal(set) var effects: [Effect]

  package init(sequence: Int, effects: [Effect]) {
    self.sequence = sequence
    self.effects = effects
  }

  /// Roughly, what it holds in memory, bytes.
  fileprivate var footprint: Int { effects.reduce(64) { $0 + $1.footprint } }
}

/// What can be undone, the last at the end, and what was undone and can be done again.
struct History: Sendable {
  private(set) var done: SharedList<Action>
  private(set) var undone: SharedList<Action>
  /// Roughly, what it holds in memory, bytes.
  private(set) var footprint: Int

  init(done: [Action] = [], undone: [Action] = []) {
    self.done = SharedList(done)
    self.undone = SharedList(undone)
    footprint = (done + undone).reduce(0) { $0 + $1.footprint }
  }

  mutating func appendDone(_ action: Action) {
    done.append(action)
    footprint += action.footprint
  }

  mutating func appendUndone(_ action: Action) {
    undone.append(action)
    footprint += action.footprint
  }

  mutating func popDone() -> Action? { counted(done.popLast()) }

  mutating func popUndone() -> Action? { counted(undone.popLast()) }

  /// Keeps the last so many of what can be undone.
  mutating func keepDone(_ count: Int) {
    while done.count > count {
      footprint -= done[0].footprint
      done.removeFirst()
    }
  }

  mutating func forgetUndone() { while popUndone() != nil {} }

  /// An action that has gone.
  private mutating func counted(_ action: Action?) -> Action? {
    footprint -= action?.footprint ?? 0
    return action
  }
}
