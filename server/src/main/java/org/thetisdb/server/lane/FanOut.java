package org.thetisdb.server.lane;

import java.util.List;
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

  @Override
  public void header(CheckpointHeader header) {
    all.forEach(to -> to.header(header));
  }

  @Override
  public void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
    for (CheckpointVisitor to : all) {
      to.row(key, stamp, position, row, offset, length);
    }
  }

  @Override
  public void moved(long partition, byte[] from, int term, int owner) {
    all.forEach(to -> to.moved(partition, from, term, owner));
  }

  @Override
  public void outcome(long session, Outcome outcome) {
    all.forEach(to -> to.outcome(session, outcome));
  }

  @Override
  public void forgotten(long session) {
    all.forEach(to -> to.forgotten(session));
  }

  @Override
  public void trimPoints(int site, long[] offsets) {
    all.forEach(to -> to.trimPoints(site, offsets));
  }

  @Override
  public void left(int site, List<Integer> successors) {
    all.forEach(to -> to.left(site, successors));
  }

  @Override
  public void end(VersionVector complete) {
    all.forEach(to -> to.end(complete));
  }
}
