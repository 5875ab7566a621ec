package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Echo;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.time.Scheduler;

/** Two ends of a connection talk to each other. */
@Tag("threads")
class NettyTransportTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final NettyTransport transport = new NettyTransport(2);
  private final EngineThread engine = new EngineThread("test-engine", failures::add);

  @AfterEach
  void nothingFailed() {
    transport.close();
    engine.close();
    assertThat(failures).isEmpty();
  }

  private Recorder connect(Address address, Scheduler scheduler) {
    Recorder recorder = new Recorder();
    transport.connect(address, scheduler, recorder);
    return recorder;
  }

  @Test
  void questionsAreAnsweredInOrderOnOneEventLoop() {
    EventLoopScheduler loop = transport.eventLoopScheduler(failures::add);
    Server server = transport.listen(Address.ANY_LOOPBACK, loop, c -> new Echo());
    connect(server.address(), loop).talk();
  }

  @Test
  void questionsAreAnsweredInOrderFromAnEventLoopToAnEngineThread() {
    Server server = transport.listen(Address.ANY_LOOPBACK, engine, c -> new Echo());
    connect(server.address(), transport.eventLoopScheduler(failures::add)).talk();
  }

  @Test
  void nobodyListens() throws Exception {
    Address nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = new Address("127.0.0.1", socket.getLocalPort());
    }
    assertThat(connect(nobody, engine).awaitClosed())
        .isEqualTo("cannot connect to " + nobody + ": connection refused");
  }

  @Test
  void aNameThatNobodyKnows() {
    Recorder client = connect(new Address("no-such-host.invalid", 1), engine);
    assertThat(client.awaitClosed())
        .isEqualTo("cannot connect to no-such-host.invalid:1: the host name is not known");
  }

  @Test
  void thePortIsInUse() throws Exception {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Address taken = new Address("127.0.0.1", socket.getLocalPort());
      assertThatThrownBy(() -> transport.listen(taken, engine, c -> new Recorder()))
          .isInstanceOfSatisfying(
              ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PORT_IN_USE))
          .hasMessageContaining("Cannot listen on " + taken + ": the port is in use.");
    }
  }

  @Test
  void aTransportIsClosedWhileItsConnectionsAreOpened() {
    Server server = transport.listen(Address.ANY_LOOPBACK, engine, c -> new Echo());
    for (int round = 0; round < 50; round++) {
      NettyTransport own = new NettyTransport(2);
      for (int i = 0; i < 20; i++) {
        own.connect(server.address(), engine, new Recorder());
      }
      assertThatCode(own::close).doesNotThrowAnyException();
    }
  }
}
