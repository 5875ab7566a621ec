package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;

/** Who says nothing, or breaks off in the midst of a message, is sent away. */
class SilentPeersTest {
  private static final int STRANGERS = 8;
  private static final int FRAME_TIMEOUT_MS = 300;
  private static final int FIRST_TIMEOUT_MS = 60_000;

  private final List<Recorder> accepted = new CopyOnWriteArrayList<>();
  private final EngineThread engine = new EngineThread("test-engine", failure -> {});
  private final NettyTransport transport =
      new NettyTransport(
          TransportOptions.defaults(1)
              .withStrangers(STRANGERS)
              .withFrameTimeout(FRAME_TIMEOUT_MS)
              .withFirstMessageTimeout(FIRST_TIMEOUT_MS));
  private final Server server =
      transport.listen(
          Address.ANY_LOOPBACK,
          engine,
          connection -> {
            Recorder listener = new Recorder();
            accepted.add(listener);
            return listener;
          });
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    transport.close();
    engine.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().port());
    socket.setSoTimeout(10_000);
    sockets.add(socket);
    return socket;
  }

  private static byte[] ping() {
    ByteWriter out = new ByteWriter();
    FrameCodec.encode(new Ping(1), out, FrameCodec.DEFAULT_LIMIT_BYTES);
    return out.toByteArray();
  }

  private Recorder accepted(int number) throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (accepted.size() <= number && System.nanoTime() < deadlineNs) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    return accepted.get(number);
  }

  @Test
  void beyondTheBoundTheOldestSilentOneGoesAndOthersStay() throws Exception {
    Socket known = connect();
    known.getOutputStream().write(ping());
    accepted(0).awaitMessages(1);
    for (int i = 1; i <= STRANGERS; i++) {
      Socket silent = connect();
      assertThat(silent.isConnected()).isTrue();
      accepted(i);
    }
    assertThat(accepted).allSatisfy(each -> assertThat(each.closedReasons).isEmpty());
    connect();
    assertThat(accepted(1).awaitClosed()).contains("said nothing");
    assertThat(sockets.get(1).getInputStream().read()).isEqualTo(-1);
    assertThat(accepted.get(0).closedReasons).isEmpty();
    assertThat(accepted.get(2).closedReasons).isEmpty();
  }

  @Test
  void aMessageThatBreaksOffEndsItsConnectionAndSaysWhy() throws Exception {
    Socket socket = connect();
    byte[] frame = ping();
    socket.getOutputStream().write(frame);
    accepted(0).awaitMessages(1);
    socket.getOutputStream().write(frame, 0, frame.length - 1);
    assertThat(accepted(0).awaitClosed())
        .isEqualTo(
            ErrorCode.BAD_FRAME.format("nothing more of it came for " + FRAME_TIMEOUT_MS + " ms"));
    assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
  }

  @Test
  void aMessageThatComesSlowlyIsTaken() throws Exception {
    Socket socket = connect();
    byte[] frame = ping();
    for (byte each : frame) {
      socket.getOutputStream().write(each);
      TimeUnit.MILLISECONDS.sleep(FRAME_TIMEOUT_MS / 4);
    }
    accepted(0).awaitMessages(1);
    TimeUnit.MILLISECONDS.sleep(2 * FRAME_TIMEOUT_MS);
    assertThat(accepted.get(0).closedReasons).isEmpty();
  }
}
