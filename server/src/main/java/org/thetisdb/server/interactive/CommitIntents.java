package org.thetisdb.server.interactive;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Partitioning;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.execution.Committer;
import org.thetisdb.server.gate.AwaitedParts;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.ReadRights;
import org.thetisdb.server.txn.ReadSet;
import org.thetisdb.server.txn.Transaction;

/**
 * What the COMMIT of an interactive transaction needs of other masters. Where masters are fixed,
 * they prepare the rows that it writes there (decision 0037), and what it has read if it is
 * serializable (decision 0080); elsewhere what it has read is moved here (decision 0012). Owned by
 * the site's engine.
 */
public final class CommitIntents {
  private static final KeySet NOTHING = new KeySet(List.of(), List.of(), List.of());

  private final Catalog catalog;
  private final MastershipTable mastership;
  private final ReadRights rights;
  private final WaitingCalls waiting;
  private final AwaitedParts awaited;

  /** Those of a site; {@code awaited} hears of COMMITs that wait for the decisions of others. */
  public CommitIntents(
      Catalog catalog,
      MastershipTable mastership,
      CallRules scheme,
      WaitingCalls waiting,
      AwaitedParts awaited) {
    this.catalog = catalog;
    this.mastership = mastership;
    this.rights = new ReadRights(catalog, mastership, scheme);
    this.waiting = waiting;
    this.awaited = awaited;
  }

  /** Whether what a transaction has read must be as it was: it is serializable, and writes. */
  private static boolean areReadsChecked(OpenTransaction open) {
    return open.isSerializable() && open.writes.size() > 0;
  }

  /**
   * Whether a COMMIT whose participants have prepared waits for others to be decided: they have
   * prepared a row that it has read. It holds what it has prepared meanwhile, so it may be in a
   * cycle with them.
   */
  boolean awaitsDecision(Transaction t) {
    if (!t.isDecidedHere() || !areReadsChecked(t.open)) {
      return false;
    }
    RowKey undecided = t.open.reads.undecidedIn(catalog.prepared(), t.distributedId());
    if (undecided != null) {
      waiting.awaitDecision(t, undecided);
      awaited.onWait(t);
    }
    return undecided != null;
  }

  /**
   * What other masters have to prepare before a transaction commits here; nothing if they have, or
   * if all is here.
   *
   * @throws ThetisException READS_TOO_LARGE
   */
  KeySet toPrepare(Transaction t, OpenTransaction open) {
    List<RowKey> written = open.elsewhere.isEmpty() ? List.of() : writtenElsewhere(open);
    boolean reads = t.isOverSites() && areReadsChecked(open);
    List<RowKey> read = reads ? keysElsewhere(open) : List.of();
    List<KeyRange> ranges = reads ? rangesElsewhere(open) : List.of();
    KeySet needed = new KeySet(written, read, ranges);
    return isPrepared(t, needed) ? NOTHING : needed;
  }

  private List<RowKey> writtenElsewhere(OpenTransaction open) {
    List<RowKey> keys = open.elsewhere.keys();
    keys.forEach(key -> Committer.requireTable(catalog, key));
    keys.removeIf(this::isHere);
    return keys;
  }

  private boolean isHere(RowKey key) {
    return mastership.isMasteredHere(catalog.partitionOf(key));
  }

  private List<RowKey> keysElsewhere(OpenTransaction open) {
    requireBounds(open);
    List<RowKey> keys = new ArrayList<>(0);
    for (RowKey key : open.reads.keys()) {
      Committer.requireTable(catalog, key);
      if (!isHere(key)) {
        keys.add(key);
      }
    }
    return keys;
  }

  private List<KeyRange> rangesElsewhere(OpenTransaction open) {
    List<KeyRange> ranges = new ArrayList<>(0);
    boolean[] isElsewhere = {false};
    for (KeyRange range : open.reads.ranges()) {
      isElsewhere[0] = false;
      forEachPartition(range, each -> isElsewhere[0] |= !mastership.isMasteredHere(each));
      if (isElsewhere[0]) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  /** Whether the present masters of all that is needed have prepared it for this very attempt. */
  private boolean isPrepared(Transaction t, KeySet needed) {
    long attempt = t.distributedId();
    PreparedRows prepared = catalog.prepared();
    return attempt != 0
        && needed.written().stream().allMatch(key -> prepared.isPreparedBy(key, attempt))
        && needed.read().stream().allMatch(key -> isMine(rights.of(key, attempt)))
        && needed.ranges().stream()
            .allMatch(
                each -> isMine(rights.ofRange(each.tableId(), each.from(), each.to(), attempt)));
  }

  private static boolean isMine(ReadRights.Right right) {
    return right == ReadRights.Right.NOW;
  }

  /**
   * Where masters are not fixed, those partitions that a transaction must be checked for at its
   * COMMIT, and that this site does not master at this moment. Of all others nobody else can change
   * anything before the commit is done.
   *
   * @throws ThetisException READS_TOO_LARGE
   */
  List<Owner> toMove(Transaction t, OpenTransaction open) {
    if (t.isOverSites() || !areReadsChecked(open)) {
      return List.of();
    }
    requireBounds(open);
    Set<Long> elsewhere = new TreeSet<>();
    LongConsumer look =
        partition -> {
          if (!mastership.isMasteredHere(partition)) {
            elsewhere.add(partition);
          }
        };
    for (RowKey key : open.reads.keys()) {
      Committer.requireTable(catalog, key);
      look.accept(catalog.partitionOf(key));
    }
    open.reads.ranges().forEach(range -> forEachPartition(range, look));
    return elsewhere.stream().map(mastership::describe).toList();
  }

  private static void requireBounds(OpenTransaction open) {
    if (open.reads.isTooLarge()) {
      ReadSet.Bounds most = ReadSet.Bounds.TO_CHECK;
      throw new ThetisException(
          ErrorCode.READS_TOO_LARGE,
          "more than %d rows by key or %d rows in %d ranges"
              .formatted(most.keys(), most.rows(), most.ranges()));
    }
  }

  private void forEachPartition(KeyRange range, LongConsumer action) {
    Committer.requireTable(catalog, new RowKey(range.tableId(), range.from()));
    int most = ReadRights.PARTITIONS_CHECKED_LIMIT;
    Partitioning table = catalog.partitioning(range.tableId());
    if (!table.forEachPartition(range.from(), range.to(), most, action)) {
      throw new ThetisException(
          ErrorCode.READS_TOO_LARGE, "a range of more than " + most + " partitions");
    }
  }
}
