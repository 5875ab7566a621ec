package org.thetisdb.history.check;

/**
 * How one node of the dependency graph comes before another. Most nodes are transactions. Two sorts
 * of helpers keep the number of edges linear: the <em>tail</em> of a key stands between those that
 * read its newest list and those whose appends nobody read; a chain of <em>moments</em> stands
 * between the ends of transactions and the beginnings of others.
 */
enum EdgeKind {
  /** Appended directly before the other. */
  WW(0, true, true),
  /** Appended before the other, as both would not have committed otherwise under snapshots. */
  WW_LEADER(1, true, true),
  /** Appended last what the other read. */
  WR(2, true, true),
  /** Missed what the other appended. */
  RW(3, false, false),
  /** Read the newest list of the key: missed all of its tail. */
  RW_TO_TAIL(4, false, false),
  /** Part of the tail. */
  RW_FROM_TAIL(5, false, false),
  /** Comes next in the session. */
  SESSION(6, true, true),
  /** Ended at this moment. */
  TIME_IN(7, true, true),
  /** The next moment. */
  TIME(8, true, true),
  /** Began after this moment. */
  TIME_OUT(9, true, true);

  private static final EdgeKind[] ALL = values();

  private final int code;
  private final boolean fromCommit;
  private final boolean toStart;

  EdgeKind(int code, boolean fromCommit, boolean toStart) {
    this.code = code;
    this.fromCommit = fromCommit;
    this.toStart = toStart;
  }

  static EdgeKind of(int code) {
    return ALL[code];
  }

  /** How many kinds there are. */
  static int kinds() {
    return ALL.length;
  }

  /** Its number, from 0 in the order of declaration. */
  int code() {
    return code;
  }

  /** Whether it leaves the commit, not the start. */
  boolean fromCommit() {
    return fromCommit;
  }

  /** Whether it leads to the start, not the commit. */
  boolean toStart() {
    return toStart;
  }

  /** Whether it is a step of its own when a cycle is described, not the rest of the one before. */
  boolean beginsStep() {
    return this != RW_FROM_TAIL && this != TIME && this != TIME_OUT;
  }

  /** The edge as it is described: helpers count for what they stand for. */
  EdgeKind told() {
    return switch (this) {
      case WW, WR, RW, SESSION -> this;
      case WW_LEADER -> WW;
      case RW_TO_TAIL, RW_FROM_TAIL -> RW;
      case TIME_IN, TIME, TIME_OUT -> TIME;
    };
  }
}
