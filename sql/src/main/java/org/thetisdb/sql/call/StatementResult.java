package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.wire.SqlColumnCodec;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;

/**
 * What all runs of a call did.
 *
 * @param counts one for each run; none for a query
 * @param rows those of the query, or the generated keys of all runs
 */
public record StatementResult(List<Long> counts, List<Object[]> rows) {
  /**
   * The form in which a site sends it: rows stay encoded, since a router only passes them on.
   *
   * @param rows as ValueCodec encodes a list of lists; empty for none
   * @param cursor by which the site knows what is left of the rows; 0 if that is nothing
   */
  public record Sent(List<Long> counts, List<ColumnInfo> columns, byte[] rows, long cursor) {}

  /** The encoded form. */
  static byte[] encode(List<Long> counts, List<ColumnInfo> columns, byte[] rows, long cursor) {
    ByteWriter out = new ByteWriter(128 + rows.length);
    out.putVarInt(counts.size());
    counts.forEach(out::putVarLong);
    SqlColumnCodec.encode(columns, out);
    return out.putBlob(rows).putVarLong(cursor).toByteArray();
  }

  /** What {@link #encode} made. */
  public static Sent decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int count = in.getCount(1);
    List<Long> counts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      counts.add(in.getVarLong());
    }
    List<ColumnInfo> columns = SqlColumnCodec.decode(in);
    Sent sent = new Sent(counts, columns, in.getBlob(), in.getVarLong());
    in.expectEnd();
    return sent;
  }
}
