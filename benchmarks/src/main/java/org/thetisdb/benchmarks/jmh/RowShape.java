package org.thetisdb.benchmarks.jmh;

import java.nio.ByteBuffer;
import java.util.Random;

/** How many rows of which size, written as {@code 2000000x100}. */
record RowShape(int rows, int rowBytes) {
  static RowShape parse(String text) {
    int times = text.indexOf('x');
    return new RowShape(
        Integer.parseInt(text.substring(0, times)), Integer.parseInt(text.substring(times + 1)));
  }

  /** A key of eight bytes, as a primary key of one number has. */
  static byte[] keyBytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /**
   * The numbers below {@code count} in random order. Benchmarks make their keys in this order and
   * use them in turn, so that rows are met at random but keys are at hand, as in a message.
   */
  static int[] shuffled(int count) {
    int[] numbers = new int[count];
    Random random = new Random(1);
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i + 1);
      numbers[i] = numbers[other];
      numbers[other] = i;
    }
    return numbers;
  }
}
