package org.thetisdb.store.chronicle;

import java.nio.ByteBuffer;

/** Counts the old keys of a walk, which are even; -1 if one comes out of order. */
final class KeyWalk {
  private static final byte[] BEGINNING = {};

  private int last = Integer.MIN_VALUE;
  private int found;

  static int forwards(OrderedKeys keys) {
    KeyWalk walk = new KeyWalk();
    keys.ascend(BEGINNING, true, null, key -> walk.meet(ByteBuffer.wrap(key).getInt()));
    return walk.found;
  }

  static int backwards(OrderedKeys keys) {
    KeyWalk walk = new KeyWalk();
    keys.descend(BEGINNING, null, key -> walk.meet(-ByteBuffer.wrap(key).getInt()));
    return walk.found;
  }

  private boolean meet(int number) {
    if (number <= last) {
      found = -1;
      return false;
    }
    last = number;
    found += number % 2 == 0 ? 1 : 0;
    return true;
  }
}
