package org.thetisdb.server.refresh;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.server.catalog.Catalog.SystemRow;
import org.thetisdb.server.commit.OutcomeTable.Outcome;

/**
 * What the refresher reports to the engine about a run: all that is not a user's row. Built by one
 * thread, read by another.
 */
public final class RefreshEvents {
  private static final int FEW = 64;

  private final List<SessionOutcome> outcomes = new ArrayList<>();
  private final List<SystemRow> systemRows = new ArrayList<>();
  private final List<SystemRow> preparedRows = new ArrayList<>(0);
  private final List<RowKey> decisions = new ArrayList<>(0);
  private final List<SystemRow> ownershipRows = new ArrayList<>(0);
  private final List<Change> changes = new ArrayList<>();
  private final List<TrimPoints> trimPoints = new ArrayList<>(0);
  private final List<Fence> fences = new ArrayList<>(0);
  private long commits;
  private VersionVector applied = VersionVector.ZERO;

  void commit(long session, Outcome outcome) {
    commits++;
    if (session != 0) {
      outcomes.add(new SessionOutcome(session, outcome));
    }
  }

  void systemRow(RowKey key, byte[] row) {
    systemRows.add(new SystemRow(key, row));
  }

  void preparedRow(RowKey key, byte[] row) {
    preparedRows.add(new SystemRow(key, row));
  }

  void decision(RowKey record) {
    decisions.add(record);
  }

  void ownershipRow(RowKey key, byte[] row) {
    ownershipRows.add(new SystemRow(key, row));
  }

  void move(long partition, int term, int grantee) {
    changes.add(new Move(partition, term, grantee));
  }

  void border(Reshape change) {
    changes.add(new Border(change));
  }

  void left(int site, List<Integer> successors) {
    changes.add(new Left(site, successors));
  }

  void trimPoints(int site, long[] offsets) {
    trimPoints.add(new TrimPoints(site, offsets));
  }

  void fence(int site, int incarnation) {
    fences.add(new Fence(site, incarnation));
  }

  void applied(VersionVector vector) {
    applied = vector;
  }

  /** Whether the engine needs microseconds for them; jars and definitions take longer. */
  public boolean areFew() {
    return systemRows.isEmpty()
        && outcomes.size() <= FEW
        && preparedRows.size() <= FEW
        && changes.size() <= FEW;
  }

  /** Number of commits. */
  public long commits() {
    return commits;
  }

  /** Everything up to here is applied. */
  public VersionVector applied() {
    return applied;
  }

  /** Calls that committed elsewhere. */
  public List<SessionOutcome> outcomes() {
    return outcomes;
  }

  /** System rows that were written elsewhere. */
  public List<SystemRow> systemRows() {
    return systemRows;
  }

  /** Records of what transactions over several sites prepare, and deletions of them. */
  public List<SystemRow> preparedRows() {
    return preparedRows;
  }

  /** Of the records that are deleted, those whose transactions are committed. */
  public List<RowKey> decisions() {
    return decisions;
  }

  /** What sites lent each other for a phase, and gave back. */
  public List<SystemRow> ownershipRows() {
    return ownershipRows;
  }

  /** Releases, borders, and sites that left, in the order in which they were applied. */
  public List<Change> changes() {
    return changes;
  }

  /** Fences of logs. */
  public List<Fence> fences() {
    return fences;
  }

  /** Notes of sites about logs that they do not need any more. */
  public List<TrimPoints> trimPoints() {
    return trimPoints;
  }

  /** A site's log is that of this incarnation from here on. */
  public record Fence(int site, int incarnation) {}

  /** Below {@code offsets} of logs 1, 2, 3 and so on a site needs no log any more. */
  public record TrimPoints(int site, long[] offsets) {}

  /** A session and its last committed call. */
  public record SessionOutcome(long session, Outcome outcome) {}

  /** A change of what there is to master, or of which site does. */
  public sealed interface Change {}

  /** A partition and which site masters it from {@code term} on. */
  public record Move(long partition, int term, int grantee) implements Change {}

  /** A border that came into a range, or went. */
  public record Border(Reshape change) implements Change {}

  /** A site that has left, and which site has what it mastered and never moved. */
  public record Left(int site, List<Integer> successors) implements Change {}
}
