package org.thetisdb.benchmarks.ycsb;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The contents of fields: the number of the record, and letters up to a fixed length. */
final class FieldText {
  private static final int LENGTH = 100;
  private static final int KEY_LENGTH = 10;
  private static final int LETTERS = 26;

  private FieldText() {}

  /** A field of a record. */
  static String of(int key, RandomGenerator random) {
    StringBuilder text = new StringBuilder(LENGTH).append("%010d".formatted(key));
    while (text.length() < LENGTH) {
      text.append((char) ('a' + random.nextInt(LETTERS)));
    }
    return text.toString();
  }

  /** The values of a new record: key, changes, fields. */
  static Object[] record(int key) {
    RandomGenerator random = new SplittableRandom(key);
    Object[] values = new Object[2 + Ycsb.FIELDS];
    values[0] = key;
    values[1] = 0;
    for (int field = 0; field < Ycsb.FIELDS; field++) {
      values[2 + field] = of(key, random);
    }
    return values;
  }

  /** Whether it was made for that record and is whole. */
  static boolean belongsTo(String text, int key) {
    return text.length() == LENGTH && Integer.parseInt(text.substring(0, KEY_LENGTH)) == key;
  }
}
