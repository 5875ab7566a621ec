package org.thetisdb.server.scheme.epoch;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.server.lock.NoWaitLocks;
import org.thetisdb.store.Snapshot;

/**
 * PT-OCC: what is written is locked, and what was read is as it was, and stays so until the
 * transaction is decided. Under snapshots it need not stay so (decision 0068). Owned by the site's
 * engine.
 */
final class PhysicalTime implements EpochValidation {
  /** Transaction ids count, with the site that gave it in the low bits; 0 is the router. */
  private static final int SITE_BITS = 8;

  private final int self;
  private final EpochViewRules rules;
  private final EpochRows rows;
  private final NoWaitLocks locks = new NoWaitLocks();
  private long clock;

  PhysicalTime(int self, EpochViewRules rules, EpochRows rows) {
    this.self = self;
    this.rules = rules;
    this.rows = rows;
  }

  @Override
  public Settled settle(long transaction, KeySet found, Snapshot seen) {
    KeySet touched = rules.snapshots() ? EpochRows.withWrittenAsRead(found) : found;
    KeySet own = rows.ownPart(touched);
    if (!isFree(own, transaction)) {
      return null;
    }
    List<Integer> others = rows.othersOf(touched);
    if (others.isEmpty()) {
      long tid = (((clock >>> SITE_BITS) + 1) << SITE_BITS) | self;
      return new Settled(true, tid, 0, 0, List.of(), List.of(), null, List.of());
    }
    lock(own, transaction);
    List<Long> versions = versionsOf(touched.read(), seen);
    return new Settled(false, clock, 0, 0, others, List.of(), touched, versions);
  }

  /** Whether nobody else has locked a part of this (NO_WAIT). */
  private boolean isFree(KeySet own, long transaction) {
    return locks.isFree(own, transaction);
  }

  private void lock(KeySet own, long transaction) {
    locks.lock(rules.snapshots() ? own.onlyWritten() : own, transaction);
  }

  /** The versions of rows in a snapshot, with what is decided in front; 0 where there is none. */
  private List<Long> versionsOf(List<RowKey> keys, Snapshot seen) {
    List<Long> versions = new ArrayList<>(keys.size());
    keys.forEach(key -> versions.add(rows.version(key, seen)));
    return versions;
  }

  @Override
  public void decide(long transaction, Settled run, List<RowImage> written) {
    if (!written.isEmpty()) {
      clock = run.clock();
      rows.overlay.decide(run.clock(), written);
    }
  }

  @Override
  public Validated validate(Validate wanted) {
    KeySet own = rows.ownPart(wanted.touched());
    boolean valid =
        isFree(own, wanted.transaction()) && rows.isAsSeen(wanted, own, this::isVersion);
    if (valid) {
      lock(own, wanted.transaction());
    }
    return new Validated(
        wanted.epochView(), wanted.transaction(), wanted.until(), valid, clock, 0, 0);
  }

  private boolean isVersion(RowKey key, Snapshot now, long seen) {
    return rows.version(key, now) == seen;
  }

  @Override
  public void install(Install decided) {
    rows.overlay.install(decided.order(), decided.tid(), decided.rows());
    // The next id given here is above all that it can have read or overwritten (hazard 9).
    clock = Math.max(clock, decided.tid() | Stamp.MAX_SITE);
    locks.free(decided.transaction());
  }

  @Override
  public void free(long transaction) {
    locks.free(transaction);
  }

  @Override
  public void fence(Fence fence) {
    // The order of decisions needs none.
  }
}
