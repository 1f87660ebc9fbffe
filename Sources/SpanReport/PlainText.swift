extension String {
  /// On one line, without what no format can hold: control characters, separators of lines and paragraphs, and what XML
  /// 1.0 has no way to write become blanks.
  package var plain: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var text = ""
    for scalar in unicodeScalars { text.unicodeScalars.append(scalar.isUnprintable ? " " : scalar) }
    return text
  }

  /// As much of it as fits, with an ellipsis where something is missing.
  func fitted(_ width: Double, size: Double) -> String {
    guard self.width(size: size) > width else { return self }
    var text = ""
    var rest = width - "…".width(size: size)
    for character in self {
      rest -= String(character).width(size: size)
      guard rest >= 0 else { break }
      text.append(character)
    }
    return text + "…"
  }

  /// Broken at blanks into lines that fit.
  func lines(_ width: Double, size: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if line.isEmpty || longer.width(size: size) <= width {
        line = longer
      } else {
        lines.append(line.fitted(width, size: size))
        line = String(word)
      }
    }
    return line.isEmpty ? lines : lines + [line.fitted(width, size: size)]
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: value == 0xFFFE || value == 0xFFFF
    }
  }
}

extension String {
  /// About how wide it is set in DejaVu Sans, rather too wide than too narrow; in the unit of the size.
  func width(size: Double, isBold: Bool = false) -> Double {
    unicodeScalars.reduce(0) { $0 + $1.width } * size * (isBold ? 1.12 : 1)
  }
}

extension Unicode.Scalar {
  /// In parts of the type size, by classes of similar letters.
  fileprivate var width: Double {
    switch self {
    case "i", "j", "l", "I", " ", ".", ",", ":", ";", "'", "|", "!", "(", ")", "[", "]": 0.4
    case "f", "r", "t", "-", "/", "\"": 0.47
    case "a"..."l", "n"..."v", "x"..."z", "0"..."9": 0.64
    case "m", "M", "W", "%", "@", "…": 1
    case "w", "A"..."Z", "±", "−", "→", "+", "=", "<", ">", "&", "#": 0.84
    default:
      switch value {
      case ..<0x80: 0.7
      case ..<0x300: 0.85
      // Combining marks stand above the letter before them.
      case ..<0x370: 0
      default: 1.05
      }
    }
  }
}
