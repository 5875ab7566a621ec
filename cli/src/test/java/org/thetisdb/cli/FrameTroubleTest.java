package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.Bystanders;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.MessageCodec;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.RouterToSite.RouterHello;

/** Strangers send rubbish to the router's and to each site's port of a cluster that works. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class FrameTroubleTest {
  private static final int FRAME_LIMIT = 16 << 20;
  private static final int STRANGERS = 8;
  private static final int DAMAGED_PER_STRANGER = 250;

  private final List<Address> ports = new ArrayList<>();
  private Address router;
  private Bystanders bystanders;

  @BeforeEach
  void open(EmbeddedCluster cluster) throws InterruptedException {
    router = cluster.clientAddress();
    ports.add(router);
    try (ThetisClient client = ThetisClient.connect(router.toString())) {
      for (JsonNode site : StatusView.parse(client.status()).root().get("per_site")) {
        ports.add(Address.parse(site.get("address").asText()));
      }
    }
    assertThat(ports).hasSize(4);
    bystanders = Bystanders.start(router.toString(), 2);
    bystanders.goOn(20);
  }

  @AfterEach
  void nobodyNoticed() throws InterruptedException {
    try {
      bystanders.assertUndisturbed();
    } finally {
      bystanders.close();
    }
  }

  private static byte[] frame(Message message) {
    ByteWriter out = new ByteWriter();
    FrameCodec.encode(message, out, FRAME_LIMIT);
    return out.toByteArray();
  }

  /** A connection of a stranger, or of a client that is not ours. */
  private static final class Stranger implements AutoCloseable {
    private final Socket socket;

    Stranger(Address port) throws IOException {
      socket = new Socket(port.host(), port.port());
      socket.setSoTimeout(20_000);
    }

    Stranger send(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      return this;
    }

    Stranger send(Message message) throws IOException {
      return send(frame(message));
    }

    /** The next message; null at the end of the stream. */
    Message receive() throws IOException {
      byte[] length = socket.getInputStream().readNBytes(4);
      if (length.length < 4) {
        return null;
      }
      byte[] body = socket.getInputStream().readNBytes(new ByteReader(length).getInt());
      return MessageCodec.decode(new ByteReader(body, 1, body.length - 1));
    }

    void assertTurnedAway(ErrorCode code, String sentence) throws IOException {
      Goodbye goodbye = (Goodbye) receive();
      assertThat(goodbye.errorNumber()).as(goodbye.message()).isEqualTo(code.number());
      assertThat(goodbye.message()).contains(sentence);
      assertThat(receive()).isNull();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private void assertTurnedAway(byte[] bytes, ErrorCode code, String sentence) throws IOException {
    for (Address port : ports) {
      try (Stranger stranger = new Stranger(port)) {
        stranger.send(bytes).assertTurnedAway(code, sentence);
      }
    }
  }

  @Test
  void aFrameThatIsTooLongIsRefusedByItsLength() throws IOException {
    byte[] length = new ByteWriter().putInt(Integer.MAX_VALUE).toByteArray();
    assertTurnedAway(length, ErrorCode.FRAME_TOO_LONG, "longer than");
    byte[] negative = new ByteWriter().putInt(-1).toByteArray();
    assertTurnedAway(negative, ErrorCode.FRAME_TOO_LONG, "longer than");
  }

  @Test
  void aFrameOfAnotherVersionIsRefusedAndBothVersionsAreNamed() throws IOException {
    byte[] hello = frame(new ClientHello(""));
    hello[4] = 9;
    assertTurnedAway(hello, ErrorCode.WRONG_VERSION, "version 9, this side version 1");
  }

  @Test
  void aFrameThatEndsInTheMiddleDoesNoHarm() throws IOException {
    byte[] hello = frame(new ClientHello("a token"));
    for (Address port : ports) {
      for (int length = 1; length < hello.length; length++) {
        try (Stranger stranger = new Stranger(port)) {
          stranger.send(Arrays.copyOf(hello, length));
        }
      }
    }
  }

  @Test
  void randomBytesAreAnsweredWithACodeOrNotAtAll() throws IOException {
    Random random = new Random(5);
    for (Address port : ports) {
      for (int round = 0; round < 50; round++) {
        byte[] bytes = new byte[1 + random.nextInt(5_000)];
        random.nextBytes(bytes);
        assertRefusedIfAnswered(port, bytes);
      }
    }
  }

  @Test
  void randomMessagesInGoodFramesAreAnsweredWithACodeOrNotAtAll() throws IOException {
    Random random = new Random(6);
    for (Address port : ports) {
      for (int round = 0; round < 100; round++) {
        byte[] message = new byte[1 + random.nextInt(100)];
        random.nextBytes(message);
        ByteWriter frame = new ByteWriter().putInt(message.length + 1);
        assertRefusedIfAnswered(
            port, frame.putByte(FrameCodec.VERSION).putBytes(message).toByteArray());
      }
    }
  }

  @Test
  void damagedFramesFromManyConnectionsAtOnceDoNoHarm() throws InterruptedException {
    List<Throwable> broken = Collections.synchronizedList(new ArrayList<>());
    List<Thread> strangers = new ArrayList<>();
    for (int number = 0; number < STRANGERS; number++) {
      long seed = number;
      Thread stranger = new Thread(() -> sendDamaged(new Random(seed), broken), "stranger-" + seed);
      strangers.add(stranger);
      stranger.start();
    }
    for (Thread stranger : strangers) {
      stranger.join();
    }
    assertThat(broken).isEmpty();
  }

  /** Conversations of a client, each with some damage in it; nobody listens to the answers. */
  private void sendDamaged(Random random, List<Throwable> broken) {
    byte[] arguments = ValueCodec.encodeArguments(Bystanders.FIRST_ACCOUNT, 0L);
    ByteWriter talk = new ByteWriter();
    FrameCodec.encode(new ClientHello("a token"), talk, FRAME_LIMIT);
    for (int i = 0; i < 5; i++) {
      FrameCodec.encode(new Ping(i), talk, FRAME_LIMIT);
      FrameCodec.encode(call("Nothing", VersionVector.of(1, 2), arguments), talk, FRAME_LIMIT);
    }
    for (int round = 0; round < DAMAGED_PER_STRANGER; round++) {
      byte[] damaged = talk.toByteArray();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try (Stranger stranger = new Stranger(ports.get(random.nextInt(ports.size())))) {
        stranger.send(damaged);
      } catch (SocketException reset) {
        // It hung up while we still spoke.
      } catch (IOException e) {
        broken.add(e);
      }
    }
  }

  private static void assertRefusedIfAnswered(Address port, byte[] bytes) throws IOException {
    try (Stranger stranger = new Stranger(port)) {
      stranger.send(bytes);
      stranger.socket.shutdownOutput();
      for (Message answer = stranger.receive(); answer != null; answer = stranger.receive()) {
        assertThat(answer).isInstanceOf(Goodbye.class);
      }
    } catch (SocketException reset) {
      // It hung up while we still spoke.
    }
  }

  @Test
  void messagesOfTheWrongSideAreRefused() throws IOException {
    for (Address port : ports) {
      try (Stranger stranger = new Stranger(port)) {
        stranger.send(new Pong(1)).assertTurnedAway(ErrorCode.BAD_REQUEST, "");
      }
      try (Stranger stranger = new Stranger(port)) {
        stranger.send(new JarsRequest()).assertTurnedAway(ErrorCode.NOT_A_NODE, "over TCP");
      }
    }
  }

  @Test
  void aStrangerThatSaysItIsARouterIsTurnedAway() throws IOException {
    for (Address site : ports.subList(1, ports.size())) {
      try (Stranger stranger = new Stranger(site)) {
        stranger
            .send(new RouterHello("thetis", 1_000_000))
            .assertTurnedAway(ErrorCode.NOT_A_NODE, "over TCP");
      }
    }
  }

  /** A call as it comes from a client that has errors. */
  private static Call call(String procedure, VersionVector vector, byte[] arguments) {
    return new Call(1, 77, 1, false, 2_000, vector, procedure, arguments);
  }

  private CallResult answer(Call call) throws IOException {
    try (Stranger client = new Stranger(router)) {
      client.send(new ClientHello("")).send(call);
      assertThat(client.receive()).isInstanceOf(ServerHello.class);
      CallResult result = (CallResult) client.receive();
      client.send(new Ping(2));
      assertThat(client.receive()).isInstanceOf(Pong.class);
      return result;
    }
  }

  @Test
  void argumentsThatAreRubbishAreRefusedAndTheConnectionGoesOn() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      byte[] arguments = new byte[random.nextInt(20)];
      random.nextBytes(arguments);
      CallResult result = answer(call("Balance", VersionVector.ZERO, arguments));
      assertThat(ErrorCode.ofNumber(result.errorNumber()))
          .isIn(ErrorCode.BAD_REQUEST, ErrorCode.WRONG_ARGUMENTS);
    }
  }

  @Test
  void whatOnlyTheRouterMayCallIsUnknownToClients() throws IOException {
    byte[] arguments = ValueCodec.encodeArguments("name", new byte[1]);
    CallResult result = answer(call("thetis.install_jar", VersionVector.ZERO, arguments));
    assertThat(result.errorNumber()).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE.number());
  }

  @Test
  void aSessionThatSawWhatNeverWasIsRefusedBeforeItWrites() throws IOException {
    VersionVector never = VersionVector.of(0, 1L << 40, 0);
    byte[] arguments = ValueCodec.encodeArguments(Bystanders.FIRST_ACCOUNT, 0L);
    for (long account = 0; account < 400; account += 100) {
      byte[] deposit = ValueCodec.encodeArguments(Bystanders.FIRST_ACCOUNT + account, 0L);
      CallResult result = answer(call("DepositChecking", never, deposit));
      assertThat(result.errorNumber())
          .as(result.message())
          .isEqualTo(ErrorCode.VECTOR_AHEAD.number());
    }
    CallResult good = answer(call("DepositChecking", VersionVector.ZERO, arguments));
    assertThat(good.errorNumber()).as(good.message()).isZero();
  }
}
