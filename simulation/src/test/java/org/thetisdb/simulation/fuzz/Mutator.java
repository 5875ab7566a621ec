package org.thetisdb.simulation.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Makes inputs out of valid samples: a few changes each, now and then nothing but rubbish. */
final class Mutator {
  private static final int MOST_CHANGES = 4;
  private static final int MOST_RUBBISH_BYTES = 300;
  private static final int MOST_BYTES = 64 << 10;
  private static final int[] TELLING = {
    0,
    1,
    -1,
    127,
    128,
    255,
    256,
    0x7fff,
    0xffff,
    1 << 20,
    1 << 24,
    1 << 30,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE
  };

  private final List<byte[]> samples;
  private final SplittableRandom random;

  Mutator(List<byte[]> samples, long seed) {
    this.samples = samples;
    this.random = new SplittableRandom(seed);
  }

  byte[] next() {
    if (random.nextInt(8) == 0) {
      return rubbish(random.nextInt(MOST_RUBBISH_BYTES));
    }
    byte[] bytes = sample().clone();
    for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
      bytes = change(bytes);
    }
    return bytes.length <= MOST_BYTES ? bytes : Arrays.copyOf(bytes, MOST_BYTES);
  }

  private byte[] sample() {
    return samples.get(random.nextInt(samples.size()));
  }

  private byte[] rubbish(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] change(byte[] bytes) {
    if (bytes.length == 0) {
      return rubbish(1 + random.nextInt(16));
    }
    int at = random.nextInt(bytes.length);
    return switch (random.nextInt(9)) {
      case 0 -> flipped(bytes, at);
      case 1 -> filled(bytes, at, 1 + random.nextInt(8), (byte) random.nextInt(256));
      case 2 -> filled(bytes, at, 1 + random.nextInt(10), (byte) 0xff); // endless variable lengths
      case 3 -> withNumber(bytes, at, TELLING[random.nextInt(TELLING.length)]);
      case 4 -> Arrays.copyOf(bytes, at);
      case 5 -> joined(bytes, bytes.length, rubbish(1 + random.nextInt(16)), 0);
      case 6 -> joined(bytes, at, bytes, random.nextInt(bytes.length)); // repeats or leaves out
      case 7 -> crossed(bytes, at);
      default -> joined(joined(bytes, at, rubbish(1 + random.nextInt(4)), 0), at, bytes, at);
    };
  }

  private byte[] flipped(byte[] bytes, int at) {
    bytes[at] ^= (byte) (1 << random.nextInt(8));
    return bytes;
  }

  private static byte[] filled(byte[] bytes, int at, int length, byte value) {
    Arrays.fill(bytes, at, Math.min(bytes.length, at + length), value);
    return bytes;
  }

  private static byte[] withNumber(byte[] bytes, int at, int number) {
    for (int i = 0; i < Integer.BYTES && at + i < bytes.length; i++) {
      bytes[at + i] = (byte) (number >>> (8 * (Integer.BYTES - 1 - i)));
    }
    return bytes;
  }

  /** The beginning of this one and the end of another sample. */
  private byte[] crossed(byte[] bytes, int at) {
    byte[] other = sample();
    return joined(bytes, at, other, other.length == 0 ? 0 : random.nextInt(other.length));
  }

  /** {@code first} up to a place, and {@code second} from another place on. */
  private static byte[] joined(byte[] first, int upTo, byte[] second, int from) {
    byte[] both = Arrays.copyOf(first, upTo + second.length - from);
    System.arraycopy(second, from, both, upTo, second.length - from);
    return both;
  }
}
