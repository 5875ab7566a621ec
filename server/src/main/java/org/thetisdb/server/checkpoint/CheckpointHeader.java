package org.thetisdb.server.checkpoint;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.refresh.LogPoint;

/**
 * What a checkpoint begins with.
 *
 * @param id its own name
 * @param cluster name of the cluster, and what distinguishes its logs from all others
 * @param vector its rows are those of this snapshot; users' rows may be newer, which reading on the
 *     logs behind it makes right
 * @param points from where each log is read on, for sites 1, 2, 3 and so on; none lies behind the
 *     vector
 * @param stays the replicas that the site had filled when it began: all their rows are in it, and
 *     the next incarnation keeps just these (hazard 25)
 */
public record CheckpointHeader(
    CheckpointId id,
    String cluster,
    VersionVector vector,
    List<LogPoint> points,
    List<Long> stays) {
  /** An offset, an incarnation and a position take a byte each at least. */
  private static final int POINT_BYTES = 3;

  /** That of a site without replicas. */
  public CheckpointHeader(
      CheckpointId id, String cluster, VersionVector vector, List<LogPoint> points) {
    this(id, cluster, vector, points, List.of());
  }

  void encode(ByteWriter out) {
    out.putUnsignedByte(id.site()).putVarInt(id.incarnation()).putVarInt(id.number());
    out.putString(cluster);
    vector.encode(out);
    out.putVarInt(points.size());
    for (LogPoint point : points) {
      out.putVarLong(point.offset()).putVarInt(point.incarnation()).putVarLong(point.position());
    }
    if (!stays.isEmpty()) { // a header that ends here is of a release without them, too
      out.putVarInt(stays.size());
      stays.forEach(out::putVarLong);
    }
  }

  private static List<Long> decodeStays(ByteReader in) {
    List<Long> stays = new ArrayList<>();
    int count = in.remaining() == 0 ? 0 : in.getCount(1);
    for (int i = 0; i < count; i++) {
      stays.add(in.getVarLong());
    }
    return stays;
  }

  static CheckpointHeader decode(ByteReader in) {
    try {
      CheckpointId id = new CheckpointId(in.getUnsignedByte(), in.getVarInt(), in.getVarInt());
      String cluster = in.getString();
      VersionVector vector = VersionVector.decode(in);
      int count = in.getCount(POINT_BYTES);
      List<LogPoint> points = new ArrayList<>(count);
      for (int site = 1; site <= count; site++) {
        LogPoint point = new LogPoint(in.getVarLong(), in.getVarInt(), in.getVarLong());
        if (point.position() > vector.get(site)) {
          throw new CodecException("log " + site + " is read on behind what the rows hold");
        }
        points.add(point);
      }
      return new CheckpointHeader(id, cluster, vector, points, decodeStays(in));
    } catch (IllegalArgumentException outOfRange) {
      throw new CodecException(outOfRange.getMessage());
    }
  }
}
