package org.thetisdb.server.scheme.epoch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.server.lock.NoWaitLocks;
import org.thetisdb.store.BufferedRows.Version;
import org.thetisdb.store.Snapshot;

/**
 * LT-OCC: a transaction commits at a logical time at which all that it has read holds, and that is
 * behind all times at which others have read what it writes (decision 0067). What is written is
 * locked until it is decided; what was read is not. Its primary knows until when that was read, and
 * extends it for the one that asks, unless another one is about to write it.
 *
 * <p>Owned by the site's engine.
 */
final class LogicalTime implements EpochValidation {
  private static final int MOST_LEASES = 1 << 16;

  private final int self;
  private final EpochViewRules rules;
  private final EpochRows rows;
  private final ReadTimes readTimes = new ReadTimes();
  private final NoWaitLocks locks = new NoWaitLocks();

  /** What has run here and is not decided, by transaction. */
  private final Map<Long, Settled> kept = new HashMap<>();

  /** Until when rows of others are known to hold. */
  private final Map<RowKey, Lease> leases = new HashMap<>();

  /** The end of the last epoch: all that is decided here from now on has a later time. */
  private long floor;

  /** All that was decided up to there, by anybody, is here. */
  private long complete;

  private record Lease(long version, long until) {}

  LogicalTime(int self, EpochViewRules rules, EpochRows rows) {
    this.self = self;
    this.rules = rules;
    this.rows = rows;
  }

  @Override
  public Settled settle(long transaction, KeySet found, Snapshot seen) {
    KeySet touched = rules.snapshots() ? EpochRows.withWrittenAsRead(found) : found;
    KeySet own = rows.ownPart(touched);
    if (!locks.isFree(own.onlyWritten(), transaction)) {
      return null;
    }
    List<Long> versions = new ArrayList<>(touched.read().size());
    touched.read().forEach(key -> versions.add(rows.versionOrDeletion(key, seen)));
    Map<RowKey, Long> others = onlyReadOfOthers(touched, versions);
    long from = from(touched);
    long tid = leastId(touched, from);
    long needed = rules.snapshots() ? from : tid;
    BitSet asked = asked(touched, others, needed);
    List<Long> readUntil = readUntil(own.written());
    long until =
        Math.min(
            knownUntil(touched, others, asked),
            extend(onlyRead(own), transaction, asked.isEmpty() ? tid : tid + EpochViewRules.LEASE));
    if (until < needed) {
      return null;
    }
    if (asked.isEmpty()) {
      return new Settled(true, tid, from, until, List.of(), List.of(), null, List.of());
    }
    locks.lock(own.onlyWritten(), readUntil, transaction);
    Settled run =
        new Settled(false, tid, from, until, listOf(asked), readersOf(touched), touched, versions);
    kept.put(transaction, run);
    return run;
  }

  private static List<Integer> listOf(BitSet sites) {
    return sites.stream().boxed().toList();
  }

  private List<Integer> readersOf(KeySet touched) {
    KeySet onlyRead = onlyRead(touched);
    BitSet all = new BitSet();
    onlyRead.read().forEach(key -> all.set(rows.primaryOf(key)));
    onlyRead.ranges().forEach(range -> rows.addPrimariesOf(range, all));
    return listOf(all);
  }

  /** What is not written, too. */
  private static KeySet onlyRead(KeySet touched) {
    Set<RowKey> written = new HashSet<>(touched.written());
    return new KeySet(
        List.of(),
        touched.read().stream().filter(key -> !written.contains(key)).toList(),
        touched.ranges());
  }

  /** Versions of what others are the primaries of, and that is only read. */
  private Map<RowKey, Long> onlyReadOfOthers(KeySet touched, List<Long> versions) {
    Set<RowKey> written = new HashSet<>(touched.written());
    Map<RowKey, Long> others = new HashMap<>();
    for (int i = 0; i < versions.size(); i++) {
      RowKey key = touched.read().get(i);
      if (!written.contains(key) && !rows.isOwn(key)) {
        others.put(key, versions.get(i));
      }
    }
    return others;
  }

  /** When all that was read is there; a snapshot holds all that is complete. */
  private long from(KeySet touched) {
    long from = rules.snapshots() ? complete : 0;
    for (RowKey key : touched.read()) {
      from = Math.max(from, rows.overlay.writtenAt(key));
    }
    for (KeyRange range : touched.ranges()) {
      for (Version version : rows.overlay.in(range).values()) {
        from = Math.max(from, version.tid());
      }
    }
    return from;
  }

  /** The least time at which a transaction may commit, as far as this site knows. */
  private long leastId(KeySet touched, long from) {
    long least = Math.max(floor + 1, from);
    for (RowKey key : touched.written()) {
      least = Math.max(least, readUntil(key) + 1);
    }
    return least;
  }

  /** Until when a key was read as it is; of others' keys it may have been read longer. */
  private long readUntil(RowKey key) {
    return Math.max(readTimes.of(key), rows.overlay.writtenAt(key));
  }

  private List<Long> readUntil(List<RowKey> keys) {
    List<Long> times = new ArrayList<>(keys.size());
    keys.forEach(key -> times.add(readUntil(key)));
    return times;
  }

