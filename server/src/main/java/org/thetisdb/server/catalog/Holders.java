package org.thetisdb.server.catalog;

import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * Which site holds which partition by now, and what a release changes of that, where some sites
 * hold only a part of the rows (decision 0082). Where all hold every row there is nothing to say.
 * Owned by the engine's event loop.
 */
public final class Holders {
  private final RowStore store;
  private final Roster roster;

  /** As the rows of a site tell. */
  public Holders(RowStore store, Roster roster) {
    this.store = store;
    this.roster = roster;
  }

  /** Whether a site holds all rows of a partition. */
  public boolean holds(int site, long partition) {
    return isSettled(partition)
        || Holder.holds(newest(partition), roster.firstMasters(), site, partition);
  }

  /**
   * Whether the first master of a partition holds it behind its release to {@code grantee}.
   *
   * @param movesRows whether rows go with their mastership
   */
  public boolean firstMasterHoldsAfter(long partition, int grantee, boolean movesRows) {
    if (isSettled(partition) || isPartialFirstMaster(grantee, partition)) {
      return true;
    }
    Holder known = newest(partition);
    return !movesRows && (known == null || known.firstMasterHolds());
  }

  private boolean isPartialFirstMaster(int site, long partition) {
    return !roster.holdsAll(site) && roster.firstMasters().isHeldAt(site, partition);
  }

  /** Notes a release that this site has put into its log, at a position of it. */
  public void note(int self, long position, long partition, Holder holder, Snapshot watermark) {
    if (!isSettled(partition)) {
      byte[] row = holder.encode();
      store.install(
          Holder.key(partition),
          Stamp.dense(position, self),
          position,
          row,
          0,
          row.length,
          watermark);
    }
  }

  /** Whether the holder of a partition never changes. */
  private boolean isSettled(long partition) {
    return !roster.isPartial() || PartitionId.table(partition) < FirstMasters.FIRST_USER_TABLE;
  }

  private Holder newest(long partition) {
    return Holder.at(store, partition, Snapshot.EVERYTHING);
  }
}
