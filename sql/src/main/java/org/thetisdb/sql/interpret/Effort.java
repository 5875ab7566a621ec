package org.thetisdb.sql.interpret;

/**
 * How often functions of a tree were called: whether making a class of it pays. Counted without
 * care for threads, so it may miss some.
 */
final class Effort {
  private long calls;

  void add() {
    calls++;
  }

  long calls() {
    return calls;
  }
}
