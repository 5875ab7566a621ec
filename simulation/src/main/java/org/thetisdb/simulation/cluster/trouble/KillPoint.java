package org.thetisdb.simulation.cluster.trouble;

/**
 * A moment in which processes are killed.
 *
 * @param kind of the record whose append it is about
 */
public record KillPoint(RecordKind kind, Victim victim) {
  /** What is killed, and when. */
  public enum Victim {
    /** The record's writer, just before the log has it. */
    WRITER_BEFORE,
    /** The record's writer, before it hears that the log has it. */
    WRITER_BEHIND,
    /** The router that leads, when the log has it. */
    ROUTER_BEHIND,
    /** Both. */
    BOTH_BEHIND
  }
}
