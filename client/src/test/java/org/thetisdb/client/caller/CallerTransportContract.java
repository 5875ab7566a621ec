package org.thetisdb.client.caller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.time.CallerEventLoop;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.Pong;

/** What connections keep whose callers write and read, beside a real peer. */
abstract class CallerTransportContract {
  private static final long PATIENCE_MS = 10_000;

  final List<Throwable> failures = new CopyOnWriteArrayList<>();
  final EngineThread timers = EngineThread.unwatched("test-timers", failures::add);
  final CallerEventLoop line = new CallerEventLoop(timers, failures::add);
  final Client client = new Client();
  private NettyTransport peers;
  CallerTransport transport;

  /** Of the end that accepts. */
  abstract TransportOptions peerOptions();

  /** Of the end whose callers write and read. */
  abstract TransportOptions callerOptions();

  @BeforeEach
  void open() {
    peers = new NettyTransport(peerOptions());
    transport = new CallerTransport(line, callerOptions());
  }

  /** What the client's end hears. */
  final class Client implements ConnectionListener {
    final List<Message> messages = new CopyOnWriteArrayList<>();
    final List<Thread> threads = new CopyOnWriteArrayList<>();
    volatile Connection connection;
    volatile String closed;

    @Override
    public void onConnected(Connection opened) {
      connection = opened;
    }

    @Override
    public void onMessage(Connection source, Message message) {
      assertThat(line.inLine()).isTrue();
      threads.add(Thread.currentThread());
      messages.add(message);
    }

    @Override
    public void onClosed(Connection source, String reason) {
      assertThat(closed).isNull();
      closed = reason;
    }

    boolean awaitMessages(int count) {
      return transport.await(() -> messages.size() >= count, PATIENCE_MS);
    }

    String awaitClosed() {
      assertThat(transport.await(() -> closed != null, PATIENCE_MS)).isTrue();
      return closed;
    }
  }

  @AfterEach
  void close() {
    transport.close();
    peers.close();
    timers.close();
    assertThat(failures).isEmpty();
  }

  void connect(Address address) {
    line.execute(() -> transport.connect(address, line, client));
  }

  void connectTo(ConnectionListener peer) {
    connect(
        peers
            .listen(Address.ANY_LOOPBACK, peers.eventLoopScheduler(failures::add), accepted -> peer)
            .address());
    assertThat(transport.await(() -> client.connection != null, PATIENCE_MS)).isTrue();
  }

  /** Answers pings, and says the number of bytes of what is longer. */
  static final class Answering implements ConnectionListener {
    @Override
    public void onMessage(Connection source, Message message) {
      if (message instanceof Ping ping) {
        source.send(new Pong(ping.requestId()));
      } else {
        source.send(message);
      }
    }

    @Override
    public void onClosed(Connection source, String reason) {}
  }

  /** Says nothing. */
  static final class Silent implements ConnectionListener {
    final List<Message> messages = new CopyOnWriteArrayList<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    volatile Connection connection;

    @Override
    public void onMessage(Connection source, Message message) {
      connection = source;
      messages.add(message);
    }

    @Override
    public void onClosed(Connection source, String reason) {
      closed.complete(reason);
    }
  }

  @Test
  void whoWaitsReadsTheAnswerItself() {
    connectTo(new Answering());
    for (int i = 1; i <= 100; i++) {
      client.connection.send(new Ping(i));
      assertThat(client.awaitMessages(i)).isTrue();
    }
    assertThat(client.threads).allMatch(thread -> thread == Thread.currentThread());
    assertThat(client.messages.get(99)).isEqualTo(new Pong(100));
  }

  @Test
  void waitEndsWithItsTimeAndTheConnectionGoesOn() {
    connectTo(new Answering());
    long beganNs = System.nanoTime();
    assertThat(transport.await(() -> false, 50)).isFalse();
    assertThat(System.nanoTime() - beganNs).isBetween(49_000_000L, 5_000_000_000L);
    client.connection.send(new Ping(1));
    assertThat(client.awaitMessages(1)).isTrue();
  }

