package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RandomMessages;

/** Bytes become messages, however they are cut; bytes that lie cost nothing and end the decoder. */
class FrameDecoderTest {
  private static final int LIMIT = 1 << 20;

  private final List<Message> decoded = new ArrayList<>();
  private final ConnectionMemory budget = new ConnectionMemory(Long.MAX_VALUE);
  private final FrameDecoder decoder = new FrameDecoder(LIMIT, LIMIT, budget);

  private static byte[] frame(Message message) {
    ByteWriter out = new ByteWriter();
    FrameCodec.encode(message, out, Integer.MAX_VALUE);
    return out.toByteArray();
  }

  private static byte[] frame(int length, int version, int... rest) {
    ByteWriter out = new ByteWriter().putInt(length).putByte(version);
    for (int b : rest) {
      out.putByte(b);
    }
    return out.toByteArray();
  }

  private void logStream(FrameDecoder to, byte[] bytes, int from, int length) {
    to.decode(Unpooled.wrappedBuffer(bytes, from, length), this::collect);
  }

  private void logStream(byte[] bytes) {
    logStream(decoder, bytes, 0, bytes.length);
  }

  private boolean collect(Message message, int frameBytes) {
    return decoded.add(message);
  }

  private void assertRefused(ErrorCode code, String sentence, byte[] bytes) {
    assertThatThrownBy(() -> logStream(bytes))
        .isInstanceOfSatisfying(ThetisException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(sentence);
    assertThat(decoder.capacityBytes()).isLessThan(1_000);
  }

  @Test
  void messagesArriveHoweverTheStreamIsCut() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      decoded.clear();
      RandomMessages messages = new RandomMessages(round);
      List<Message> sent = new ArrayList<>();
      ByteWriter stream = new ByteWriter();
      for (int i = random.nextInt(1, 50); i > 0; i--) {
        sent.add(messages.next());
        FrameCodec.encode(sent.get(sent.size() - 1), stream, LIMIT);
      }
      int longest = random.nextInt(1, 300);
      for (int from = 0; from < stream.length(); ) {
        int length = Math.min(random.nextInt(1, longest + 1), stream.length() - from);
        logStream(decoder, stream.array(), from, length);
        from += length;
      }
      assertThat(decoded.stream().map(FrameDecoderTest::frame))
          .containsExactlyElementsOf(sent.stream().map(FrameDecoderTest::frame).toList());
      assertThat(decoder.heldBytes()).isZero();
    }
  }

  /** Who has greeted and not logged in could fill the memory with half messages. */
  @Test
  void whoHasNotLoggedInSaysNothingLong() {
    byte[] greeting = frame(new ClientHello("", "user"));
    byte[] jar = frame(new UploadJar(1, "jar", new byte[50_000]));
    FrameDecoder stranger = new FrameDecoder(64 << 10, LIMIT, budget);
    logStream(stranger, greeting, 0, greeting.length);
    assertThatThrownBy(() -> logStream(stranger, jar, 0, 100))
        .isInstanceOfSatisfying(
            ThetisException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.FRAME_TOO_LONG));
    FrameDecoder user = new FrameDecoder(64 << 10, LIMIT, budget);
    logStream(user, greeting, 0, greeting.length);
    user.allowLongMessages();
    logStream(user, jar, 0, jar.length);
    assertThat(decoded).hasSize(3);
  }

  @Test
  void aLongMessageArrivesByteByByteAndItsMemoryIsGivenBack() {
    byte[] bytes = frame(new UploadJar(1, "jar", new byte[50_000]));
    for (int i = 0; i < bytes.length; i++) {
      logStream(decoder, bytes, i, 1);
    }
    assertThat(decoded).hasSize(1);
    assertThat(decoder.capacityBytes()).isZero();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void memoryGrowsWithWhatArrivesAndNotWithWhatIsClaimed() {
    logStream(frame(LIMIT, FrameCodec.VERSION));
    assertThat(decoder.capacityBytes()).isLessThan(100);
    int arrived = 5;
    byte[] more = new byte[1_000];
    while (arrived + more.length < LIMIT) {
      logStream(more);
      arrived += more.length;
      assertThat(decoder.capacityBytes()).isLessThanOrEqualTo(Math.max(5_000, 2 * arrived));
      assertThat(budget.usedBytes()).isEqualTo(decoder.capacityBytes());
    }
    decoder.close();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void theLongestMessagePassesAndOneByteMoreDoesNot() {
    int overhead = frame(new UploadJar(1, "", new byte[LIMIT / 2])).length - LIMIT / 2;
    byte[] longest =
        frame(new UploadJar(1, "", new byte[LIMIT - overhead + FrameCodec.HEADER_BYTES]));
    assertThat(longest).hasSize(LIMIT + FrameCodec.HEADER_BYTES);
    logStream(longest);
    assertThat(decoded).hasSize(1);
    assertRefused(
        ErrorCode.FRAME_TOO_LONG,
        "A frame of " + (LIMIT + 1) + " bytes is longer than the " + LIMIT + " allowed.",
        frame(LIMIT + 2, FrameCodec.VERSION));
  }

  @Test
  void whatIsTooLongIsNotEvenEncoded() {
    Message message = new UploadJar(1, "", new byte[100]);
    assertThatThrownBy(() -> FrameCodec.encode(message, new ByteWriter(), 99))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("longer than the 99 allowed");
  }

  @Test
  void aStrangerMaySendOnlyAShortFirstMessage() {
    FrameDecoder strict = new FrameDecoder(100, LIMIT, budget);
    byte[] hello = frame(new UploadJar(1, "jar", new byte[2]));
    byte[] upload = frame(new UploadJar(1, "jar", new byte[200]));
    assertThatThrownBy(() -> logStream(new FrameDecoder(100, LIMIT, budget), upload, 0, 5))
        .hasMessageContaining("longer than the 100 allowed");
    logStream(strict, hello, 0, hello.length);
    logStream(strict, upload, 0, upload.length);
    assertThat(decoded).hasSize(2);
  }

  @Test
  void aLengthThatIsNegativeIsTooLong() {
    assertRefused(ErrorCode.FRAME_TOO_LONG, "4294967294 bytes", frame(-1, FrameCodec.VERSION));
  }

  @Test
  void aFrameWithoutMessageIsRefused() {
    assertRefused(ErrorCode.BAD_FRAME, "it has no message", frame(0, FrameCodec.VERSION));
    assertRefused(ErrorCode.BAD_FRAME, "it has no message", frame(1, FrameCodec.VERSION));
  }

  @Test
  void anotherVersionIsRefused() {
    assertRefused(
        ErrorCode.WRONG_VERSION,
        "The peer speaks protocol version 9, this side version 1.",
        frame(2, 9, 5));
  }

  @Test
  void anUnknownKindIsRefused() {
    assertRefused(ErrorCode.BAD_FRAME, "unknown kind of message: 255", frame(2, 1, 255));
  }

  @Test
  void bytesBehindTheMessageAreRefused() {
    assertRefused(ErrorCode.BAD_FRAME, "1 bytes too many", frame(4, 1, 5, 1, 0));
  }

  @Test
  void whatCameBeforeABadFrameIsHandedOut() {
    ByteWriter stream = new ByteWriter();
    FrameCodec.encode(new Ping(1), stream, LIMIT);
    stream.putBytes(frame(2, 1, 99));
    assertThatThrownBy(() -> logStream(stream.toByteArray())).isInstanceOf(ThetisException.class);
    assertThat(decoded).containsExactly(new Ping(1));
  }

  @Test
  void nothingIsDecodedAfterTheListenerHasHadEnough() {
    ByteWriter stream = new ByteWriter();
    for (int i = 0; i < 3; i++) {
      FrameCodec.encode(new Ping(i), stream, LIMIT);
    }
    decoder.decode(
        Unpooled.wrappedBuffer(stream.toByteArray()),
        (message, bytes) -> {
          decoded.add(message);
          return false;
        });
    assertThat(decoded).containsExactly(new Ping(0));
  }

  @Test
  void manyHalfMessagesTogetherAreBounded() {
    ConnectionMemory small = new ConnectionMemory(1 << 20);
    byte[] half = frame(new UploadJar(1, "jar", new byte[LIMIT - 1_000]));
    FrameDecoder greedy = new FrameDecoder(LIMIT, LIMIT, small);
    FrameDecoder modest = new FrameDecoder(LIMIT, LIMIT, small);
    logStream(greedy, half, 0, half.length - 100_000);
    FrameDecoder second = new FrameDecoder(LIMIT, LIMIT, small);
    assertThatThrownBy(() -> logStream(second, half, 0, half.length - 100_000))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
    logStream(modest, half, 0, 10_000);
    greedy.close();
    second.close();
    modest.close();
    assertThat(small.usedBytes()).isZero();
  }

  @Test
  void randomFramesAreMessagesOrAreRefused() {
    int frames = TestSet.some(100_000);
    Random random = new Random(TestSet.first(2, 1));
    RandomMessages messages = new RandomMessages(TestSet.first(2, 1));
    int refused = 0;
    for (int i = 0; i < frames; i++) {
      byte[] bytes = random.nextInt(4) == 0 ? noise(random) : frame(messages.next());
      for (int changes = random.nextInt(3); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      refused += refuses(bytes) ? 1 : 0;
    }
    assertThat(refused).isBetween(frames / 5, frames / 10 * 9);
    assertThat(budget.usedBytes()).isZero();
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[random.nextInt(1, 100)];
    random.nextBytes(bytes);
    return bytes;
  }

  private boolean refuses(byte[] bytes) {
    FrameDecoder fresh = new FrameDecoder(LIMIT, LIMIT, budget);
    int cut = bytes.length / 2;
    try {
      logStream(fresh, bytes, 0, cut);
      logStream(fresh, bytes, cut, bytes.length - cut);
      return false;
    } catch (ThetisException e) {
      assertThat(e.code())
          .isIn(
              ErrorCode.BAD_FRAME,
              ErrorCode.FRAME_TOO_LONG,
              ErrorCode.WRONG_VERSION,
              ErrorCode.UNKNOWN_LEVEL);
      return true;
    } finally {
      decoded.clear();
      assertThat(fresh.capacityBytes()).isLessThanOrEqualTo(1_000);
      fresh.close();
    }
  }
}
