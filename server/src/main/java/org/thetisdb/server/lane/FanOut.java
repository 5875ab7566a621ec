package org.thetisdb.server.lane;

import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointVisitor;
import org.thetisdb.server.commit.OutcomeTable.Outcome;

/** Has several hear what one checkpoint holds. */
final class FanOut implements CheckpointVisitor {
  private final List<CheckpointVisitor> all;

  FanOut(List<CheckpointVisitor> all) {
    this.all = List.copyOf(all);
  }

  private void each(Consumer<CheckpointVisitor> word) {
    all.forEach(word);
  }

  @Override
  public void header(CheckpointHeader header) {
    each(to -> to.header(header));
  }

  @Override
  public void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
    for (CheckpointVisitor to : all) {
      to.row(key, stamp, position, row, offset, length);
    }
  }

  @Override
  public void moved(long partition, byte[] from, int term, int owner) {
    each(to -> to.moved(partition, from, term, owner));
  }

  @Override
  public void outcome(long session, Outcome outcome) {
    each(to -> to.outcome(session, outcome));
  }

  @Override
  public void forgotten(long session) {
    each(to -> to.forgotten(session));
  }

  @Override
  public void trimPoints(int site, long[] offsets) {
    each(to -> to.trimPoints(site, offsets));
  }

  @Override
  public void left(int site, List<Integer> successors) {
    each(to -> to.left(site, successors));
  }

  @Override
  public void end(VersionVector complete) {
    each(to -> to.end(complete));
  }
}