  @Test
  void interruptEndsNeitherTheWaitNorTheConnection() {
    connectTo(new Answering());
    Thread.currentThread().interrupt();
    client.connection.send(new Ping(1));
    assertThat(client.awaitMessages(1)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    client.connection.send(new Ping(2));
    assertThat(client.awaitMessages(2)).isTrue();
    assertThat(client.closed).isNull();
  }

  @Test
  void anotherThreadEndsAWait() throws Exception {
    connectTo(new Silent());
    boolean[] over = new boolean[1];
    Thread waiting = Thread.currentThread();
    Thread other =
        new Thread(
            () ->
                line.schedule(
                    20_000,
                    () -> {
                      over[0] = true;
                      transport.wake(waiting);
                    }));
    other.start();
    assertThat(transport.await(() -> over[0], PATIENCE_MS)).isTrue();
    other.join();
  }

  @Test
  void manyThreadsWaitOnOneConnectionAndEachGetsItsAnswer() throws Exception {
    connectTo(new Answering());
    int threads = 4;
    int each = 500;
    List<Thread> callers = new ArrayList<>();
    CountDownLatch good = new CountDownLatch(threads);
    for (int t = 0; t < threads; t++) {
      int first = t * each;
      Thread caller =
          new Thread(
              () -> {
                for (int i = first; i < first + each; i++) {
                  Pong answer = new Pong(i);
                  client.connection.send(new Ping(i));
                  // Nobody is told whose answer has come, so all look now and then.
                  while (!transport.await(() -> client.messages.contains(answer), 2)) {
                    Thread.onSpinWait();
                  }
                }
                good.countDown();
              });
      callers.add(caller);
      caller.start();
    }
    assertThat(good.await(60, TimeUnit.SECONDS)).isTrue();
    for (Thread caller : callers) {
      caller.join();
    }
    assertThat(client.messages).hasSize(threads * each);
  }

  @Test
  void whatTheSocketDoesNotTakeAtOnceArrivesWhole() {
    connectTo(new Answering());
    int count = 12;
    // A stranger's first message has to be short, and one that only pings remains a stranger.
    client.connection.send(new UploadJar(0, "", new byte[1]));
    assertThat(client.awaitMessages(1)).isTrue();
    client.messages.clear();
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[(1 << 20) + i];
      bytes[bytes.length - 1] = (byte) i;
      client.connection.send(new UploadJar(i, "", bytes));
    }
    assertThat(client.awaitMessages(count)).isTrue();
    for (int i = 0; i < count; i++) {
      UploadJar echo = (UploadJar) client.messages.get(i);
      assertThat(echo.jar()).hasSize((1 << 20) + i);
      assertThat(echo.jar()[echo.jar().length - 1]).isEqualTo((byte) i);
    }
  }

  @Test
  void peerThatClosedWhileNobodyWaitedIsFoundByALook() throws Exception {
    Silent peer = new Silent();
    connectTo(peer);
    client.connection.send(new Ping(1));
    awaitOn(() -> peer.connection != null);
    peer.connection.send(new Goodbye(1, "over"));
    peer.connection.close();
    awaitOn(
        () -> {
          transport.look(1_000);
          return client.closed != null;
        });
    assertThat(client.messages).containsExactly(new Goodbye(1, "over"));
    assertThat(client.closed).endsWith("closed the connection: over");
  }

  static void awaitOn(BooleanSupplier over) throws InterruptedException {
    for (int i = 0; i < 1_000 && !over.getAsBoolean(); i++) {
      Thread.sleep(10);
    }
    assertThat(over.getAsBoolean()).isTrue();
  }

  @Test
  void whatWasSentBeforeClosingArrivesThoughNobodyWaits() throws Exception {
    Silent peer = new Silent();
    connectTo(peer);
    client.connection.send(new Ping(6));
    awaitOn(() -> peer.connection != null);
    client.connection.send(new Ping(7));
    client.connection.close();
    assertThat(peer.closed.get(10, TimeUnit.SECONDS)).endsWith("closed the connection");
    assertThat(peer.messages).containsExactly(new Ping(6), new Ping(7));
    assertThat(client.closed).isEqualTo("closed by this side");
  }

  @Test
  void nobodyThereIsHeardOf() {
    connect(new Address("127.0.0.1", 1));
    assertThat(client.awaitClosed()).contains("cannot connect to 127.0.0.1:1");
  }

  @Test
  void nameThatNobodyKnowsIsHeardOf() {
    connect(new Address("no-such-host.invalid", 1));
    assertThat(client.awaitClosed()).contains("the host name is not known");
  }

  @Test
  void connectionsAfterTheEndAreRefused() {
    transport.close();
    connect(new Address("127.0.0.1", 1));
    assertThat(client.closed).isEqualTo("the transport is closed");
  }
}
