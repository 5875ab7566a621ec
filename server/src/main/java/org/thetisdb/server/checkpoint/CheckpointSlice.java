package org.thetisdb.server.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.server.commit.OutcomeTable.Outcome;

/**
 * A few entries on their way from the engine's event loop, which owns the tables that they come
 * from, to the event loop that writes. Filled by one, then written by the other.
 */
public final class CheckpointSlice {
  private final List<Consumer<CheckpointWriter>> entries = new ArrayList<>();

  /** Adds a partition that records have named. */
  public void moved(long partition, byte[] from, int term, int owner) {
    entries.add(writer -> writer.moved(partition, from, term, owner));
  }

  /** Adds the last committed call of a session. */
  public void outcome(long session, Outcome outcome) {
    entries.add(writer -> writer.outcome(session, outcome));
  }

  /** Adds that sessions of an epoch up to this one may have been forgotten. */
  public void forgotten(long session) {
    entries.add(writer -> writer.forgotten(session));
  }

  /** Adds how far a site needs no log any more. */
  public void trimPoints(int site, long[] offsets) {
    entries.add(writer -> writer.trimPoints(site, offsets));
  }

  /** Adds a site that has left. */
  public void left(int site, List<Integer> successors) {
    entries.add(writer -> writer.left(site, successors));
  }

  void writeTo(CheckpointWriter writer) {
    entries.forEach(entry -> entry.accept(writer));
  }
}
