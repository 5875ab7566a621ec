package org.thetisdb.router.routing.reshape;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/**
 * Reports to the policy of borders what calls wrote in ranges that were moved for them. Not
 * thread-safe.
 */
public final class MoveCauses {
  private final Placement placement;
  private final ReshapePolicy reshaping;

  /** Reports to a policy over a placement. */
  public MoveCauses(Placement placement, ReshapePolicy reshaping) {
    this.placement = placement;
    this.reshaping = reshaping;
  }

  /**
   * Takes note, once, that a range was moved for a call.
   *
   * @param call what the call touches; null if that is not known any more
   */
  public void note(Footprint call, long partition) {
    if (call == null || !placement.hasRanges() || !placement.isLive(partition)) {
      return;
    }
    Span wanted = new Span(placement.describe(partition));
    wanted.addKeys(call.writtenKeys());
    wanted.addRanges(call.writtenRanges());
    if (wanted.lowest != null) {
      reshaping.onMoved(partition, wanted.lowest, wanted.highest);
    }
  }

  /**
   * From the first to the last of what one call writes in a partition. What it writes in a range of
   * keys may begin before the partition and end behind it: such a call wants the whole of it.
   */
  private static final class Span {
    private final Owner in;
    private final int tableId;
    private RowKey lowest;
    private RowKey highest;

    Span(Owner in) {
      this.in = in;
      this.tableId = PartitionId.table(in.partition());
    }

    void addKeys(List<RowKey> keys) {
      for (RowKey key : keys) {
        if (key.tableId() == tableId && in.contains(key.bytes())) {
          add(key, key);
        }
      }
    }

    void addRanges(List<KeyRange> ranges) {
      for (KeyRange range : ranges) {
        if (range.tableId() == tableId && in.endsAbove(range.from())) {
          RowKey last = Footprint.lastIn(range);
          if (Arrays.compareUnsigned(last.bytes(), in.from()) >= 0) {
            add(new RowKey(tableId, range.from()), last);
          }
        }
      }
    }

    private void add(RowKey first, RowKey last) {
      if (lowest == null || Arrays.compareUnsigned(first.bytes(), lowest.bytes()) < 0) {
        lowest = first;
      }
      if (highest == null || Arrays.compareUnsigned(last.bytes(), highest.bytes()) > 0) {
        highest = last;
      }
    }
  }
}
