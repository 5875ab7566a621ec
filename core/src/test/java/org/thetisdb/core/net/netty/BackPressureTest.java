package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.Message;

/** One side is slower than the other: the faster one is held back, and nothing is lost. */
@Tag("threads")
class BackPressureTest {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread engine = new EngineThread("test-engine", failures::add);
  private NettyTransport transport;

  private void transport(TransportOptions options) {
    transport = new NettyTransport(options);
  }

  @AfterEach
  void nothingFailed() {
    transport.close();
    engine.close();
    assertThat(failures).isEmpty();
  }

  private Connection connectTo(ServerSocket server, Recorder recorder) {
    transport.connect(new Address("127.0.0.1", server.getLocalPort()), engine, recorder);
    return recorder.awaitConnected();
  }

  private static ServerSocket deafServer() throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReceiveBufferSize(32 * KIB);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return server;
  }

  private static Message kibibytes(int number, int kibibytes) {
    return new UploadJar(number, "", new byte[kibibytes * KIB]);
  }

  @Test
  void aLateReaderCongestsTheConnectionUntilItReads() throws IOException {
    transport(TransportOptions.defaults(1).withSendLimits(64 * KIB, 256 * KIB, 64 * MIB));
    Recorder recorder = new Recorder();
    try (ServerSocket server = deafServer()) {
      Connection connection = connectTo(server, recorder);
      try (Socket peer = server.accept()) {
        int sent = sendUntilStuck(connection);
        int before = recorder.writable.get();
        readMessages(peer, sent);
        Recorder.await("onWritable", () -> recorder.writable.get() == before + 1);
        assertThat(connection.isCongested()).isFalse();
        connection.send(new Ping(1));
        readMessages(peer, 1);
      }
    }
  }

  /** The system takes some messages that nobody reads; then the connection stays congested. */
  private static int sendUntilStuck(Connection connection) {
    int sent = 0;
    for (long stuckNs = 0; stuckNs < 200_000_000; ) {
      long fromNs = System.nanoTime();
      while (connection.isCongested() && stuckNs < 200_000_000) {
        stuckNs = System.nanoTime() - fromNs;
      }
      if (!connection.isCongested()) {
        connection.send(kibibytes(sent++, 10));
      }
    }
    return sent;
  }

  /** Reads messages; their numbers must rise by one. */
  private static void readMessages(Socket peer, int count) throws IOException {
    List<Message> read = new CopyOnWriteArrayList<>();
    FrameDecoder decoder = new FrameDecoder(MIB, MIB, new ConnectionMemory(1 << 30));
    InputStream in = peer.getInputStream();
    byte[] bytes = new byte[10_000];
    while (read.size() < count) {
      int length = in.read(bytes);
      assertThat(length).isPositive();
      decoder.decode(Unpooled.wrappedBuffer(bytes, 0, length), (m, n) -> read.add(m));
    }
    for (int i = 0; i < count; i++) {
      if (read.get(i) instanceof UploadJar jar) {
        assertThat(jar.requestId()).isEqualTo(i);
      }
    }
  }

  /** The line writes by itself until the system takes no more; what is left goes over the loop. */
  @Test
  void burstsOfALineArriveInOrderThoughThePeerReadsLate() throws IOException {
    transport(TransportOptions.defaults(1).withSendLimits(64 * KIB, 256 * KIB, 64 * MIB));
    int bursts = 500;
    int inABurst = 3;
    Recorder recorder = new Recorder();
    try (ServerSocket server = deafServer()) {
      Connection connection = connectTo(server, recorder);
      try (Socket peer = server.accept()) {
        for (int burst = 0; burst < bursts; burst++) {
          int first = burst * inABurst;
          engine.execute(
              () -> {
                for (int i = 0; i < inABurst; i++) {
                  connection.send(kibibytes(first + i, 10));
                }
              });
        }
        Recorder.await("congestion", connection::isCongested);
        readMessages(peer, bursts * inABurst);
        Recorder.await("onWritable", () -> recorder.writable.get() > 0);
      }
    }
  }

  @Test
  void aPeerThatNeverReadsIsDisconnected() throws IOException {
    transport(
        TransportOptions.defaults(1).withFrameLimit(MIB).withSendLimits(64 * KIB, MIB, 8 * MIB));
    Recorder recorder = new Recorder();
    try (ServerSocket server = deafServer()) {
      Connection connection = connectTo(server, recorder);
      for (int i = 0; recorder.closedReasons.isEmpty(); i++) {
        connection.send(kibibytes(i, 100));
        assertThat(i).isLessThan(100_000);
      }
    }
    assertThat(recorder.awaitClosed())
        .endsWith("does not read: what waits to be sent to it has used up 8388608 bytes");
    assertThat(recorder.closedReasons).hasSize(1);
    recorder.connection.send(new Ping(1));
  }

  @Test
  void manyPeersThatDoNotReadAreBoundedAndModestOnesStay() throws IOException {
    transport(
        TransportOptions.defaults(1)
            .withFrameLimit(MIB)
            .withSendLimits(64 * KIB, MIB, 64 * MIB)
            .withTotalLimit(12 * MIB));
    Recorder greedy = new Recorder();
    Recorder modest = new Recorder();
    try (ServerSocket server = deafServer()) {
      Connection toGreedy = connectTo(server, greedy);
      Connection toModest = connectTo(server, modest);
      for (int i = 0; greedy.closedReasons.isEmpty(); i++) {
        toGreedy.send(kibibytes(i, 100));
        if (i < 10) {
          toModest.send(kibibytes(i, 1));
        }
        assertThat(i).isLessThan(100_000);
      }
      assertThat(greedy.awaitClosed()).endsWith("has used up the memory of all connections");
      toModest.send(new Ping(1));
      assertThat(modest.closedReasons).isEmpty();
    }
  }
}