  /** Members that have to lock something, or of whose rows it is not known that they hold. */
  private BitSet asked(KeySet touched, Map<RowKey, Long> others, long needed) {
    BitSet asked = new BitSet();
    touched.written().forEach(key -> asked.set(rows.primaryOf(key)));
    others.forEach(
        (key, version) -> {
          if (known(key, version) < needed) {
            asked.set(rows.primaryOf(key));
          }
        });
    if (needed > complete) {
      touched.ranges().forEach(range -> rows.addPrimariesOf(range, asked));
    }
    asked.clear(self);
    return asked;
  }

  /** Until when a version of another member's row is known to hold. */
  private long known(RowKey key, long version) {
    long until = Math.max(complete, rows.overlay.writtenAt(key));
    Lease lease = leases.get(key);
    return lease == null || lease.version != version ? until : Math.max(until, lease.until);
  }

  /** Until when all holds that others' primaries are not asked for. */
  private long knownUntil(KeySet touched, Map<RowKey, Long> others, BitSet asked) {
    long until = Long.MAX_VALUE;
    for (Map.Entry<RowKey, Long> each : others.entrySet()) {
      if (!asked.get(rows.primaryOf(each.getKey()))) {
        until = Math.min(until, known(each.getKey(), each.getValue()));
      }
    }
    for (KeyRange range : touched.ranges()) {
      BitSet all = new BitSet();
      rows.addPrimariesOf(range, all);
      all.andNot(asked);
      all.clear(self);
      until = all.isEmpty() ? until : Math.min(until, complete);
    }
    return until;
  }

  /**
   * Extends until when what is read of this site's holds, as far as nobody else writes it.
   *
   * @return until when all of it does
   */
  private long extend(KeySet onlyRead, long transaction, long wanted) {
    long until = Long.MAX_VALUE;
    for (RowKey key : onlyRead.read()) {
      long most = readableUntil(locks.readableUntil(key, transaction));
      long reached = most == Long.MAX_VALUE ? Math.max(readUntil(key), wanted) : most;
      readTimes.extend(key, Math.min(reached, wanted));
      until = Math.min(until, reached);
    }
    for (KeyRange range : onlyRead.ranges()) {
      long reached = Math.min(wanted, readableUntil(locks.readableUntil(range, transaction)));
      readTimes.extend(range, reached);
      until = Math.min(until, reached);
    }
    return until;
  }

  /** One that is not decided when an epoch is complete is decided later. */
  private long readableUntil(long locked) {
    return Math.max(locked, complete);
  }

  @Override
  public void decide(long transaction, Settled run, List<RowImage> written) {
    if (!written.isEmpty()) {
      rows.overlay.decide(run.clock(), written);
    }
  }

  @Override
  public Validated validate(Validate wanted) {
    long transaction = wanted.transaction();
    KeySet own = rows.ownPart(wanted.touched());
    boolean isLocked = locks.has(transaction);
    boolean isFree = isLocked || locks.isFree(own.onlyWritten(), transaction);
    if (!isFree || !rows.isAsSeen(wanted, own, this::isVersion)) {
      return new Validated(wanted.epochView(), transaction, wanted.until(), false, 0, 0, 0);
    }
    if (!isLocked) {
      locks.lock(own.onlyWritten(), readUntil(own.written()), transaction);
    }
    long clock = 0;
    for (RowKey key : own.written()) {
      clock = Math.max(clock, locks.readUntil(key, transaction) + 1);
    }
    long until = extend(onlyRead(own), transaction, wanted.until());
    return new Validated(
        wanted.epochView(), transaction, wanted.until(), true, clock, lastDeletion(own), until);
  }

  private boolean isVersion(RowKey key, Snapshot now, long seen) {
    return rows.versionOrDeletion(key, now) == seen;
  }

  /** A row may have come into a range and gone again, and the run has seen neither. */
  private long lastDeletion(KeySet own) {
    long last = 0;
    for (KeyRange range : own.ranges()) {
      for (Map.Entry<RowKey, Version> row : rows.overlay.in(range).entrySet()) {
        if (row.getValue().image() == null && rows.isOwn(row.getKey())) {
          last = Math.max(last, row.getValue().tid());
        }
      }
    }
    return last;
  }

  @Override
  public void install(Install decided) {
    rows.overlay.install(decided.order(), decided.tid(), decided.rows());
    locks.free(decided.transaction());
    Settled run = kept.remove(decided.transaction());
    if (run != null && !rules.snapshots()) {
      remember(run, decided.tid());
    }
  }

  /** What another transaction has read holds at its time: the next one need not ask for that. */
  private void remember(Settled run, long tid) {
    if (leases.size() > MOST_LEASES) {
      leases.clear();
    }
    onlyReadOfOthers(run.touched(), run.versions())
        .forEach((key, version) -> leases.put(key, new Lease(version, tid)));
  }

  @Override
  public void free(long transaction) {
    locks.free(transaction);
    kept.remove(transaction);
  }

  @Override
  public void fence(Fence fence) {
    if (fence.complete()) {
      complete = Math.max(complete, fence.time());
    } else {
      floor = Math.max(floor, fence.time());
      readTimes.endEpoch(fence.time());
      leases.values().removeIf(lease -> lease.until <= floor);
    }
  }
}
