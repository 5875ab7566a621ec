package org.thetisdb.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Pong;

/** What two event loop may rely on when they talk to each other, whatever carries it. */
public abstract class TransportContract {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread engine = new EngineThread("test-engine", failures::add);
  private final EngineThread other = new EngineThread("test-other", failures::add);
  private Transport transport;

  /** The transport under test, with limits of its own. */
  protected abstract Transport open(TransportOptions options);

  /** How both ends of a connection of this transport came. */
  protected abstract Peer.Way way();

  @AfterEach
  void nothingFailed() {
    transport.close();
    engine.close();
    other.close();
    assertThat(failures).isEmpty();
  }

  private Connection connect(TransportOptions options, Recorder client, Recorder accepted) {
    transport = open(options);
    Server server = transport.listen(Address.ANY_LOOPBACK, engine, c -> accepted);
    transport.connect(server.address(), other, client);
    return client.awaitConnected();
  }

  private Connection connect(Recorder client, Recorder accepted) {
    return connect(TransportOptions.defaults(2), client, accepted);
  }

  private static Message kibibytes(int number, int kibibytes) {
    return new UploadJar(number, "", new byte[kibibytes * KIB]);
  }

  private static void assertNumbered(List<Message> messages) {
    for (int i = 0; i < messages.size(); i++) {
      assertThat(((UploadJar) messages.get(i)).requestId()).isEqualTo(i);
    }
  }

  @Test
  void questionsAreAnsweredInOrderOnTheLinesOfTheListeners() {
    Echo accepted = new Echo(engine);
    Recorder client = new Recorder();
    connect(client, accepted);
    client.talk();
    accepted.awaitClosed();
    assertThat(accepted.alwaysInLine).isTrue();
  }

