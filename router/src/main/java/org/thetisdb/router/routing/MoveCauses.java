package org.thetisdb.router.routing;

import java.util.Arrays;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.SiteToRouter.Owner;

/**
 * Tells the policy of borders what calls wrote in ranges that were moved for them. Not thread-safe.
 */
public final class MoveCauses {
  private final Placement placement;
  private final ReshapePolicy reshaping;

  /** Tells a policy over a placement. */
  public MoveCauses(Placement placement, ReshapePolicy reshaping) {
    this.placement = placement;
    this.reshaping = reshaping;
  }

  /**
   * Takes note that a range was moved for a call.
   *
   * @param call what the call touches; null if that is not known any more
   */
  public void note(Footprint call, long partition) {
    if (call == null || !placement.hasRanges() || !placement.isLive(partition)) {
      return;
    }
    Owner range = placement.describe(partition);
    RowKey lowest = null;
    RowKey highest = null;
    for (RowKey key : call.writtenKeys()) {
      if (isIn(range, key.tableId(), key.bytes())) {
        lowest = lowest == null ? key : lowest;
        highest = key;
      }
    }
    if (lowest != null) {
      reshaping.onMoved(partition, lowest, highest);
    }
    for (KeyRange grows : call.writtenRanges()) {
      RowKey last = Footprint.lastIn(grows);
      if (isIn(range, grows.tableId(), grows.from())
          || isIn(range, grows.tableId(), last.bytes())) {
        reshaping.onMoved(partition, new RowKey(grows.tableId(), grows.from()), last);
      }
    }
  }

  private static boolean isIn(Owner range, int tableId, byte[] key) {
    return PartitionId.table(range.partition()) == tableId
        && Arrays.compareUnsigned(key, range.from()) >= 0
        && (range.to().length == 0 || Arrays.compareUnsigned(key, range.to()) < 0);
  }
}
