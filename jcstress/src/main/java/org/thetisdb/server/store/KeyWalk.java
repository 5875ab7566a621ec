package org.thetisdb.server.store;

/** Counts the old keys of a walk, which are even; -1 if one comes out of order. */
final class KeyWalk {
  private int last = Integer.MIN_VALUE;
  private int found;

  boolean meet(int number) {
    if (number <= last) {
      found = -1;
      return false;
    }
    last = number;
    found += number % 2 == 0 ? 1 : 0;
    return true;
  }

  int found() {
    return found;
  }
}
