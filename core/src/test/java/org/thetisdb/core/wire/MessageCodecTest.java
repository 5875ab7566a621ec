package org.thetisdb.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.testing.TestSet;

/** Every message comes back as it was, and nothing else is taken for a message. */
class MessageCodecTest {
  private static final int DAMAGED = TestSet.some(200_000);

  private static byte[] encode(Message message) {
    ByteWriter out = new ByteWriter(16);
    MessageCodec.encode(message, out);
    return out.toByteArray();
  }

  private static Message decode(byte[] bytes) {
    return MessageCodec.decode(new ByteReader(bytes));
  }

  @Test
  void everyKindComesBackAsItWas() {
    RandomMessages messages = new RandomMessages(1);
    for (Class<?> kind : RandomMessages.KINDS) {
      Message message = messages.of(kind);
      assertThat(decode(encode(message)))
          .usingRecursiveComparison()
          .withEqualsForType(ByteSlice::equals, ByteSlice.class)
          .isEqualTo(message);
    }
  }

  @Test
  void noTwoKindsBeginWithTheSameByte() {
    RandomMessages messages = new RandomMessages(4);
    assertThat(RandomMessages.KINDS)
        .extracting(kind -> encode(messages.of(kind))[0])
        .doesNotHaveDuplicates();
  }

  @Test
  void everyMessageComesBackAsItWas() {
    RandomMessages messages = new RandomMessages(TestSet.first(2, 1));
    for (int i = 0; i < TestSet.some(5_000); i++) {
      Message message = messages.next();
      Message back = decode(encode(message));
      assertThat(back)
          .usingRecursiveComparison()
          .withEqualsForType(ByteSlice::equals, ByteSlice.class)
          .isEqualTo(message);
      assertThat(back).hasSameClassAs(message);
    }
  }

  @Test
  void aMessageThatIsCutShortOrContinuedIsRefused() {
    RandomMessages messages = new RandomMessages(3);
    for (int i = 0; i < 1_000; i++) {
      byte[] whole = encode(messages.next());
      for (int length = 0; length < whole.length; length++) {
        assertThat(isRefused(Arrays.copyOf(whole, length))).isTrue();
      }
      assertThat(isRefused(Arrays.copyOf(whole, whole.length + 1))).isTrue();
    }
  }

  private static boolean isRefused(byte[] bytes) {
    try {
      decode(bytes);
      return false;
    } catch (CodecException refused) {
      return true;
    }
  }

  @Test
  void changedBytesAreRefusedOrAreAnotherMessage() {
    RandomMessages messages = new RandomMessages(TestSet.first(4, 1));
    Random random = new Random(TestSet.first(5, 1));
    for (int i = 0; i < DAMAGED; i++) {
      byte[] bytes = encode(messages.next());
      for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      decodeOrRefuse(bytes);
    }
  }

  @Test
  void randomBytesAreRefusedOrAreAMessage() {
    Random random = new Random(TestSet.first(6, 1));
    for (int i = 0; i < DAMAGED; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      decodeOrRefuse(bytes);
    }
  }

  /** Nothing but a CodecException may come out, and a message that comes out can be sent on. */
  private static void decodeOrRefuse(byte[] bytes) {
    Message message;
    try {
      message = decode(bytes);
    } catch (CodecException refused) {
      return;
    }
    byte[] again = encode(message);
    assertThat(encode(decode(again))).isEqualTo(again);
  }
}
