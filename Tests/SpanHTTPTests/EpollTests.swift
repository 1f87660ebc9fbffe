import CEpoll
import Glibc
import SpanHTTP
import Testing

@Suite("epoll, as the library finds it")
struct EpollTests {
  @Test("what is not there can be taken out, so that two threads may; all else fails as ever")
  func control() throws {
    let epoll = epoll_create1(0)
    defer { close(epoll) }
    let watched = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(watched) }
    func control(_ operation: CInt, _ descriptor: CInt) -> CInt {
      var event = unsafe epoll_event()
      return unsafe epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno
    }
    #expect(control(EPOLL_CTL_DEL, watched) == 0)
    #expect(control(EPOLL_CTL_MOD, watched) == ENOENT)
    #expect(control(EPOLL_CTL_ADD, watched) == 0)
    #expect(control(EPOLL_CTL_ADD, watched) == EEXIST)
    #expect(control(EPOLL_CTL_DEL, watched) == 0)
    #expect(control(EPOLL_CTL_DEL, watched) == 0)
    #expect(control(EPOLL_CTL_DEL, -1) == EBADF)
  }
}
