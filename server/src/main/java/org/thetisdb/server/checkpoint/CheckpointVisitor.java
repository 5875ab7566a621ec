package org.thetisdb.server.checkpoint;

import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.commit.OutcomeTable.Outcome;

/** Hears what a checkpoint holds. The header comes first, the end last. */
public interface CheckpointVisitor {
  /** Looks at nothing: for reading a checkpoint only to see whether it is whole. */
  CheckpointVisitor NONE = new CheckpointVisitor() {};

  /** What it begins with. */
  default void header(CheckpointHeader header) {}

  /** A row; the bytes are valid until return. */
  default void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {}

  /**
   * A partition that records have named; ranges of one table in their order.
   *
   * @param from where it begins, if it is a range
   */
  default void moved(long partition, byte[] from, int term, int owner) {}

  /** The last committed call of a session. */
  default void outcome(long session, Outcome outcome) {}

  /** Sessions of an epoch up to this one may have been forgotten. */
  default void forgotten(long session) {}

  /** Below these offsets, for logs 1, 2, 3 and so on, a site needs no log any more. */
  default void trimPoints(int site, long[] offsets) {}

  /** A site has left the cluster, and handed what never moved to its successors. */
  default void left(int site, List<Integer> successors) {}

  /**
   * The checkpoint is whole.
   *
   * @param complete moves and outcomes may be as new as this; so a site that starts from the
   *     checkpoint has to apply the logs up to here before it serves
   */
  default void end(VersionVector complete) {}

  /** Hands on all that it hears. */
  abstract class Forwarding implements CheckpointVisitor {
    private final CheckpointVisitor to;

    /** Hands on to {@code to}. */
    protected Forwarding(CheckpointVisitor to) {
      this.to = to;
    }

    @Override
    public void header(CheckpointHeader header) {
      to.header(header);
    }

    @Override
    public void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
      to.row(key, stamp, position, row, offset, length);
    }

    @Override
    public void moved(long partition, byte[] from, int term, int owner) {
      to.moved(partition, from, term, owner);
    }

    @Override
    public void outcome(long session, Outcome outcome) {
      to.outcome(session, outcome);
    }

    @Override
    public void forgotten(long session) {
      to.forgotten(session);
    }

    @Override
    public void trimPoints(int site, long[] offsets) {
      to.trimPoints(site, offsets);
    }

    @Override
    public void left(int site, List<Integer> successors) {
      to.left(site, successors);
    }

    @Override
    public void end(VersionVector complete) {
      to.end(complete);
    }
  }
}
