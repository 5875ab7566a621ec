package org.thetisdb.history.verdict;

/** What can be wrong with a history. */
public enum AnomalyKind {
  /** Two lists of one key contradict each other. */
  INCOMPATIBLE_ORDER("incompatible order", "two reads of a key disagree on the order of elements"),
  /** A list holds an element twice. */
  DUPLICATE_ELEMENT("duplicate element", "a list holds an element that was appended once, twice"),
  /** A list holds what nobody appended. */
  PHANTOM_ELEMENT("phantom element", "a list holds an element that nobody appended"),
  /** Adya's G1a: a list holds what an aborted transaction appended. */
  ABORTED_READ("aborted read (G1a)", "a transaction read what an aborted one appended"),
  /** Adya's G1b: a list ends in the middle of another transaction. */
  INTERMEDIATE_READ("intermediate read (G1b)", "a transaction read a part of what another wrote"),
  /** A transaction does not see what it appended itself. */
  INTERNAL("internal inconsistency", "a transaction's read does not fit its own appends"),
  /** An append is gone. */
  LOST_WRITE("lost write", "an acknowledged append is missing from a later read"),
  /** Adya's G0: writes of transactions are interleaved. */
  DIRTY_WRITE("dirty write (G0)", "transactions overwrote each other in a cycle"),
  /** Adya's G1c: information flows in a cycle. */
  CIRCULAR_INFORMATION_FLOW(
      "circular information flow (G1c)", "transactions saw each other's writes in a cycle"),
  /** Two transactions changed a key from the same version. */
  LOST_UPDATE("lost update", "a transaction overwrote a version that it had not seen"),
  /** A transaction saw a part of another, or two versions of a key. */
  FRACTURED_READ("fractured read", "a transaction saw one write of another and missed the next"),
  /** Adya's G-single: a cycle with one missed write. */
  G_SINGLE("read skew (G-single)", "a transaction saw the effect of a write that it missed"),
  /** Two readers saw two writers in opposite orders. */
  LONG_FORK("long fork", "readers saw independent writes in opposite orders"),
  /** A session went back to an older version. */
  MONOTONIC_READS("monotonic reads violated", "a session read a version older than it had read"),
  /** A session's writes were ordered against it. */
  MONOTONIC_WRITES("monotonic writes violated", "a session's writes were put in another order"),
  /** A session missed its own write. */
  READ_YOUR_WRITES("read-your-writes violated", "a session did not see what it had written"),
  /** A session's order contradicts what was read and written in another way. */
  SESSION_INVERSION("session inversion", "the order of a session contradicts what was seen"),
  /** Two transactions each missed the other's write. */
  WRITE_SKEW("write skew", "transactions each missed what the next one wrote"),
  /** Adya's G2: a cycle with more than one missed write. */
  G2("anti-dependency cycle (G2)", "no order of the transactions explains what they saw"),
  /** A transaction missed what had been acknowledged before it began. */
  STALE_READ("stale read", "a transaction missed what had been acknowledged before it began"),
  /** The order of real time contradicts what was seen in another way. */
  REAL_TIME_INVERSION("real time inversion", "a transaction took effect before or after its time");

  private final String id;
  private final String meaning;

  AnomalyKind(String id, String meaning) {
    this.id = id;
    this.meaning = meaning;
  }

  /** Its name for people. */
  public String id() {
    return id;
  }

  /** What happened, in one clause. */
  public String meaning() {
    return meaning;
  }

  @Override
  public String toString() {
    return id;
  }
}
