package org.thetisdb.core.placement;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;

/**
 * A replica of neighbouring partitions of one table at a site that does not hold every row
 * (decision 0054): wanted, until an incarnation of the site has filled it; then held by that
 * incarnation, and wanted again by the next one. Immutable.
 *
 * @param id the number of the change that added it; no other one ever has it
 * @param first the first partition
 * @param last the last one, which belongs to the range
 * @param site where it is
 * @param incarnation of the site, that holds all rows of it; 0 if none has yet
 * @param saved whether each checkpoint from which the site may start again has all its rows
 */
public record ReplicaRange(
    long id, long first, long last, int site, int incarnation, boolean saved) {
  /** Checks that there is such a range. */
  public ReplicaRange {
    if (id < 1 || first > last || PartitionId.table(first) != PartitionId.table(last)) {
      throw new IllegalArgumentException(
          PartitionId.toString(first) + " to " + PartitionId.toString(last) + " is no range");
    }
    if (site < 1 || site > Stamp.MAX_SITE || incarnation < 0) {
      throw new IllegalArgumentException("no incarnation " + incarnation + " of site " + site);
    }
  }

  /** Whether a partition lies in the range. */
  public boolean contains(long partition) {
    return partition >= first && partition <= last;
  }

  /** Whether it is of the same site as another one and has partitions of it. */
  public boolean overlaps(ReplicaRange other) {
    return site == other.site && first <= other.last && other.first <= last;
  }

  /** The table. */
  public int table() {
    return PartitionId.table(first);
  }

  /** The same, held by an incarnation of its site. */
  ReplicaRange heldBy(int holder) {
    return new ReplicaRange(id, first, last, site, holder, false);
  }

  /** The same, and in the checkpoints of its site. */
  ReplicaRange asSaved() {
    return new ReplicaRange(id, first, last, site, incarnation, true);
  }

  void encode(ByteWriter out) {
    out.putVarLong(id).putLong(first).putLong(last).putVarInt(site).putVarInt(incarnation);
  }

  static ReplicaRange decode(ByteReader in) {
    try {
      return new ReplicaRange(
          in.getVarLong(), in.getLong(), in.getLong(), in.getVarInt(), in.getVarInt(), false);
    } catch (IllegalArgumentException e) {
      throw new CodecException(String.valueOf(e.getMessage()));
    }
  }

  /** {@code table/first..last at site}. */
  @Override
  public String toString() {
    return PartitionId.toString(first) + ".." + PartitionId.index(last) + " at site " + site;
  }
}
