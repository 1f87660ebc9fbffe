import Glibc
import SpanMessage

/// Ends the program with a reason.
func leave(_ reason: String) -> Never {
  let line = reason + "\n"
  _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  exit(64)
}

/// The bytes of a file.
func contents(of path: String) -> ByteBuffer {
  guard let file = unsafe fopen(path, "rb") else { leave("cannot read \(path)") }
  defer { unsafe fclose(file) }
  let part = 1 << 20
  let buffer = ByteBuffer(minimumCapacity: part)
  var before = -1
  while buffer.count > before {
    before = buffer.count
    unsafe buffer.append(upTo: part) { unsafe fread($0, 1, part, file) }
  }
  return buffer
}
