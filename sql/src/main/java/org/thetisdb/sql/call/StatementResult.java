package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlColumnCodec;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;

/**
 * What all runs of a call did.
 *
 * @param counts one for each run; none for a query
 * @param rows those of the query, or the generated keys of all runs, if they are asked for
 * @param lastValues the last value of each sequence that was used, the latest at the end
 */
public record StatementResult(List<Long> counts, EncodedRows rows, Map<String, Long> lastValues) {
  private static final int MOST_SEQUENCES = 1 << 16;

  /**
   * The form in which a site sends it: rows stay encoded, since a router only passes them on.
   *
   * @param rows as ValueCodec encodes a list of lists; empty for none
   * @param cursor by which the site knows what is left of the rows; 0 if that is nothing
   * @param lastValues the last value of each sequence that was used, the latest at the end
   */
  public record Sent(
      List<Long> counts,
      List<ColumnInfo> columns,
      ByteSlice rows,
      long cursor,
      Map<String, Long> lastValues) {}

  /**
   * The encoded form. Rows stand at its end: they are all of a long result.
   *
   * @param rows null for none at all
   */
  static byte[] encode(
      List<Long> counts,
      List<ColumnInfo> columns,
      long cursor,
      Map<String, Long> lastValues,
      EncodedRows rows) {
    ByteWriter head = new ByteWriter();
    head.putVarInt(counts.size());
    counts.forEach(head::putVarLong);
    SqlColumnCodec.encode(columns, head);
    head.putVarLong(cursor).putVarInt(lastValues.size());
    lastValues.forEach((sequence, value) -> head.putString(sequence).putLong(value));
    int rowBytes = rows == null ? 0 : rows.listBytes();
    ByteWriter whole = new ByteWriter(head.length() + Integer.BYTES + rowBytes);
    whole.putBytes(head.array(), 0, head.length()).putInt(rowBytes);
    if (rows != null) {
      rows.appendTo(whole);
    }
    return whole.finish();
  }

  /** The same with one column alone. */
  public static byte[] firstColumn(Sent sent) {
    EncodedRows rows = new EncodedRows(Long.MAX_VALUE);
    for (Object row : (List<?>) ValueCodec.decode(sent.rows())) {
      rows.add(new Object[] {((List<?>) row).get(0)});
    }
    return encode(
        sent.counts(), sent.columns().subList(0, 1), sent.cursor(), sent.lastValues(), rows);
  }

  /** What {@code encode} made; the bytes must not be changed any more. */
  public static Sent decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int count = in.getCount(1);
    List<Long> counts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      counts.add(in.getVarLong());
    }
    List<ColumnInfo> columns = SqlColumnCodec.decode(in);
    long cursor = in.getVarLong();
    int sequences = in.getCount(9);
    if (sequences > MOST_SEQUENCES) {
      throw new CodecException("values of " + sequences + " sequences");
    }
    Map<String, Long> last = new LinkedHashMap<>();
    for (int i = 0; i < sequences; i++) {
      last.put(in.getString(), in.getLong());
    }
    ByteSlice rows = in.getSlice(in.getInt());
    in.expectEnd();
    return new Sent(counts, columns, rows, cursor, last);
  }
}
