package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RandomMessages;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.Pong;

/** Strangers send rubbish. They are told why they are turned away; everybody else is served. */
class BadFramesTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final List<Recorder> accepted = new CopyOnWriteArrayList<>();
  private final NettyTransport transport = new NettyTransport(2);
  private final EngineThread engine = new EngineThread("test-engine", failures::add);
  private Server server;
  private Recorder goodClient;
  private int asked;

  private static final class Echo extends Recorder {
    @Override
    public void onMessage(Connection from, Message message) {
      super.onMessage(from, message);
      if (message instanceof Ping ping) {
        from.send(new Pong(ping.requestId()));
      }
    }
  }

  @BeforeEach
  void aServerWithOneGoodClient() {
    server =
        transport.listen(
            Address.ANY_LOOPBACK,
            engine,
            connection -> {
              Echo listener = new Echo();
              accepted.add(listener);
              return listener;
            });
    goodClient = new Recorder();
    transport.connect(server.address(), engine, goodClient);
    goodClient.awaitConnected();
    theGoodClientIsServed();
  }

  @AfterEach
  void nothingElseWasHarmed() {
    theGoodClientIsServed();
    assertThat(goodClient.closedReasons).isEmpty();
    transport.close();
    engine.close();
    assertThat(failures).isEmpty();
  }

  private void theGoodClientIsServed() {
    goodClient.connection.send(new Ping(asked++));
    goodClient.awaitMessages(asked);
  }

  private Socket stranger() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.address().port());
  }

  /** Sends bytes; returns all messages that come back until the end of the stream. */
  private List<Message> send(byte[] bytes) throws IOException {
    List<Message> answers = new ArrayList<>();
    try (Socket socket = stranger()) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(bytes);
      byte[] back = socket.getInputStream().readAllBytes();
      new FrameDecoder(1 << 20, 1 << 20, new ConnectionMemory(1 << 30))
          .decode(Unpooled.wrappedBuffer(back), (message, length) -> answers.add(message));
    }
    return answers;
  }

  private void assertTurnedAway(byte[] bytes, ErrorCode code, String sentence) throws IOException {
    List<Message> answers = send(bytes);
    assertThat(answers).hasSize(1);
    Goodbye goodbye = (Goodbye) answers.get(0);
    assertThat(goodbye.errorNumber()).isEqualTo(code.number());
    assertThat(goodbye.message()).contains(sentence);
    Recorder listener = awaitStranger();
    assertThat(listener.awaitClosed()).contains(sentence);
    assertThat(listener.closedReasons).hasSize(1);
    assertThat(listener.messages).isEmpty();
  }

  private Recorder awaitStranger() {
    Recorder.await("the stranger", () -> accepted.size() == 2);
    return accepted.get(1);
  }

  private static byte[] frame(int length, int version, int kind) {
    return new ByteWriter().putInt(length).putByte(version).putByte(kind).toByteArray();
  }

  @Test
  void tooLong() throws IOException {
    assertTurnedAway(frame(1 << 30, 1, 5), ErrorCode.FRAME_TOO_LONG, "longer than the 65536");
  }

  @Test
  void anotherVersion() throws IOException {
    assertTurnedAway(frame(2, 7, 5), ErrorCode.WRONG_VERSION, "The peer speaks protocol version 7");
  }

  @Test
  void aHelloOfALevelThatNobodyKnowsHere() throws IOException {
    ByteWriter hello = new ByteWriter().putByte(1).putByte(162);
    hello.putVarInt(7).putVarInt(9).putString("0.9.1").putString("and more of what it knows");
    byte[] body = hello.toByteArray();
    assertTurnedAway(
        new ByteWriter().putInt(body.length).putBytes(body).toByteArray(),
        ErrorCode.UNKNOWN_LEVEL,
        "The peer runs release 0.9.1, whose messages have level 7; release 0.1.0 here knows levels"
            + " up to 1. Use the same release on both.");
  }

  @Test
  void aHelloFromBeforeLevels() throws IOException {
    byte[] body = new ByteWriter().putByte(1).putByte(1).putString("").putString("").toByteArray();
    assertTurnedAway(
        new ByteWriter().putInt(body.length).putBytes(body).toByteArray(),
        ErrorCode.UNKNOWN_LEVEL,
        "a release that does not say the level of its messages");
  }

  @Test
  void aHelloWhoseReleaseIsNoName() throws IOException {
    byte[] body =
        new ByteWriter()
            .putByte(1)
            .putByte(162)
            .putVarInt(7)
            .putVarInt(9)
            .putString("line\nbreak")
            .toByteArray();
    assertTurnedAway(
        new ByteWriter().putInt(body.length).putBytes(body).toByteArray(),
        ErrorCode.BAD_FRAME,
        "the name of a release");
  }

  @Test
  void anUnknownKind() throws IOException {
    assertTurnedAway(frame(2, 1, 77), ErrorCode.BAD_FRAME, "unknown kind of message: 77");
  }

  @Test
  void aBrowser() throws IOException {
    byte[] request = "GET / HTTP/1.1\r\nHost: thetis\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    assertTurnedAway(request, ErrorCode.FRAME_TOO_LONG, "longer than the 65536 allowed");
  }

  @Test
  void aMessageThatIsCutShortByTheEndOfTheConnection() throws IOException {
    try (Socket socket = stranger()) {
      socket.getOutputStream().write(frame(100, 1, 5));
    }
    assertThat(awaitStranger().awaitClosed())
        .endsWith("closed the connection in the middle of a frame, after 6 bytes of it");
  }

  @Test
  void silence() throws IOException {
    try (Socket socket = stranger()) {
      awaitStranger();
      theGoodClientIsServed();
      assertThat(socket.isConnected()).isTrue();
    }
    assertThat(accepted.get(1).awaitClosed()).endsWith("closed the connection");
  }

  @Test
  void goodMessagesBeforeABadOneArrive() throws IOException {
    ByteWriter stream = new ByteWriter();
    FrameCodec.encode(new Ping(42), stream, 1 << 20);
    stream.putBytes(frame(2, 1, 77));
    List<Message> answers = send(stream.toByteArray());
    assertThat(answers).last().isInstanceOf(Goodbye.class);
    awaitStranger().awaitClosed();
    assertThat(accepted.get(1).messages).containsExactly(new Ping(42));
  }

  @Test
  void muchThatNobodyReadsBehindABadFrame() throws IOException {
    byte[] bytes = new byte[4 << 20];
    System.arraycopy(frame(2, 7, 5), 0, bytes, 0, 6);
    assertTurnedAway(bytes, ErrorCode.WRONG_VERSION, "version 7");
  }

  @Test
  void hundredsOfStrangersSendRubbish() throws IOException {
    Random random = new Random(11);
    RandomMessages messages = new RandomMessages(12);
    for (int i = 0; i < 400; i++) {
      sendRubbish(random, messages);
      if (i % 20 == 0) {
        theGoodClientIsServed();
      }
    }
    Recorder.await(
        "all strangers to be gone",
        () ->
            accepted.size() == 401
                && accepted.stream().skip(1).allMatch(each -> each.closedReasons.size() == 1));
  }

  private void sendRubbish(Random random, RandomMessages messages) throws IOException {
    ByteWriter stream = new ByteWriter();
    for (int i = random.nextInt(4); i >= 0; i--) {
      FrameCodec.encode(messages.next(), stream, 1 << 20);
    }
    byte[] bytes = stream.toByteArray();
    for (int changes = random.nextInt(6); changes > 0; changes--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    try (Socket socket = stranger()) {
      socket.getOutputStream().write(bytes);
      if (random.nextBoolean()) {
        socket.setSoLinger(true, 0);
      }
    } catch (SocketException reset) {
      // The server was quicker; that is one of the cases.
    }
  }
}
