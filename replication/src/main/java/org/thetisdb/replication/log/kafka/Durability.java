package org.thetisdb.replication.log.kafka;

/** What an acknowledged append has survived, and the settings of topics that make it so. */
public enum Durability {
  /** One broker has it; the broker's process may be killed, its machine must not fail. */
  PROCESS("in the log of a process that may be killed", 1, 1, false),
  /** One broker has flushed it to its disk. */
  DISK("flushed to disk", 1, 1, true),
  /** Two of three brokers have it. */
  BROKERS("in several brokers", 3, 2, false);

  private final String text;
  private final short replicas;
  private final int inSync;
  private final boolean flushed;

  Durability(String text, int replicas, int inSync, boolean flushed) {
    this.text = text;
    this.replicas = (short) replicas;
    this.inSync = inSync;
    this.flushed = flushed;
  }

  /** What it means, for people. */
  public String text() {
    return text;
  }

  /** Number of brokers that keep a log. */
  short replicas() {
    return replicas;
  }

  /** Number of brokers that must have an entry before it is acknowledged. */
  int inSync() {
    return inSync;
  }

  /** Whether each entry is flushed to disk before it is acknowledged. */
  boolean flushed() {
    return flushed;
  }
}
