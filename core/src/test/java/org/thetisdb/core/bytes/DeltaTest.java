package org.thetisdb.core.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A delta makes of the version before the new one, and of nothing else. */
final class DeltaTest {
  private final ByteWriter delta = new ByteWriter();
  private final ByteWriter made = new ByteWriter();

  @Test
  void twoCountersOfAWideRowAreAFewBytes() {
    byte[] before = new byte[300];
    byte[] after = before.clone();
    after[11] = 5;
    after[290] = 1;
    after[291] = 2;
    assertThat(encode(before, after)).hasSizeLessThan(16);
    assertThat(apply(before, delta.toByteArray())).isEqualTo(after);
  }

  @Test
  void bytesThatDifferNearEachOtherAreOneEdit() {
    byte[] before = new byte[20];
    byte[] after = before.clone();
    after[3] = 1;
    after[7] = 1;
    assertThat(encode(before, after)).containsExactly(20, 3, 5, 5, 1, 0, 0, 0, 1);
    after[7] = 0;
    after[8] = 1;
    assertThat(encode(before, after)).containsExactly(20, 3, 1, 1, 1, 4, 1, 1, 1);
  }

  @Test
  void aTextThatGrowsLeavesWhatIsBeforeAndBehindIt() {
    byte[] before = "name=Ann;street=Elm;town=Ulm".getBytes(UTF_8);
    byte[] after = "name=Ann;street=Long Lane;town=Ulm".getBytes(UTF_8);
    assertThat(encode(before, after)).hasSize(1 + 3 + "Long Lane".length());
    assertThat(apply(before, delta.toByteArray())).isEqualTo(after);
    encode(after, before);
    assertThat(apply(after, delta.toByteArray())).isEqualTo(before);
  }

  @Test
  void whatStaysIsADeltaOfNothing() {
    byte[] row = {1, 2, 3};
    assertThat(encode(row, row)).containsExactly(3);
    assertThat(apply(row, delta.toByteArray())).isEqualTo(row);
  }

  @Test
  void anyTwoVersionsAreFarFromNothing() {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 20_000; i++) {
      byte[] before = new byte[random.nextInt(40)];
      random.nextBytes(before);
      byte[] after = Arrays.copyOf(before, Math.max(0, before.length + random.nextInt(-5, 6)));
      for (int flips = random.nextInt(6); flips > 0 && after.length > 0; flips--) {
        after[random.nextInt(after.length)] = (byte) random.nextInt(3);
      }
      encode(before, after);
      assertThat(apply(before, delta.toByteArray())).isEqualTo(after);
      assertThat(Delta.isInPlace(delta.array(), 0, delta.length(), before.length))
          .isEqualTo(before.length == after.length);
    }
  }

  @Test
  void whatIsNoDeltaOfThisVersionIsRefused() {
    byte[] before = {1, 2, 3, 4};
    assertThatThrownBy(() -> apply(before, new byte[] {5})).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> apply(before, new byte[] {4, 5, 0, 0}))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> apply(before, new byte[] {4, 1, 4, 0}))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> apply(before, new byte[] {4, 1, 1, 2, 7}))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> apply(before, new byte[] {})).isInstanceOf(CodecException.class);
  }

  @Test
  void randomBytesDoNoHarm() {
    SplittableRandom random = new SplittableRandom(5);
    byte[] before = new byte[30];
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      try {
        int made = apply(before, bytes).length;
        assertThat(made).isLessThanOrEqualTo(before.length + bytes.length);
        if (Delta.isInPlace(bytes, 0, bytes.length, before.length)) {
          assertThat(made).isEqualTo(before.length);
        }
      } catch (CodecException expected) {
        assertThat(expected).hasMessageMatching("(?s).+");
      }
    }
  }

  private byte[] encode(byte[] before, byte[] after) {
    // What stands behind the version before in its array is no part of it.
    byte[] roomy = Arrays.copyOf(before, before.length + 3);
    Delta.encode(roomy, before.length, after, delta);
    return delta.toByteArray();
  }

  private byte[] apply(byte[] before, byte[] bytes) {
    Delta.apply(before, before.length, bytes, 0, bytes.length, made);
    return made.toByteArray();
  }
}
