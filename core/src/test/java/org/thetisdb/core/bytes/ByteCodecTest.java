package org.thetisdb.core.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a writer wrote, a reader reads; what no writer wrote, it refuses. */
class ByteCodecTest {
  private static final int ROUNDS = 2_000;

  private final SplittableRandom random = new SplittableRandom(7);
  private final ByteWriter out = new ByteWriter(1);

  private ByteReader in() {
    return new ByteReader(out.array(), 0, out.length());
  }

  /** Numbers of every length, since a variable length is where they go wrong. */
  private long number() {
    return random.nextLong() >>> random.nextInt(64);
  }

  private double real() {
    double[] special = {0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE};
    int choice = random.nextInt(2 * special.length);
    return choice < special.length ? special[choice] : Double.longBitsToDouble(random.nextLong());
  }

  @Test
  void numbersComeBack() {
    for (int round = 0; round < ROUNDS; round++) {
      long value = random.nextBoolean() ? number() : -number();
      double real = real();
      boolean flag = random.nextBoolean();
      ByteWriter writer = new ByteWriter();
      writer.putLong(value).putInt((int) value).putShort((int) value).putByte((int) value);
      writer.putVarLong(value).putDouble(real).putBoolean(flag);
      ByteReader reader = new ByteReader(writer.toByteArray());
      assertThat(reader.getLong()).isEqualTo(value);
      assertThat(reader.getInt()).isEqualTo((int) value);
      assertThat(reader.getUnsignedShort()).isEqualTo((int) (value & 0xffff));
      assertThat(reader.getByte()).isEqualTo((byte) value);
      assertThat(reader.getVarLong()).isEqualTo(value);
      assertThat(reader.getDouble()).isEqualTo(Double.valueOf(real));
      assertThat(reader.getBoolean()).isEqualTo(flag);
      reader.expectEnd();
    }
  }

  @Test
  void countsComeBack() {
    for (int round = 0; round < ROUNDS; round++) {
      int value = (int) number() & Integer.MAX_VALUE;
      byte[] written = new ByteWriter().putVarInt(value).toByteArray();
      assertThat(new ByteReader(written).getVarInt()).isEqualTo(value);
    }
  }

  @Test
  void textsAndBytesComeBack() {
    for (int round = 0; round < ROUNDS; round++) {
      String text = text();
      byte[] bytes = new byte[random.nextInt(2_000)];
      random.nextBytes(bytes);
      ByteWriter writer = new ByteWriter(1);
      writer.putString(text).putBlob(bytes).putBytes(bytes);
      ByteReader reader = new ByteReader(writer.toByteArray());
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      assertThat(reader.getString()).isEqualTo(new String(utf8, StandardCharsets.UTF_8));
      assertThat(reader.getBlob()).isEqualTo(bytes);
      assertThat(reader.getBytes(bytes.length)).isEqualTo(bytes);
      reader.expectEnd();
    }
  }

  /** Any char may turn up, halves of surrogate pairs as well. */
  private String text() {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(40); left > 0; left--) {
      text.append((char) number());
    }
    return text.toString();
  }

  @Test
  void aWriterThatIsResetForgets() {
    out.putLong(1).reset();
    out.putByte(7);
    assertThat(out.toByteArray()).containsExactly(7);
  }

  @Test
  void onlyWhatWasWrittenCanBePatched() {
    out.putInt(0).putByte(1).patchInt(0, 0x01020304);
    assertThat(out.toByteArray()).containsExactly(1, 2, 3, 4, 1);
    assertThatThrownBy(() -> out.patchInt(2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> out.patchInt(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void whatTheReaderWouldRefuseIsNotWritten() {
    assertThatThrownBy(() -> out.putVarInt(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> out.putUnsignedByte(256)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> out.putUnsignedByte(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void lengthsThatLieAreRefusedBeforeAnythingIsAllocated() {
    out.putVarInt(Integer.MAX_VALUE).putByte(1);
    assertThatThrownBy(() -> in().getBlob()).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> in().getString()).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> in().getCount(1)).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> in().getBytes(Integer.MAX_VALUE)).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> in().getBytes(-1)).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> in().skip(-1)).isInstanceOf(CodecException.class);
  }

  @Test
  void readingBehindTheEndIsRefused() {
    out.putByte(1);
    assertThatThrownBy(() -> in().getUnsignedShort()).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> in().getInt()).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> in().getLong()).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> in().expectEnd()).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> new ByteReader(new byte[2], 1, 2)).isInstanceOf(CodecException.class);
  }

  @Test
  void numbersOfMoreThanSixtyFourBitsAreRefused() {
    for (int i = 0; i < 9; i++) {
      out.putByte(0xff);
    }
    int nine = out.length();
    assertThat(new ByteReader(out.putByte(1).toByteArray()).getVarLong()).isEqualTo(-1);
    for (int last : new int[] {0x02, 0x7f, 0x81}) {
      byte[] bytes = out.toByteArray();
      bytes[nine] = (byte) last;
      assertThatThrownBy(() -> new ByteReader(bytes).getVarLong())
          .isInstanceOf(CodecException.class);
    }
  }

  @Test
  void aBooleanIsZeroOrOne() {
    out.putByte(2);
    assertThatThrownBy(() -> in().getBoolean()).isInstanceOf(CodecException.class);
  }

  @Test
  void aCountMustFitAnInt() {
    out.putVarLong(1L << 31);
    assertThatThrownBy(() -> in().getVarInt()).isInstanceOf(CodecException.class);
  }
}
