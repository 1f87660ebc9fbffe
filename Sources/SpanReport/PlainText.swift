extension String {
  /// On one line, without what no format can hold: control characters, separators of lines and paragraphs, and what XML
  /// 1.0 has no way to write become blanks.
  package var plain: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var text = ""
    for scalar in unicodeScalars { text.unicodeScalars.append(scalar.isUnprintable ? " " : scalar) }
    return text
  }

  /// There is nothing in it to be seen.
  package var isBlank: Bool { plain.unicodeScalars.allSatisfy { $0 == " " } }

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
    var used = 0.0
    let blank = " ".width(size: size)
    for word in split(separator: " ").map(String.init) {
      let length = word.width(size: size)
      if line.isEmpty {
        (line, used) = (word, length)
      } else if used + blank + length <= width {
        line += " " + word
        used += blank + length
      } else {
        lines.append(line.fitted(width, size: size))
        (line, used) = (word, length)
      }
    }
    return line.isEmpty ? lines : lines + [line.fitted(width, size: size)]
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

extension String {
  /// About how wide it is set in DejaVu Sans, rather too wide than too narrow; in the unit of the size.
  func width(size: Double, isBold: Bool = false) -> Double {
    unicodeScalars.reduce(0) { $0 + TextWidth.of($1) } * size * (isBold ? 1.12 : 1)
  }
}

/// Widths of letters by classes, in parts of the type size.
private enum TextWidth {
  static func of(_ scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case let value where value < 0x80: ascii[Int(value)]
    case ..<0x300: 0.85
    // Combining marks stand above the letter before them.
    case ..<0x370: 0
    default: 1.05
    }
  }

  private static let ascii: [Double] = (0..<0x80).map { value in
    switch Unicode.Scalar(UInt8(value)) {
    case "i", "j", "l", "I", " ", ".", ",", ":", ";", "'", "|", "!", "(", ")", "[", "]": 0.4
    case "f", "r", "t", "-", "/", "\"": 0.47
    case "m", "M", "W", "%", "@": 1
    case "w", "A"..."Z", "+", "=", "<", ">", "&", "#": 0.84
    default: 0.66
    }
  }
}