  @Test
  void whatManyThreadsSendArrivesWholeAndInTheOrderOfEach() throws InterruptedException {
    Recorder accepted = new Recorder();
    Connection connection = connect(new Recorder(), accepted);
    int threads = 4;
    int each = 5_000;
    List<Thread> senders = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      long first = (long) t * each;
      Thread sender =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  connection.send(new Ping(first + i));
                }
              });
      senders.add(sender);
      sender.start();
    }
    for (Thread sender : senders) {
      sender.join();
    }
    accepted.awaitMessages(threads * each);
    long[] next = new long[threads];
    for (Message message : accepted.messages) {
      long number = ((Ping) message).requestId();
      int sender = (int) (number / each);
      assertThat(number % each).isEqualTo(next[sender]++);
    }
  }

  @Test
  void bothEndsKnowHowTheOtherCame() {
    List<Peer> seen = new CopyOnWriteArrayList<>();
    transport = open(TransportOptions.defaults(2));
    Server server =
        transport.listen(
            Address.ANY_LOOPBACK,
            engine,
            accepted -> {
              seen.add(accepted.peer());
              return new Echo();
            });
    Recorder client = new Recorder();
    transport.connect(server.address(), other, client);
    Connection connection = client.awaitConnected();
    Recorder.await("the other end", () -> !seen.isEmpty());
    assertThat(seen.get(0).way()).isEqualTo(way());
    assertThat(connection.peer().way()).isEqualTo(way());
  }

  @Test
  void closingOneEndIsHeardAtTheOther() {
    Recorder accepted = new Recorder();
    Recorder client = new Recorder();
    connect(client, accepted).send(new Ping(1));
    client.connection.close();
    assertThat(accepted.awaitClosed()).endsWith("closed the connection");
    assertThat(accepted.messages).containsExactly(new Ping(1));
    assertThat(client.awaitClosed()).isEqualTo("closed by this side");
  }

  @Test
  void whatWasSentBeforeClosingArrives() {
    Recorder accepted = new Recorder();
    Recorder client = new Recorder();
    Connection connection = connect(client, accepted);
    for (int i = 0; i < 10_000; i++) {
      connection.send(kibibytes(i, 1));
    }
    connection.close();
    connection.send(new Ping(1));
    String reason = accepted.awaitClosed();
    assertThat(accepted.messages.size()).as(reason).isEqualTo(10_000);
    assertThat(client.awaitClosed()).isEqualTo("closed by this side");
  }

  @Test
  void whatALineSentBeforeClosingArrives() {
    Recorder accepted = new Recorder();
    Recorder client = new Recorder();
    Connection connection = connect(client, accepted);
    for (int burst = 0; burst < 100; burst++) {
      int number = burst;
      other.execute(() -> connection.send(kibibytes(number, 30)));
    }
    other.execute(connection::close);
    String reason = accepted.awaitClosed();
    assertThat(accepted.messages.size()).as(reason).isEqualTo(100);
    assertNumbered(accepted.messages);
    assertThat(client.awaitClosed()).isEqualTo("closed by this side");
  }

  @Test
  void aListenerThatIsBusyHoldsTheOthersBackAndNothingIsLost() {
    CountDownLatch busy = new CountDownLatch(1);
    Recorder accepted = new Recorder();
    Recorder client = new Recorder();
    Connection connection =
        connect(TransportOptions.defaults(2).withInboundLimit(256 * KIB), client, accepted);
    engine.execute(() -> awaitQuietly(busy));
    int sent = 0;
    while (!connection.isCongested()) {
      connection.send(kibibytes(sent++, 1));
      assertThat(sent).isLessThan(1_000_000);
    }
    assertThat(accepted.messages).isEmpty();
    busy.countDown();
    accepted.awaitMessages(sent);
    assertNumbered(accepted.messages);
    Recorder.await("onWritable", () -> client.writable.get() == 1);
    assertThat(connection.isCongested()).isFalse();
  }

  @Test
  void aListenerThatStaysBusyIsDisconnectedAtTheHardLimit() {
    CountDownLatch busy = new CountDownLatch(1);
    Recorder client = new Recorder();
    TransportOptions options =
        TransportOptions.defaults(2)
            .withFrameLimit(MIB)
            .withSendLimits(64 * KIB, MIB, 8 * MIB)
            .withInboundLimit(256 * KIB);
    Recorder accepted = new Recorder();
    Connection connection = connect(options, client, accepted);
    connection.send(kibibytes(0, 1));
    accepted.awaitMessages(1);
    engine.execute(() -> awaitQuietly(busy));
    for (int i = 0; client.closedReasons.isEmpty(); i++) {
      connection.send(kibibytes(i, 100));
      assertThat(i).isLessThan(100_000);
    }
    busy.countDown();
    assertThat(client.awaitClosed())
        .endsWith("does not read: what waits to be sent to it has used up 8388608 bytes");
    connection.send(new Ping(1));
    assertThat(client.closedReasons).hasSize(1);
  }

  @Test
  void aMessageThatIsTooLongIsRefusedAndTheOthersGoOn() {
    Recorder accepted = new Recorder();
    Connection connection =
        connect(TransportOptions.defaults(2).withFrameLimit(64 * KIB), new Recorder(), accepted);
    connection.send(new Ping(1));
    assertThatThrownBy(() -> connection.send(kibibytes(1, 65)))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FRAME_TOO_LONG));
    connection.send(new Ping(2));
    accepted.awaitMessages(2);
    assertThat(accepted.messages).containsExactly(new Ping(1), new Ping(2));
  }

  @Test
  void whenUserCodeHoldsTheThreadTheOtherMessagesAreNotLost() {
    AtomicBoolean release = new AtomicBoolean();
    Recorder accepted =
        new Recorder() {
          @Override
          public void onMessage(Connection from, Message message) {
            long number = ((StatusRequest) message).requestId();
            if (number % 10 == 3) {
              engine.runGuarded(() -> spinUntil(release), 10, lost -> from.send(new Pong(-number)));
            }
            super.onMessage(from, message);
            from.send(new Pong(number));
          }
        };
    Recorder client = new Recorder();
    Connection connection = connect(client, accepted);
    List<Message> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      connection.send(new StatusRequest(i)); // not short: no visitor may run user code
      expected.add(new Pong(i % 10 == 3 ? -i : i));
    }
    client.awaitMessages(expected.size());
    release.set(true);
    assertThat(client.messages).isEqualTo(expected);
    assertThat(engine.carriersLost()).isEqualTo(4);
  }

  @Test
  void aServerThatComesBackIsReachedAgain() {
    Echo accepted = new Echo();
    transport = open(TransportOptions.defaults(2));
    Server first = transport.listen(Address.ANY_LOOPBACK, engine, c -> accepted);
    Recorder client = new Recorder();
    transport.connect(first.address(), other, client);
    client.awaitConnected().send(new Ping(1));
    client.awaitMessages(1); // it was accepted
    first.close();
    client.connection.send(new Ping(2));
    client.awaitMessages(2);
    client.connection.close();
    client.awaitClosed();
    Recorder meanwhile = new Recorder();
    transport.connect(first.address(), other, meanwhile);
    assertThat(meanwhile.awaitClosed()).contains("cannot connect to " + first.address());
    Server second = transport.listen(first.address(), engine, c -> new Echo());
    assertThat(second.address()).isEqualTo(first.address());
    Recorder again = new Recorder();
    transport.connect(second.address(), other, again);
    again.awaitConnected().send(new Ping(3));
    again.awaitMessages(1);
  }

  @Test
  void closingTheTransportIsHeardOnceByEveryListener() {
    Recorder accepted = new Recorder();
    transport = open(TransportOptions.defaults(2));
    Server server = transport.listen(Address.ANY_LOOPBACK, engine, c -> accepted);
    Recorder client = new Recorder();
    transport.connect(server.address(), other, client);
    client.awaitConnected().send(new Ping(1));
    accepted.awaitMessages(1); // before it is accepted nobody at that end knows of it
    transport.close();
    accepted.awaitClosed();
    assertThat(client.awaitClosed()).contains("clos");
    Recorder late = new Recorder();
    transport.connect(server.address(), other, late);
    assertThat(late.awaitClosed()).isEqualTo("the transport is closed");
    client.connection.send(new Ping(1));
    transport.close();
    assertThat(client.closedReasons).hasSize(1);
    assertThat(accepted.closedReasons).hasSize(1);
  }

  @Test
  void aSchedulerThatNobodyUsesAnyMoreIsForgotten() {
    transport = open(TransportOptions.defaults(2));
    WeakReference<EngineThread> gone = new WeakReference<>(useAndDropAnEngine());
    Recorder.await(
        "the collector",
        () -> {
          System.gc();
          return gone.get() == null;
        });
  }

  private EngineThread useAndDropAnEngine() {
    EngineThread dropped = new EngineThread("dropped", failures::add);
    Server server = transport.listen(Address.ANY_LOOPBACK, dropped, c -> new Echo());
    Recorder client = new Recorder();
    transport.connect(server.address(), dropped, client);
    client.awaitConnected().send(new Ping(1));
    client.awaitMessages(1);
    client.connection.close();
    client.awaitClosed();
    server.close();
    dropped.close();
    return dropped;
  }

  private static void spinUntil(AtomicBoolean flag) {
    while (!flag.get()) {
      Thread.onSpinWait();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
